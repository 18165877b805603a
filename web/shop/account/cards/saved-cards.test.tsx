import { waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { savedCards } from '#gallery/fixtures/customer.ts';
import { errorAnswer } from '#gallery/story/answers.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import type { Story } from '#gallery/story/story.ts';
import { openShop } from '#test/web/open-shop.ts';
import { expectSentOnce } from '#test/web/sent-once.ts';

const REMOVE = 'POST mobiledigital/deletesavedcard';

async function openCards(answers: Story['answers'] = {}) {
  const shop = await openShop({
    url: '/account/savedcards',
    session: signedInCustomer(),
    shows: 'Saved Cards',
    answers: { 'GET mobiledigital/savedcards': { status: true, data: savedCards }, ...answers },
  });
  const question = () => within(shop.page.getByRole('dialog'));
  const ask = (last4: string) => shop.user.click(shop.page.getByLabelText(`Remove the card ending in ${last4}`));
  return { ...shop, question, ask };
}

it("shows each card's brand, last four digits and expiry, with a logo for five brands [AC-37, AC-38, AC-39, AC-40, AC-41]", async () => {
  const diners = { id: 'pm_7', brand: 'diners', last4: '3237', exp_month: 4, exp_year: 2031 };
  const { page } = await openCards({ 'GET mobiledigital/savedcards': { status: true, data: [...savedCards, diners] } });
  const tiles = page.getAllByRole('button', { name: /^Remove the card/ }).map((button) => button.closest('li'));
  const logos = tiles.map((tile) => tile?.querySelector('svg[role=img]'));
  expect(logos.map((logo) => logo?.getAttribute('aria-label'))).toEqual([
    'Visa',
    'Mastercard',
    'American Express',
    'JCB',
    'UnionPay',
    undefined,
    undefined,
  ]);
  const drawings = new Set(logos.slice(0, 5).map((logo) => logo?.innerHTML));
  expect(drawings.size).toBe(5);
  for (const [index, brand] of [
    [5, 'EFTPOS_AU'],
    [6, 'DINERS'],
  ] as const)
    expect(within(tiles[index] as HTMLElement).getByText(brand)).toBeTruthy();
  const facts = tiles.map((tile) => /ending in (\d{4})expires (\d\d\/\d\d)/.exec(tile?.textContent ?? '')?.slice(1));
  expect(facts).toEqual([
    ['4242', '12/29'],
    ['4444', '03/28'],
    ['8431', '07/27'],
    ['0505', '01/30'],
    ['0005', '10/28'],
    ['0010', '05/31'],
    ['3237', '04/31'],
  ]);
});

it('marks the first card as the one preselected at checkout', async () => {
  const { page } = await openCards();
  const chosen = page.getByText('Chosen at checkout').closest('li');
  expect(chosen?.textContent).toContain('4242');
});

it('warns that removing a card is final, and sends nothing when the customer keeps the card', async () => {
  const { ask, question, user, sent, page } = await openCards();
  await ask('4444');
  expect(question().getByText(/^This cannot be undone/)).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Keep it');
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(page.getByLabelText('Remove the card ending in 4444'));
  expect(sent).toEqual([]);
});

it.each([
  ['the server removes it', { status: true }],
  ['another window already removed it', { status: false }],
])('removes the card from the list and keeps the focus there when %s', async (_when, answer) => {
  const { ask, user, question, page, bodies } = await openCards({ [REMOVE]: answer as never });
  await ask('4444');
  await user.click(question().getByText('Remove'));
  expect(await page.findByText('Card removed')).toBeTruthy();
  expect(bodies(REMOVE)).toEqual([{ payment_method: 'pm_2' }]);
  expect(page.queryByLabelText('Remove the card ending in 4444')).toBeNull();
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  expect(document.activeElement?.contains(page.getByLabelText('Remove the card ending in 4242'))).toBe(true);
});

it('removes the card once on a double tap', async () => {
  const shop = await openCards();
  await shop.ask('4444');
  const taps = () => shop.user.dblClick(shop.question().getByText('Remove'));
  await expectSentOnce(shop, REMOVE, { answer: { status: true }, taps, shows: 'Card removed' });
});

it('asks a session opened by a link for a code, then removes the card', async () => {
  let isProved = false;
  const { ask, user, question, page, bodies } = await openCards({
    [REMOVE]: () => (isProved ? { status: true } : errorAnswer(400, 'A code first', { code: 'code_required' })),
    'POST mobiledigital/sendmobilecode': { status: true },
    'POST mobiledigital/confirmmobilecode': () => {
      isProved = true;
      return { status: true, jwt: 'proof' };
    },
    'POST mobiledigital/signout': { status: true },
    'POST mobiledigital/auth': {
      status: true,
      existing_user: true,
      mobile: '+61412345678',
      token: 'anew',
      token_ttl: 3_300_000,
    },
  });
  await ask('4444');
  await user.click(question().getByText('Remove'));
  await page.findByText('You opened a link, and gift cards are worth money, so we check that it’s you.');
  await user.type(await page.findByLabelText('Enter Code'), '123456');
  expect(await page.findByText('Card removed')).toBeTruthy();
  expect(bodies(REMOVE)).toEqual([{ payment_method: 'pm_2' }, { payment_method: 'pm_2' }]);
});

it('keeps the card and shows the error when the server refuses the removal', async () => {
  const { ask, user, question, page } = await openCards({ [REMOVE]: errorAnswer(500, 'Not now') });
  await ask('4444');
  await user.click(question().getByText('Remove'));
  expect(await page.findByText('Not now')).toBeTruthy();
  expect(page.getByLabelText('Remove the card ending in 4444')).toBeTruthy();
});

it('shows an empty state that links to the shop when there are no cards', async () => {
  const { page } = await openCards({ 'GET mobiledigital/savedcards': { status: true, data: [] } });
  expect(page.getByText('No saved cards')).toBeTruthy();
});
