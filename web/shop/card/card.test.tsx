import { fireEvent, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { card } from '#gallery/fixtures/card-page.ts';
import { ownCard } from '#gallery/fixtures/spending.ts';
import type { Story } from '#gallery/story/story.ts';
import { openPage } from '#test/web/customer-page.ts';
import { refuse, throwOffline } from '#test/web/watch-calls.ts';
import type { Card } from '#web/shared/gift-cards/card-facts.ts';

const OPENED = 'POST mobiledigital/cardopened';

type Opened = { onApple?: boolean; passes?: ('apple' | 'google')[]; answer?: unknown };

function openCard(
  change: Partial<Card> = {},
  { onApple = false, passes = [], answer = { status: true } }: Opened = {},
) {
  const story: Pick<Story, 'loaded' | 'settings'> = { loaded: { card: card(change), onApple }, settings: { passes } };
  return openPage({
    url: '/card/s3cret',
    shows: 'Tide & Kiln',
    session: {},
    ...story,
    answers: { [OPENED]: answer },
  });
}

describe('usable card', () => {
  it('greets the recipient by name and shows value, code and PIN', async () => {
    const { page, text } = await openCard();
    expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Mia, Wren has a gift for you');
    expect(text()).toContain('$50.00AUD to spend');
    expect(page.getByText('TKGC 7F3Q 9XKM 2P4D')).toBeTruthy();
    expect(page.getByText('4821')).toBeTruthy();
    expect(page.getByAltText('Barcode of the card code TKGC-7F3Q-9XKM-2P4D').getAttribute('src')).toMatch(/^data:/);
  });

  it.each([{ recipient_firstname: '' }, { purchaser_firstname: '' }])(
    'uses a heading without names when one name was erased: %o',
    async (erased) => {
      const { page } = await openCard(erased);
      expect(page.getByRole('heading', { level: 1 }).textContent).toBe('A gift card is waiting for you');
    },
  );

  it('names the giver who passed the card on after correcting its number', async () => {
    const corrected = { sent_on: true, recipient_firstname: '', recipient_message: '', text_content: '' };
    const { text } = await openCard(corrected);
    expect(text()).toContain('Passed on by Wren: this gift card was sent to another number first.');
  });

  it('shows the value and the expiry date only once while nothing has been spent', async () => {
    const { page, text } = await openCard();
    expect(text().match(/Use it by|Expires on/g)).toEqual(['Use it by']);
    expect(page.queryByText('Value')).toBeNull();
    expect(page.queryByText('History')).toBeNull();
  });

  it('shows the remaining balance of a partly spent card', async () => {
    const { text } = await openCard({ balance: 12.4 });
    expect(text()).toContain('$12.40AUD left of $50.00');
  });

  it.each([
    ['with a PIN', '4821', 'give the code and PIN'],
    ['without', null, 'give the code.'],
  ])('explains how to use a card: %s', async (_what, pin, words) => {
    const { text, page } = await openCard({ pin });
    expect(text()).toContain(words);
    expect(page.queryByText('PIN') === null).toBe(pin === null);
  });

  it('shows phone, email, website, address and opening hours of the seller', async () => {
    const { page, link } = await openCard();
    const use = page.getByRole('region', { name: 'How to use it' });
    const rows = within(use)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'Phone: 08 5550 1234',
      'Email: hello@tide-and-kiln.example',
      'Website: tide-and-kiln.example',
      'Address: 12 Slipway Lane, Fremantle WA 6160',
      'Opening hours: Thu-Fri 10-4, Sat 9-3',
    ]);
    expect(link('tide-and-kiln.example').getAttribute('href')).toBe('https://tide-and-kiln.example/');
  });

  it('shows no expiry date on a card that never expires', async () => {
    const { text } = await openCard({ expires_on: null });
    expect(text()).not.toContain('Use it by');
    expect(text()).not.toContain('Expires on');
  });

  it('links the recipient to the shop and explains that their own card needs no code', async () => {
    const ownCardAnswer = (page: string) => ({
      'GET mobiledigital/giftcards': { status: true, data: [ownCard({ page })] },
    });
    const story = { url: '/card/s3cret', shows: 'Tide & Kiln', loaded: { card: card(), onApple: false } };
    const { see, page } = await openPage({
      ...story,
      answers: { [OPENED]: { status: true }, ...ownCardAnswer('/card/s3cret') },
    });
    await see('Spend it in the shop');
    expect(page.getByText('Spend it in the shop').closest('a')?.getAttribute('href')).toBe(
      '/sellerprofile/tide-and-kiln',
    );
    expect(page.getByText(/ready to use when you pay/)).toBeTruthy();
  });

  it("carries the card's code and the link to its page to the shop in the same tab", async () => {
    const { link, user } = await openCard({ balance: 12.4 });
    const seller = link('See what Tide & Kiln sells');
    seller.addEventListener('click', (event) => event.preventDefault());
    await user.click(seller);
    expect(JSON.parse(sessionStorage.getItem('carried-card') ?? '')).toEqual({
      shop_url: 'tide-and-kiln',
      seller: 'Tide & Kiln',
      balance: 12.4,
      page: '/card/s3cret',
      code: 'TKGC-7F3Q-9XKM-2P4D',
    });
    expect(seller.getAttribute('href')).toBe('/sellerprofile/tide-and-kiln');
  });

  it("does not request a visitor's gift cards and does not treat the card as the visitor's own", async () => {
    const { loaded, text } = await openCard();
    expect(loaded).not.toContain('GET mobiledigital/giftcards');
    expect(text()).toContain('See what Tide & Kiln sells');
  });

  it('copies the code in the format that is typed at a till', async () => {
    const { user, page } = await openCard();
    await user.click(page.getByRole('button', { name: 'Copy the code' }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('TKGC-7F3Q-9XKM-2P4D'));
  });

  it('shows no message bubble without a message', async () => {
    const { box } = await openCard({ text_content: '  ' });
    expect(box.querySelector('blockquote')).toBeNull();
  });

  it('hides the drawing of the text when it fails to load', async () => {
    const { box } = await openCard();
    const drawing = () => box.querySelector('img[src$="/words.svg"]');
    fireEvent.error(drawing() as Element);
    expect(drawing()).toBeNull();
  });

  it('shows the text of a card whose template no longer exists', async () => {
    const { text } = await openCard({ template: null });
    expect(text()).toContain('Happy birthday, Mia!');
  });
});

describe('when a card cannot be used', () => {
  it.each<[string, Partial<Card>, string, string]>([
    ['cancelled', { state: 'void' }, 'This gift card was cancelled', 'Wren or Tide & Kiln can tell you more.'],
    ['expired', { state: 'expired', balance: 32 }, 'This gift card expired on', 'Ask Tide & Kiln'],
    [
      'being checked',
      { state: 'frozen' },
      'The payment for this card is being checked',
      'It cannot be used meanwhile.',
    ],
    ['used up', { balance: 0 }, 'This gift card has been used up', 'Nothing is left on it.'],
  ])('explains that a card is %s and shows neither its code nor instructions', async (_what, change, title, words) => {
    const { page, text } = await openCard(change, { passes: ['apple', 'google'] });
    expect(text()).toContain(title);
    expect(text()).toContain(words);
    expect(text().match(/expired on|Expires on/g) ?? []).toHaveLength(change.state === 'void' ? 0 : 1);
    expect(page.getByRole('heading', { level: 1 }).textContent).toBe('A gift from Wren to Mia');
    expect(page.queryByRole('button', { name: 'Copy the code' })).toBeNull();
    expect(text()).not.toContain('How to use it');
    expect(text()).not.toContain('Wallet');
  });

  it('shows the code of an expired card for reference', async () => {
    const expired = await openCard({ state: 'expired' });
    expect(expired.text()).toContain('The code was TKGC-7F3Q-9XKM-2P4D.');
  });

  it('shows neither the amount nor the code of a cancelled card', async () => {
    const { text } = await openCard({ state: 'void' });
    expect(text()).not.toContain('TKGC');
    expect(text()).not.toContain('AUD to spend');
  });
});

describe('wallet buttons', () => {
  it.each([
    ['an Apple device', true, ['Add to Apple Wallet', 'Add to Google Wallet']],
    ['another', false, ['Add to Google Wallet', 'Add to Apple Wallet']],
  ])("offers the device's own wallet first on %s", async (_what, onApple, names) => {
    const { page } = await openCard({}, { onApple, passes: ['apple', 'google'] });
    const links = page.getAllByRole('link', { name: /Wallet$/ });
    expect(links.map(({ textContent }) => textContent)).toEqual(names);
    expect(links.map((link) => link.getAttribute('href')).toSorted()).toEqual([
      '/card/s3cret/apple.pkpass',
      '/card/s3cret/google-wallet',
    ]);
  });

  it.each([
    ['the shop issues no wallet passes', {}, []],
    ['the card has no pass', { pass_id: '' }, ['apple'] as const],
  ])('hides the wallet buttons where %s', async (_what, change, passes) => {
    const { page } = await openCard(change, { passes: [...passes] });
    expect(page.queryByRole('link', { name: /Wallet$/ })).toBeNull();
  });
});

describe('report that a card was opened', () => {
  it('reports once that a card was opened', async () => {
    const { loaded, see, sent } = await openCard();
    await see('Mia');
    expect([...loaded, ...sent.map(({ name }) => name)].filter((name) => name === OPENED)).toHaveLength(1);
  });

  it('reports nothing for a link that opens no card', async () => {
    const { loaded, text } = await openPage({
      url: '/card/s3cret',
      shows: 'This link doesn’t open a gift card',
      session: {},
      loaded: { card: null },
    });
    expect(loaded).not.toContain(OPENED);
    expect(text()).toContain('Open the text message again');
  });

  it('reports nothing and reveals nothing about the card when the link was replaced', async () => {
    const { loaded, text } = await openPage({
      url: '/card/s3cret',
      shows: 'A newer text replaced this link',
      session: {},
      loaded: { card: null, replaced: true },
    });
    expect(loaded).not.toContain(OPENED);
    expect(text()).toContain('Open the newest text message');
    expect(text()).not.toContain('Part of the link may be missing');
  });

  it.each([
    ['an error', refuse(500)],
    ['no connection', throwOffline],
  ])('keeps the card usable when the report that it was opened fails with %s', async (_what, answer) => {
    const reported = vi.fn();
    const before = globalThis.reportError;
    globalThis.reportError = reported;
    onTestFinished(() => {
      globalThis.reportError = before;
    });
    const { text } = await openCard({}, { answer });
    expect(text()).toContain('AUD to spend');
    expect(text()).not.toContain('Something Went Wrong');
    expect(text()).not.toContain('No connection');
    await waitFor(() => expect(reported).toHaveBeenCalledTimes(1));
  });
});

describe('link preview of a card', () => {
  it('puts no name, amount, code or secret in the link preview, and keeps the page out of search engines', async () => {
    await openCard();
    const metas = [...document.querySelectorAll('meta')].map((meta) => meta.getAttribute('content') ?? '').join('\n');
    for (const secret of ['Mia', 'Wren', 'TKGC', 's3cret', '$50', '4821']) expect(metas).not.toContain(secret);
    expect(document.title).toContain('A gift card is waiting for you');
    expect(metas).toContain('noindex');
    expect(metas).toContain('no-referrer');
    expect(document.querySelector('meta[property="og:url"]')).toBeNull();
  });

  it('sends no referrer from links that leave the page', async () => {
    const { link } = await openCard();
    const seller = link('See what Tide & Kiln sells');
    expect([seller.getAttribute('href'), seller.getAttribute('rel')]).toEqual([
      '/sellerprofile/tide-and-kiln',
      'noreferrer',
    ]);
  });
});
