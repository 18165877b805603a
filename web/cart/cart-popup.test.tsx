import { waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { line } from '#gallery/fixtures/customer.ts';
import { fiveCards, KEY, localGiftCard, oneCard, unfilled } from '#gallery/fixtures/gift-cards.ts';
import { jacket, novel } from '#gallery/fixtures/products.ts';
import { cartServer } from '#test/web/cart-server.ts';
import { openPage } from '#test/web/customer-page.ts';
import { type CallAnswers, held, offline, refuse } from '#test/web/watch-calls.ts';
import { pendingLines, savePendingLines } from '../state/checkout/pending-cart-lines.ts';
import type { GiftCards, LocalGiftCard } from '../state/gift-cards.ts';
import { useGiftCards } from '../state/gift-cards.ts';
import { setOffline } from '../state/popups.ts';

const NOVEL = 'Salt on the Line';
const JACKET = 'Snowgum Rain Jacket';
const CARD = 'Tide & Kiln Studio Shelf Card';
const DELETE = 'DELETE carts/mine/items/{itemId}';
const MOBILE = '+61412345678';
const goods = () => [line(5, jacket(), { qty: 2, chosen: ['Pine', 'M'] }), line(6, novel())];
const cardsLeft = () => Object.keys(useGiftCards.getState().giftCards);

type Opened = { giftCards?: GiftCards; answers?: CallAnswers; before?: () => void; shows?: string };

/** The cart popup over /browse, with a server that keeps these lines. */
function openCart(lines = goods(), { answers, ...story }: Opened = {}) {
  return openPage({
    ...{ at: '/browse', shows: 'Clear Cart' },
    popup: { kind: 'cart' },
    ...story,
    answers: { ...cartServer(lines), ...answers },
  });
}

describe('what it lists', () => {
  test('gift cards of this browser first, then the lines of the server, with what all of it costs', async () => {
    const { ground } = await openCart(goods(), { giftCards: fiveCards({ incomplete: 1 }) });
    const rows = ground().getAllByRole('listitem');
    expect(rows.map((row) => row.querySelector('h3')?.textContent).slice(-2)).toEqual([JACKET, NOVEL]);
    expect(rows).toHaveLength(7);
    // 25 + 50 + 75 + 100 + 150 for the cards, 2 x 289 for the jackets, 34.99 for the novel.
    expect(ground().getByText('Total').nextSibling?.textContent).toBe('$1,012.99 AUD');
  });

  test.each([
    ['who a card is for', {}, 'For Mia Tran'],
    ['that a card is not finished', unfilled, 'Not finished yet'],
  ])('says %s', async (_what, change, words) => {
    const { ground } = await openCart([], { giftCards: oneCard(change) });
    expect(ground().getByText(words)).toBeTruthy();
  });

  test.each([
    ['the gift as it is wrapped', {}, 1],
    ['its product while it has no words', { recipient_message: '' }, 0],
  ])('of a card %s', async (_what, change, wrapped) => {
    await openCart([], { giftCards: oneCard(change) });
    await waitFor(() => expect(document.querySelectorAll('[data-wrapped-gift="birthday-cake"]')).toHaveLength(wrapped));
  });

  test('of many cards only so many with their words that nobody waits for drawings', async () => {
    const cards = Array.from({ length: 12 }, (_, at): [string, LocalGiftCard] => [
      `${KEY.slice(0, -2)}${10 + at}`,
      localGiftCard({ recipient_firstname: `Friend ${at}` }),
    ]);
    await openCart([], { giftCards: Object.fromEntries(cards) });
    await waitFor(() => expect(document.querySelectorAll('[data-wrapped-gift]')).toHaveLength(12));
    const drawn = () => document.querySelectorAll('[data-wrapped-gift] img[src^="data:image/svg"]').length;
    await waitFor(() => expect(drawn()).toBe(8));
  });

  test('a finished card is not called unfinished', async () => {
    const { ground } = await openCart([], { giftCards: oneCard() });
    expect(ground().queryByText('Not finished yet')).toBeNull();
  });

  test.each([
    ['a gift card to who it is for', CARD, `/giftcard/add/${KEY}`],
    ['a line to its product', JACKET, '/updateproduct/5'],
  ])('Change leads of %s', async (_what, name, to) => {
    const { link } = await openCart(goods(), { giftCards: oneCard() });
    expect(link(`Change ${name}`).getAttribute('href')).toBe(to);
  });

  test('gift cards that stand in the server’s cart are not listed a second time', async () => {
    const inCart = { ...line(7, novel()), product: { ...line(7, novel()).product, is_giftcard: true } };
    const { ground } = await openCart([inCart, line(6, jacket())]);
    expect(ground().queryByText(NOVEL)).toBeNull();
    expect(ground().getByText(JACKET)).toBeTruthy();
  });

  test('cart products that do not come for want of a connection can be fetched again', async () => {
    const server = cartServer(goods());
    let connected = false;
    const { page, tap, ground, see } = await openCart(goods(), {
      ...{ shows: 'This did not load' },
      answers: {
        'GET mobiledigital/cartproducts': () => (connected ? server['GET mobiledigital/cartproducts']() : offline()),
      },
    });
    expect(page.queryByText('Cart is empty')).toBeNull();
    setOffline(false);
    connected = true;
    await tap('Try again');
    await see(JACKET);
    expect(ground().queryByText('This did not load')).toBeNull();
  });
});

describe('Remove', () => {
  test('takes a line off the screen at once, and the server hears of that line only', async () => {
    const gone = held(true);
    const server = cartServer(goods());
    const { ground, tap, writes, sent, names } = await openCart(goods(), {
      answers: { ...server, [DELETE]: (parts: never) => gone.answer().then(() => server[DELETE](parts)) },
    });
    await tap(`Remove ${NOVEL}`);
    expect(ground().queryByText(NOVEL)).toBeNull();
    expect(ground().getByText(JACKET)).toBeTruthy();
    expect(names()).toEqual([DELETE]);
    gone.release();
    await waitFor(() => expect(names()).toContain('GET mobiledigital/cartproducts'));
    expect(writes()).toEqual([DELETE]);
    expect(sent[0]?.parts.params).toEqual({ itemId: '6' });
    expect(ground().queryByText(NOVEL)).toBeNull();
  });

  test('brings a line back that the server would not let go, and says why', async () => {
    const { page, tap, text } = await openCart(goods(), {
      answers: { [DELETE]: refuse(500, { message: 'Not today.' }) },
    });
    expect(page.getByText('3 items in your cart')).toBeTruthy();
    await tap(`Remove ${NOVEL}`);
    await page.findByText('Not today.');
    expect(text()).toContain('3 items in your cart');
  });

  test('a line that is gone already counts as removed', async () => {
    const server = cartServer(goods());
    const { ground, page, tap, names } = await openCart(goods(), {
      answers: { ...server, [DELETE]: (parts: never) => server[DELETE](parts) && refuse(404)() },
    });
    await tap(`Remove ${NOVEL}`);
    await waitFor(() => expect(names()).toContain('GET mobiledigital/cartproducts'));
    expect(ground().queryByText(NOVEL)).toBeNull();
    expect(page.queryByText('Something Went Wrong')).toBeNull();
  });

  test('a gift card that the server does not know goes without a call', async () => {
    const { ground, tap, writes } = await openCart(goods(), { giftCards: oneCard() });
    await tap(`Remove ${CARD}`);
    await waitFor(() => expect(ground().queryByText(CARD)).toBeNull());
    expect(cardsLeft()).toEqual([]);
    expect(writes()).toEqual([]);
  });

  test('a gift card in the server’s cart goes from there with its details, and only then from here', async () => {
    const giftCards = { [KEY]: localGiftCard({ cart_id: 31, cart_item_id: 44 }) };
    const { tap, writes, bodies, sent } = await openCart(goods(), { giftCards });
    await tap(`Remove ${CARD}`);
    await waitFor(() => expect(cardsLeft()).toEqual([]));
    expect(writes()).toEqual([DELETE, 'POST mobiledigital/deletegiftcarddetailsbycartitemid']);
    expect(sent[0]?.parts.params).toEqual({ itemId: '44' });
    expect(bodies('POST mobiledigital/deletegiftcarddetailsbycartitemid')).toEqual([{ cart_id: 31, cart_item_id: 44 }]);
  });

  test('a gift card the server keeps stays here as well', async () => {
    const giftCards = { [KEY]: localGiftCard({ cart_id: 31, cart_item_id: 44 }) };
    const { tap, page } = await openCart(goods(), { giftCards, answers: { [DELETE]: refuse(500) } });
    await tap(`Remove ${CARD}`);
    await page.findByText('Something Went Wrong');
    expect(cardsLeft()).toEqual([KEY]);
  });

  test.each([
    ['card', [], oneCard(), CARD],
    ['line', [line(6, novel())], {}, NOVEL],
  ])('of the last %s closes the cart and says that it is empty', async (_what, lines, giftCards, name) => {
    const { page, tap } = await openCart(lines, { giftCards });
    await tap(`Remove ${name}`);
    await page.findByText('Your cart is empty');
    expect(page.queryByText('Your Cart')).toBeNull();
  });
});

describe('Clear Cart', () => {
  test('empties cart, gift cards and what an interrupted order had put aside', async () => {
    const { ground, tap, writes, queries } = await openCart(goods(), {
      giftCards: fiveCards(),
      before: () => savePendingLines(MOBILE, [{ sku: 'MUG', qty: 1, product_type: 'simple', name: 'Mug', price: 20 }]),
    });
    await tap('Clear Cart');
    await ground().findByText('Cart is empty');
    expect(writes().at(-1)).toBe('POST mobiledigital/clearcart');
    expect(queries('GET mobiledigital/deletegiftcarddetailsbycartid')).toEqual([{ cart_id: '1' }]);
    expect(cardsLeft()).toEqual([]);
    expect(pendingLines(MOBILE)).toEqual([]);
  });

  test('tapped twice clears once', async () => {
    const cleared = held({ status: true });
    const { ground, tapTwice, count } = await openCart(goods(), {
      giftCards: oneCard(),
      answers: { 'POST mobiledigital/clearcart': () => cleared.answer() },
    });
    await tapTwice('Clear Cart');
    await waitFor(() => expect(count('POST mobiledigital/clearcart')).toBe(1));
    await ground().findByRole('button', { name: 'Clear Cart', busy: true });
    await ground()
      .findByRole('button', { name: 'Clear Cart' })
      .then((button) => button.click());
    cleared.release();
    await waitFor(() => expect(cardsLeft()).toEqual([]));
    expect(count('POST mobiledigital/clearcart')).toBe(1);
  });

  test('goes on where the server has no cart', async () => {
    const { ground, tap } = await openCart([], {
      ...{ giftCards: oneCard(), answers: { 'POST mobiledigital/clearcart': refuse(404) } },
    });
    await tap('Clear Cart');
    expect(await ground().findByText('Cart is empty')).toBeTruthy();
  });

  test.each([
    ['no connection', offline, 'No connection'],
    ['an error', refuse(503, { message: 'Come back soon.' }), 'Come back soon.'],
  ])('with %s keeps every gift card', async (_what, answer, words) => {
    const { page, tap } = await openCart(goods(), {
      ...{ giftCards: fiveCards(), answers: { 'POST mobiledigital/clearcart': answer } },
    });
    await tap('Clear Cart');
    await page.findByText(words);
    expect(cardsLeft()).toHaveLength(5);
  });
});

describe('the ways out', () => {
  test('Close Window closes it and changes nothing', async () => {
    const { page, tap, writes } = await openCart(goods(), { giftCards: oneCard() });
    await tap('Close Window');
    await waitFor(() => expect(page.queryByText('Your Cart')).toBeNull());
    expect(writes()).toEqual([]);
    expect(cardsLeft()).toEqual([KEY]);
  });

  test('Checkout leads to the checkout, and the popup is gone there', async () => {
    const { page, user, link, see } = await openCart([], { giftCards: oneCard() });
    await user.click(link('Checkout'));
    await see('Confirm in');
    await waitFor(() => expect(page.queryByText('Your Cart')).toBeNull());
  });

  test('Escape closes it', async () => {
    const { box, page } = await openCart(goods());
    box.querySelector('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }));
    await waitFor(() => expect(page.queryByText('Your Cart')).toBeNull());
  });

  test('an empty cart offers the way to the shop', async () => {
    const { page, user, link } = await openCart([], { shows: 'Cart is empty' });
    expect(page.queryByRole('button', { name: 'Clear Cart' })).toBeNull();
    await user.click(link('Browse Gift Cards'));
    await waitFor(() => expect(page.queryByText('Your Cart')).toBeNull());
  });
});
