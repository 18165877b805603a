import { waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { at } from '#gallery/fixtures/products.ts';
import { cardTiles, simpleTiles, variedTiles } from '#gallery/fixtures/tiles.ts';
import { cartServer } from '#test/web/cart-server.ts';
import { openPage } from '#test/web/customer-page.ts';
import { type CallAnswers, held, offline, refuse } from '#test/web/watch-calls.ts';
import { noteViewed, useRecentlyViewed } from '../../state/recently-viewed.ts';
import { useSellers } from '../../state/sellers.ts';

const ADD = 'POST carts/mine/items';
const novel = at(simpleTiles, 0);
const mug = at(variedTiles, 0);
const jacket = at(variedTiles, 4);
const card = at(cardTiles, 0);

async function openTiles({ products = [card, mug, novel], answers = {} as CallAnswers, visitor = false } = {}) {
  const shop = await openPage({
    ...{ at: '/browse', shows: 'No More Products', ...(visitor ? { session: {} } : {}) },
    answers: {
      ...cartServer([]),
      'GET mobiledigital/browseProducts': { status: true, data: products },
      ...answers,
    },
  });
  const tile = (name: string) => within(shop.page.getByRole('article', { name }));
  return { ...shop, tile, press: (name: string) => shop.user.click(tile(name).getByRole('button')) };
}

describe('a tile', () => {
  test.each([
    ['a gift card', card, 'From $25.00 AUD', 'Buy Now'],
    ['a product with options', mug, 'From $46.00 AUD', 'Add To Cart'],
    ['a product without', novel, '$34.99 AUD', 'Add To Cart'],
  ])('of %s says what it costs and what can be done', async (_what, product, price, button) => {
    const { tile, page } = await openTiles();
    expect(page.getByRole('article', { name: product.name }).textContent).toContain(`${price}${button}`);
    expect(tile(product.name).getByRole('button').textContent).toBe(button);
    expect(tile(product.name).getByRole('link').getAttribute('href')).toBe(`/product/${product.id}`);
  });

  test.each([0, -1])('with %s left says so in place of its button', async (qty) => {
    const { tile, press, writes } = await openTiles({ products: [{ ...novel, qty }] });
    const button = tile(novel.name).getByRole<HTMLButtonElement>('button');
    expect([button.textContent, button.disabled]).toEqual(['Out of Stock', true]);
    await press(novel.name);
    expect(writes()).toEqual([]);
  });
});

describe('the button, for a customer', () => {
  test('puts one of a simple product into the open cart, fetches the cart and says so', async () => {
    const { press, see, bodies, names } = await openTiles();
    await press(novel.name);
    await see('Added to your cart');
    expect(bodies(ADD)).toEqual([{ cartItem: { sku: 'LL-SALT', qty: 1, product_type: 'simple', quote_id: 1 } }]);
    const [first, second, ...rest] = names();
    expect([first, second]).toEqual(['POST carts/mine', ADD]);
    expect(rest.toSorted()).toEqual(['GET carts/mine', 'GET mobiledigital/cartproducts']);
  });

  test('tapped while the first tap is under way does nothing more', async () => {
    const added = held({ item_id: 9, price: 34.99 });
    const { press, see, count, sentTimes } = await openTiles({ answers: { [ADD]: () => added.answer() } });
    await press(novel.name);
    await sentTimes(ADD, 1);
    await press(novel.name);
    await press(novel.name);
    added.release();
    await see('Added to your cart');
    expect(count(ADD)).toBe(1);
  });

  test.each([
    ['sold out', refuse(400, { code: 'not_available', message: 'x' }), 'Product is out of stock.'],
    ['fewer left', refuse(400, { code: 'qty_not_available', message: 'x' }), 'Qty not Available'],
    [
      'a full cart',
      refuse(400, { code: 'cart_full', message: 'x', parameters: ['50'] }),
      'A cart holds at most 50 lines.',
    ],
    ['an error without a code', refuse(500, { message: 'The shop is being tidied.' }), 'The shop is being tidied.'],
    ['an error without words', refuse(502, { message: '' }), 'Something Went Wrong'],
  ])('says what the server has against it: %s', async (_what, answer, words) => {
    const { press, see, text, tile } = await openTiles({ answers: { [ADD]: answer } });
    await press(novel.name);
    await see(words);
    expect(text()).not.toContain('Added to your cart');
    await waitFor(() => expect(tile(novel.name).getByRole('button').getAttribute('aria-busy')).toBeNull());
  });

  test.each([
    ['a gift card', card, 'How much?'],
    ['a product with options', jacket, 'Ochre'],
  ])('of %s leads to its page and writes nothing', async (_what, product, words) => {
    const { press, see, writes } = await openTiles({ products: [product] });
    await press(product.name);
    await see(words);
    expect(writes()).toEqual([]);
  });
});

describe('the button, for a visitor', () => {
  test('fetches product and seller, then asks to sign in', async () => {
    const { press, see, names } = await openTiles({ visitor: true });
    await press(novel.name);
    await see('Send Mobile Code');
    expect(
      names()
        .filter((name) => !name.includes('shopsettings'))
        .toSorted(),
    ).toEqual(['GET mobiledigital/product', 'GET mobiledigital/seller']);
    expect(useSellers.getState().last?.name).toBe('Tide & Kiln');
  });

  test.each([
    ['an error', refuse(500, { message: 'No answer today.' }), 'No answer today.'],
    ['no connection', offline, 'No connection'],
  ])('does not ask to sign in for a product that does not come: %s', async (_what, answer, words) => {
    const { press, see, text } = await openTiles({
      visitor: true,
      answers: { 'GET mobiledigital/product': answer },
    });
    await press(novel.name);
    await see(words);
    expect(text()).not.toContain('Send Mobile Code');
  });

  test('asks to sign in although the seller does not come', async () => {
    const { press, see } = await openTiles({ visitor: true, answers: { 'GET mobiledigital/seller': refuse(500) } });
    await press(novel.name);
    await see('Send Mobile Code');
  });
});

describe('what was viewed before', () => {
  const open = (ids: number[], answers: CallAnswers = {}, screen = '/browse') =>
    openPage({
      ...{ at: screen, shows: screen === '/browse' ? 'No More Products' : 'About', session: {} },
      before: () => ids.toReversed().forEach(noteViewed),
      answers,
    });

  test('stands in the list until it is cleared', async () => {
    const { page, user } = await open([18, 17]);
    const viewed = within(page.getByRole('region', { name: 'Recently viewed' }));
    expect(viewed.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/product/17',
      '/product/18',
    ]);
    await user.click(viewed.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(page.queryByText('Recently viewed')).toBeNull());
    expect(useRecentlyViewed.getState().ids).toEqual([]);
  });

  test('does not hold the product that is on screen, and at most eight', async () => {
    const { page } = await open([18, 1, 2, 3, 4, 5, 6, 7, 8, 9], {}, '/product/18');
    const viewed = within(await page.findByRole('region', { name: 'Recently viewed' }));
    const links = viewed.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toHaveLength(8);
    expect(links).not.toContain('/product/18');
  });

  test('is left out where none of it is sold any more', async () => {
    const { page } = await open([18], { 'GET mobiledigital/products': { status: true, data: [] } });
    expect(page.queryByText('Recently viewed')).toBeNull();
  });
});
