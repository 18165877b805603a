import { waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { line, MOBILE } from '#gallery/fixtures/customer.ts';
import { fiveCards, KEY, localGiftCard, singleCard, unfilled } from '#gallery/fixtures/gift-cards.ts';
import { jacket, novel } from '#gallery/fixtures/products.ts';
import { createCartServer } from '#test/web/cart-server.ts';
import { openPage } from '#test/web/customer-page.ts';
import { BROWSE } from '#test/web/open-shop.ts';
import { type CallAnswers, holdAnswer, refuse, throwOffline } from '#test/web/watch-calls.ts';
import { brand } from '#web/shared/brand/brand.ts';
import { product } from '#web/shared/brand/product.ts';
import { readPendingLines, savePendingLines } from '../state/checkout/pending-cart-lines.ts';
import type { GiftCards, LocalGiftCard } from '../state/gift-cards.ts';
import { useGiftCards } from '../state/gift-cards.ts';
import { setOffline } from '../state/popups.ts';

const NOVEL = 'Salt on the Line';
const JACKET = 'Snowgum Rain Jacket';
const CARD = 'Tide & Kiln Studio Shelf Card';
const goods = () => [line(5, jacket(), { qty: 2, chosen: ['Pine', 'M'] }), line(6, novel())];
const CART_PRODUCTS = 'GET mobiledigital/cartproducts';
const listCardKeys = () => Object.keys(useGiftCards.getState().giftCards);

type Opened = { url?: string; giftCards?: GiftCards; answers?: CallAnswers; before?: () => void; shows?: string };

async function openCart(lines = goods(), { answers, ...story }: Opened = {}) {
  const shop = await openPage({
    url: '/browse',
    shows: 'Clear Cart',
    popup: { kind: 'cart' },
    ...story,
    answers: { ...createCartServer(lines), ...answers },
  });
  const rows = () => shop.ground().getAllByRole('listitem');
  return { ...shop, rows, names: () => rows().map((row) => row.querySelector('h3')?.textContent) };
}

function switchToProductBrand() {
  const giftCardStore = { ...brand };
  Object.assign(brand, product);
  onTestFinished(() => void Object.assign(brand, giftCardStore));
}

describe('cart icon', () => {
  it('opens the cart of a signed-in customer and closes it on Close Window [CP-14, RO-08, ST-120]', async () => {
    const { page, tap, user } = await openPage({
      url: '/browse',
      shows: BROWSE,
      giftCards: singleCard(),
      answers: createCartServer(goods()),
    });
    expect(page.queryByRole('dialog')).toBeNull();
    await user.click(page.getByRole('button', { name: /^Cart/ }));
    const popup = within(await page.findByRole('dialog', { name: 'Your Cart' }));
    expect(await popup.findByText(JACKET)).toBeTruthy();
    expect(page.getAllByRole('dialog')).toHaveLength(1);
    await tap('Close Window');
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    expect(listCardKeys()).toEqual([KEY]);
  });

  it('asks a visitor to sign in instead of showing the cart [CP-18]', async () => {
    const { page, tap, see, text } = await openPage({ url: '/browse', shows: BROWSE, session: {} });
    await tap('Cart');
    await see('Send Mobile Code');
    expect(page.getAllByRole('dialog')).toHaveLength(1);
    expect(text()).not.toContain('Your Cart');
  });
});

describe('cart contents', () => {
  it('lists gift cards stored in the browser, then the product lines of the server cart, and their total [CP-01, CP-02, CP-04]', async () => {
    const giftCards = fiveCards({ incomplete: 1 });
    const { ground, names } = await openCart(goods(), { giftCards });
    expect(ground().getByRole('heading', { level: 2 }).textContent).toBe('Your Cart');
    expect(names()).toEqual([...Object.values(giftCards).map(({ name }) => name), JACKET, NOVEL]);
    expect(ground().getByText('Total').nextSibling?.textContent).toBe('$1,012.99 AUD');
  });

  it('shows name, price and currency of a gift card with Change and Remove [CP-06, CP-07, CP-08, CP-10]', async () => {
    const { rows } = await openCart(goods(), { giftCards: singleCard({ dollars: 75 }) });
    const row = within(rows()[0] as HTMLElement);
    expect(row.getByRole('heading').textContent).toBe(CARD);
    expect(rows()[0]?.textContent).toContain('$75.00 AUD');
    expect(row.getByRole('link', { name: `Change ${CARD}` }).textContent).toBe('Change');
    expect(row.getByRole('button', { name: `Remove ${CARD}` }).textContent).toBe('Remove');
  });

  it('shows a loader instead of an empty cart until the server responds [CP-17, ST-119]', async () => {
    const server = createCartServer(goods());
    const products = holdAnswer(server[CART_PRODUCTS]());
    const { page, text, ground } = await openCart(goods(), {
      shows: 'Loading your cart',
      answers: { [CART_PRODUCTS]: () => products.answer() },
    });
    expect(ground().getByText('Loading your cart').closest('[role=status]')).toBeTruthy();
    expect(text()).not.toContain('Cart is empty');
    products.release();
    expect(await ground().findByText(NOVEL)).toBeTruthy();
    expect(page.queryByText('Loading your cart')).toBeNull();
  });

  it.each([
    ['its recipient', {}, 'For Mia Tran'],
    ['that it is not finished', unfilled, 'Not finished yet'],
  ])('shows in the row of a gift card %s', async (_what, change, words) => {
    const { ground } = await openCart([], { giftCards: singleCard(change) });
    expect(ground().getByText(words)).toBeTruthy();
  });

  it.each([
    ['the wrapped gift', {}, 1],
    ['the product while the gift has no message', { recipient_message: '' }, 0],
  ])('shows the picture of %s', async (_what, change, wrapped) => {
    await openCart([], { giftCards: singleCard(change) });
    await waitFor(() => expect(document.querySelectorAll('[data-wrapped-gift="birthday-cake"]')).toHaveLength(wrapped));
  });

  it('draws the text of at most eight gift cards', async () => {
    const cards = Array.from({ length: 12 }, (_, index): [string, LocalGiftCard] => [
      `${KEY.slice(0, -2)}${10 + index}`,
      localGiftCard({ recipient_firstname: `Friend ${index}` }),
    ]);
    await openCart([], { giftCards: Object.fromEntries(cards) });
    await waitFor(() => expect(document.querySelectorAll('[data-wrapped-gift]')).toHaveLength(12));
    const drawn = () => document.querySelectorAll('[data-wrapped-gift] img[src^="data:image/svg"]').length;
    await waitFor(() => expect(drawn()).toBe(8));
  });

  it('does not mark a complete gift card as unfinished', async () => {
    const { ground } = await openCart([], { giftCards: singleCard() });
    expect(ground().queryByText('Not finished yet')).toBeNull();
  });

  it('links Change on a gift card to the page of that gift card [CP-09, RT-12]', async () => {
    const giftCards = { ...singleCard(), second: localGiftCard({ name: 'Second Card', recipient_firstname: 'Ona' }) };
    const { user, link, see, field } = await openCart(goods(), { giftCards });
    expect(link('Change Second Card').getAttribute('href')).toBe('/giftcard/add/second');
    await user.click(link('Change Second Card'));
    await see('Who are you sending it to?');
    expect(field("Recipient's firstname").value).toBe('Ona');
  });

  it('links Change on a product line to its product', async () => {
    const { user, link, see } = await openCart();
    expect(link(`Change ${JACKET}`).getAttribute('href')).toBe('/updateproduct/5');
    await user.click(link(`Change ${JACKET}`));
    await see('Update Cart');
  });

  it('does not list gift cards twice when the server cart also contains them', async () => {
    const inCart = { ...line(7, novel()), product: { ...line(7, novel()).product, is_giftcard: true } };
    const { ground } = await openCart([inCart, line(6, jacket())]);
    expect(ground().queryByText(NOVEL)).toBeNull();
    expect(ground().getByText(JACKET)).toBeTruthy();
  });

  it('reloads the lines on Try again after a lost connection, and shows no empty cart until then', async () => {
    const server = createCartServer(goods());
    let connected = false;
    const { page, tap, ground, see } = await openCart(goods(), {
      shows: 'This did not load',
      answers: {
        [CART_PRODUCTS]: () => (connected ? server[CART_PRODUCTS]() : throwOffline()),
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

describe('Clear Cart', () => {
  it('removes the product lines, the gift cards and the lines saved from an interrupted order [CP-15, CP-16]', async () => {
    const { ground, tap, writes, queries } = await openCart(goods(), {
      giftCards: fiveCards(),
      before: () => savePendingLines(MOBILE, [{ sku: 'MUG', qty: 1, product_type: 'simple', name: 'Mug', price: 20 }]),
    });
    await tap('Clear Cart');
    await ground().findByText('Cart is empty');
    expect(writes().at(-1)).toBe('POST mobiledigital/clearcart');
    expect(queries('GET mobiledigital/deletegiftcarddetailsbycartid')).toEqual([{ cart_id: '1' }]);
    expect(ground().queryByText(NOVEL)).toBeNull();
    expect([listCardKeys(), localStorage.getItem('gift-card-details')]).toEqual([[], null]);
    expect(readPendingLines(MOBILE)).toEqual([]);
  });

  it('clears the cart once on a double tap', async () => {
    const cleared = holdAnswer({ status: true });
    const { ground, tapTwice, count } = await openCart(goods(), {
      giftCards: singleCard(),
      answers: { 'POST mobiledigital/clearcart': () => cleared.answer() },
    });
    await tapTwice('Clear Cart');
    await waitFor(() => expect(count('POST mobiledigital/clearcart')).toBe(1));
    await ground().findByRole('button', { name: 'Clear Cart', busy: true });
    await ground()
      .findByRole('button', { name: 'Clear Cart' })
      .then((button) => button.click());
    cleared.release();
    await waitFor(() => expect(listCardKeys()).toEqual([]));
    expect(count('POST mobiledigital/clearcart')).toBe(1);
  });

  it('removes the gift cards when the server has no cart', async () => {
    const { ground, tap } = await openCart([], {
      giftCards: singleCard(),
      answers: { 'POST mobiledigital/clearcart': refuse(404) },
    });
    await tap('Clear Cart');
    expect(await ground().findByText('Cart is empty')).toBeTruthy();
  });

  it.each([
    ['no connection', throwOffline, 'No connection'],
    ['an error', refuse(503, { message: 'Come back soon.' }), 'Come back soon.'],
  ])('keeps all gift cards when clearing the cart fails with %s', async (_what, answer, words) => {
    const { page, tap } = await openCart(goods(), {
      giftCards: fiveCards(),
      answers: { 'POST mobiledigital/clearcart': answer },
    });
    await tap('Clear Cart');
    await page.findByText(words);
    expect(listCardKeys()).toHaveLength(5);
  });
});

describe('leaving the cart', () => {
  it('closes the cart on Close Window and changes nothing [CP-14]', async () => {
    const { page, tap, writes } = await openCart(goods(), { giftCards: singleCard() });
    await tap('Close Window');
    await waitFor(() => expect(page.queryByText('Your Cart')).toBeNull());
    expect(writes()).toEqual([]);
    expect(listCardKeys()).toEqual([KEY]);
  });

  it('goes to the checkout and closes the cart on Checkout [CP-11]', async () => {
    const { page, user, link, see } = await openCart([], { giftCards: singleCard() });
    expect(link('Checkout').getAttribute('href')).toBe('/checkout');
    await user.click(link('Checkout'));
    await see('Confirm in');
    await waitFor(() => expect(page.queryByText('Your Cart')).toBeNull());
  });

  it('hides Keep Shopping in the gift card store, whether the cart is full or empty [CP-13]', async () => {
    const { ground, tap, text } = await openCart(goods(), { giftCards: singleCard() });
    expect(text()).not.toContain('Keep Shopping');
    await tap('Clear Cart');
    await ground().findByText('Cart is empty');
    expect(text()).not.toContain('Keep Shopping');
  });

  it.each([
    ['full', goods(), 'Clear Cart'],
    ['empty', [], 'Cart is empty'],
  ])(
    'goes to /browse on Keep Shopping in the product store when the cart is %s [CP-12]',
    async (_how, lines, shows) => {
      switchToProductBrand();
      const { page, user, link } = await openCart(lines, { url: '/terms', shows });
      await user.click(link('Keep Shopping'));
      expect(await page.findByRole('heading', { level: 1, name: 'Browse Products' })).toBeTruthy();
      await waitFor(() => expect(page.queryByText('Your Cart')).toBeNull());
    },
  );

  it('closes the cart on Escape', async () => {
    const { box, page } = await openCart(goods());
    box.querySelector('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }));
    await waitFor(() => expect(page.queryByText('Your Cart')).toBeNull());
  });

  it('links to the shop when the cart is empty', async () => {
    const { page, user, link } = await openCart([], { shows: 'Cart is empty' });
    expect(page.queryByRole('button', { name: 'Clear Cart' })).toBeNull();
    await user.click(link('Browse Gift Cards'));
    await waitFor(() => expect(page.queryByText('Your Cart')).toBeNull());
  });
});
