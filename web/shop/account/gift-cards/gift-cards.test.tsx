import { waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { OwnCard } from '#contract/cart/gift-card-tender.ts';
import { customer } from '#gallery/fixtures/customer.ts';
import { ownCard } from '#gallery/fixtures/spending.ts';
import { openPage } from '#test/web/customer-page.ts';

const OWN = 'GET mobiledigital/giftcards';

async function openCards(cards: OwnCard[], answers: Parameters<typeof openPage>[0]['answers'] = {}) {
  const shop = await openPage({
    url: '/account/giftcards',
    shows: 'Your Gift Cards',
    answers: { [OWN]: { status: true, data: cards }, ...answers },
  });
  const tiles = () => [...shop.box.querySelectorAll<HTMLElement>('#main li button')];
  return { ...shop, tiles, opened: () => within(shop.page.getByRole('dialog')) };
}

it('marks Your Gift Cards in the navigation and shows giver, balance, expiry and wrapping on each tile', async () => {
  const { tiles, page } = await openCards([ownCard({ value: 60, balance: 4.25, from: 'Omar' })]);
  expect(page.getByRole('link', { name: 'Your Gift Cards' }).getAttribute('aria-current')).toBe('page');
  const [tile] = tiles();
  for (const words of ['Lamplight Lane Books', 'From Omar', '$4.25', 'left of $60.00', 'Use by'])
    expect(tile?.textContent).toContain(words);
  expect(tile?.querySelector('img[src*="template-"]')).toBeTruthy();
});

it('opens a card with its message, history and spending options, and returns the focus on close', async () => {
  const { tiles, user, opened, page } = await openCards([ownCard({ value: 60, balance: 4.25 })]);
  await user.click(tiles()[0] as HTMLElement);
  const text = page.getByRole('dialog').textContent;
  for (const words of ['Lamplight Lane Top Shelf Card', 'For the shelf by your bed.', 'Bought by Mia', '−$55.75'])
    expect(text).toContain(words);
  const to = (name: string) => opened().getByRole('link', { name }).getAttribute('href');
  expect(to('Shop at Lamplight Lane Books')).toBe('/sellerprofile/lamplight-lane');
  expect(to('Show the barcode at the counter')).toBe('/card/story1');
  expect(opened().getByText('12 Slipway Lane, Fremantle WA 6160')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(tiles()[0]);
});

it("asks a session opened by a link for a code, then reloads the cards to get the barcode page's link", async () => {
  let isProved = false;
  const { tiles, user, opened, field, see, count } = await openCards([], {
    [OWN]: () => ({ status: true, data: [{ ...ownCard({}), page: isProved ? '/card/story1' : '' }] }),
    'POST mobiledigital/sendmobilecode': { status: true },
    'POST mobiledigital/confirmmobilecode': () => {
      isProved = true;
      return { status: true, jwt: 'proof' };
    },
    'POST mobiledigital/auth': { status: true, existing_user: true, mobile: '+61412345678', token: 'anew' },
  });
  await user.click(tiles()[0] as HTMLElement);
  const before = count(OWN);
  await user.click(opened().getByRole('button', { name: 'Show the barcode at the counter' }));
  await see('gift cards are worth money, so we check that it’s you');
  await user.type(field('Enter Code'), '123456');
  await waitFor(() => expect(count(OWN)).toBe(before + 1));
  const barcode = await opened().findByRole('link', { name: 'Show the barcode at the counter' });
  expect(barcode.getAttribute('href')).toBe('/card/story1');
});

it('omits the giver of a card that the customer bought for themselves', async () => {
  const { tiles, user, page } = await openCards([ownCard({ from: '', message: '' })]);
  await user.click(tiles()[0] as HTMLElement);
  const text = page.getByRole('dialog').textContent;
  expect(text).toContain('Bought');
  expect(text).not.toContain('From ');
});

it.each([
  [{ state: 'frozen' }, 'Being checked', 'It cannot be used meanwhile; nothing is lost.'],
  [{ balance: 0 }, 'Used up', 'We hope it was a treat.'],
  [{ state: 'void', balance: 0 }, 'Cancelled', 'Lamplight Lane Books can tell you more.'],
  [{ state: 'expired', balance: 0, expires_on: '2026-11-01T12:59:59.000Z' }, 'Expired', 'expired on 1 November 2026.'],
] as const)(
  'explains why a card with %o cannot be spent and offers no way to spend it',
  async (change, short, long) => {
    const { tiles, user, opened, page } = await openCards([ownCard(change)]);
    expect(tiles()[0]?.textContent).toContain(short);
    await user.click(tiles()[0] as HTMLElement);
    expect(page.getByRole('dialog').textContent).toContain(long);
    expect(opened().queryByRole('link', { name: /Shop at|barcode/ })).toBeNull();
  },
);

it('lists usable cards before used and ended ones', async () => {
  const { tiles, text } = await openCards([ownCard({ balance: 0 }), ownCard({ id: 2, value: 60 })]);
  expect(tiles().map(({ textContent }) => textContent?.includes('Used up'))).toEqual([false, true]);
  expect(text()).toContain('Used, expired or cancelled');
});

it('shows an empty state without gift cards', async () => {
  const { text } = await openCards([]);
  expect(text()).toContain('No gift cards yet');
});

it('explains that gift cards are hidden while the account is unverified', async () => {
  const { see, text } = await openCards([], { 'GET customers/me': { ...customer(), unproved: true } });
  await see('Hidden until your email is confirmed');
  expect(text()).not.toContain('No gift cards yet');
});
