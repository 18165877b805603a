import { waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { printedCard } from '#gallery/fixtures/card-page.ts';
import { MOBILE } from '#gallery/fixtures/customer.ts';
import { giftCardItem, order } from '#gallery/fixtures/gift-cards.ts';
import { openPage } from '#test/web/customer-page.ts';
import { refuse } from '#test/web/watch-calls.ts';
import { activateLanguage } from '#web/shared/languages/languages.ts';
import { CUSTOMER_SCOPE, queryClient } from '../../queries/query-client.ts';

const PRINT = 'GET mobiledigital/printcard';
const ORDER = 'GET mobiledigital/order';
const printPath = '/account/order/1/print/7';
const ownCard = { recipient_mobile: MOBILE, gift_card_details_id: 7 };

type Change = Parameters<typeof printedCard>[0];
const open = (change: Change = {}, shows = 'Card code') =>
  openPage({ url: printPath, shows, answers: { [PRINT]: { status: true, data: printedCard(change) } } });

function spyOnPrint() {
  const print = vi.spyOn(globalThis, 'print').mockImplementation(() => undefined);
  onTestFinished(() => print.mockRestore());
  return print;
}

describe('printed card', () => {
  it('shows the picture on the front and everything needed to spend the card on the back', async () => {
    const { page, text } = await open();
    const front = page.getByRole('region', { name: 'Front of the card' });
    expect(front.querySelector('[role=img]')?.getAttribute('aria-label')).toContain('Happy birthday, Mia!');
    expect([...front.querySelectorAll('img')].map((image) => image.getAttribute('src')?.slice(0, 18))).toEqual([
      expect.stringMatching(/^\/media\//),
      'data:image/svg+xml',
    ]);
    const backText = page.getByRole('region', { name: 'Back of the card' }).textContent;
    for (const words of ['Tide & Kiln', '$50.00', 'AUD to spend', 'Something small for your new shelf.', '– Wren'])
      expect(backText).toContain(words);
    for (const words of ['TKGC 7F3Q 9XKM 2P4D', '4821', 'Use it by', 'code and PIN']) expect(backText).toContain(words);
    for (const words of ['08 5550 1234', '12 Slipway Lane', 'Thu-Fri 10-4']) expect(backText).toContain(words);
    expect(page.getByAltText('Barcode of the card code TKGC-7F3Q-9XKM-2P4D')).toBeTruthy();
    expect(text()).toContain('Anyone who has the code can spend the card');
  });

  it('omits PIN, expiry date, message and contact details when they are missing', async () => {
    const bare = printedCard({ pin: null, expires_on: null, template: null, text_content: ' ' });
    const contact = { phone: null, email: null, site: null, address: null, hours: null };
    const data = { ...bare, seller: { ...bare.seller, contact } };
    const { page, text } = await openPage({
      url: printPath,
      shows: 'Card code',
      answers: { [PRINT]: { status: true, data } },
    });
    expect(text()).toContain('Never expires');
    expect(text()).toContain('give the code.');
    expect(page.queryByText('PIN')).toBeNull();
    expect(page.getByRole('region', { name: 'Front of the card' }).textContent).toContain('Happy birthday, Mia!');
    expect(text()).not.toContain('– Wren');
  });

  it('shows the remaining balance of a partly spent card', async () => {
    expect((await open({ balance: 12.4 })).text()).toContain('$12.40AUD left of $50.00');
  });

  it('does not offer to print a used-up card', async () => {
    const spent = await open({ balance: 0 }, 'There is nothing to print');
    expect(spent.page.queryByRole('button', { name: 'Print' })).toBeNull();
    expect(spent.text()).not.toContain('TKGC');
  });

  it('loads the card once without marking it as opened, and drops it from the cache when the customer leaves', async () => {
    const { loaded, sent, answers, user, link, see } = await open();
    answers[ORDER] = { status: true, data: order() };
    expect([...loaded, ...sent.map(({ name }) => name)]).not.toContain('POST mobiledigital/cardopened');
    expect(loaded.filter((name) => name === PRINT)).toHaveLength(1);
    const key = [CUSTOMER_SCOPE, 'printed-card', '1', '7'];
    expect(queryClient().getQueryData(key)).toBeTruthy();
    await user.click(link('Your Order'));
    await see('Order number');
    await waitFor(() => expect(queryClient().getQueryData(key)).toBeUndefined());
  });
});

describe('print button', () => {
  it('prints only once all pictures have loaded or failed', async () => {
    const print = spyOnPrint();
    const { tap, box, button } = await open();
    let finishLoading: (() => void) | undefined;
    for (const [index, image] of [...box.querySelectorAll<HTMLImageElement>('.paper img')].entries())
      image.decode = () =>
        index === 0 ? new Promise((resolve) => (finishLoading = resolve)) : Promise.reject(new Error('not there'));
    await tap('Print');
    expect(button('Print').getAttribute('aria-busy')).toBe('true');
    expect(print).not.toHaveBeenCalled();
    finishLoading?.();
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  });
});

describe('when a card cannot be printed', () => {
  it.each([
    ['a card of another customer', { status: false }],
    ['a malformed card id', refuse(400)],
  ])('returns to the order with an error message instead of the card for %s', async (_what, answer) => {
    const { page } = await openPage({
      url: printPath,
      shows: 'Order number',
      answers: { [PRINT]: answer, [ORDER]: { status: true, data: order() } },
    }).catch((error: Error) => {
      expect(error.message).toContain('It went on to /account/order/1');
      return { page: null };
    });
    expect(page).toBeNull();
    expect(document.body.textContent).toContain('This card cannot be printed.');
  });
});

describe('print link', () => {
  const openOrder = (change: Parameters<typeof giftCardItem>[1], path = '/account/order/1') => {
    const data = order({ items: [giftCardItem(7, change)] });
    return openPage({ url: path, shows: 'For', answers: { [ORDER]: { status: true, data } } });
  };

  it.each(['/account/order/1', '/success?order=900000001'])(
    'shows the print link on %s for a card that can be printed',
    async (path) => {
      const { link } = await openOrder({ ...ownCard, state: 'queued', can_print: true }, path);
      expect(link(/^Print the card/).getAttribute('href')).toBe(printPath);
    },
  );

  it.each(['/account/order/1', '/success?order=900000001'])(
    'shows a note in place of the print link on %s before the card is issued',
    async (path) => {
      const { page, text } = await openOrder({ ...ownCard, state: 'waiting' }, path);
      expect(page.queryByRole('link', { name: /^Print the card/ })).toBeNull();
      expect(text()).toContain('you can print it once your order has been checked');
    },
  );

  it.each([
    ['another recipient’s card', { state: 'waiting' }],
    ['a void card', { ...ownCard, state: 'void' }],
  ] as const)('shows neither a print link nor a note for %s', async (_what, change) => {
    const { page, text } = await openOrder(change);
    expect(page.queryByRole('link', { name: /^Print the card/ })).toBeNull();
    expect(text()).not.toContain('print it once');
  });
});

it('shows the whole print page in German', async () => {
  const { i18n } = await import('@lingui/core');
  const { messages } = await import('#web/shop/catalogues/de.po');
  activateLanguage(i18n, 'de', messages);
  onTestFinished(() => void activateLanguage(i18n, 'en-AU', {}));
  const { text } = await open({}, 'Kartencode');
  for (const words of ['50,00', 'TKGC 7F3Q 9XKM 2P4D', 'Drucken']) expect(text()).toContain(words);
  expect(text()).not.toMatch(/\b(the|print|card|fold|spend)\b/i);
});
