import { waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { line } from '#gallery/fixtures/customer.ts';
import { novel as fullNovel, itemAt } from '#gallery/fixtures/products.ts';
import { sellers } from '#gallery/fixtures/sellers.ts';
import { cardTiles, simpleTiles, variedTiles } from '#gallery/fixtures/tiles.ts';
import { createCartServer } from '#test/web/cart-server.ts';
import { openPage } from '#test/web/customer-page.ts';
import { type CallAnswers, holdAnswer, refuse, throwOffline } from '#test/web/watch-calls.ts';
import { queryClient } from '../../queries/query-client.ts';
import { useSession } from '../../session/session.ts';
import { usePopups } from '../../state/popups.ts';
import { recordViewed, useRecentlyViewed } from '../../state/recently-viewed.ts';
import { useSellers } from '../../state/sellers.ts';

const ADD = 'POST carts/mine/items';
const novel = itemAt(simpleTiles, 0);
const mug = itemAt(variedTiles, 0);
const jacket = itemAt(variedTiles, 4);
const card = itemAt(cardTiles, 0);

const readPrice = (tile: ReturnType<typeof within>) => tile.getByText(/AUD$/).textContent;
const readButtons = (tile: ReturnType<typeof within>) =>
  tile.getAllByRole('button').map((button: HTMLElement) => [button.textContent, button.hasAttribute('disabled')]);

async function openTiles({ products = [card, mug, novel], answers = {} as CallAnswers, visitor = false } = {}) {
  const shop = await openPage({
    url: '/browse',
    shows: 'No More Products',
    ...(visitor ? { session: {} } : {}),
    answers: {
      ...createCartServer([]),
      'GET mobiledigital/browseProducts': { status: true, data: products },
      ...answers,
    },
  });
  const tile = (name: string) => within(shop.page.getByRole('article', { name }));
  return { ...shop, tile, press: (name: string) => shop.user.click(tile(name).getByRole('button')) };
}

const TYPES = [
  ['a gift card', card, 'From $25.00 AUD', 'Buy Now'],
  ['a product with options', mug, 'From $46.00 AUD', 'Add To Cart'],
  ['a product without options', novel, '$34.99 AUD', 'Add To Cart'],
] as const;

it('shows products and gift cards as tiles on the browse page [RT-05, BR-04, BR-07, BR-08]', async () => {
  const { page } = await openTiles();
  expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Browse Gift Cards');
  const main = within(page.getByRole('main'));
  const hrefs = main.getAllByRole('article').map((tile) => tile.querySelector('a')?.getAttribute('href'));
  expect(hrefs).toEqual([card, mug, novel].map(({ id }) => `/product/${id}`));
});

it('gives only an odd last product a row of its own on phones', async () => {
  const { box } = await openTiles();
  const hasOwnRow = ({ id }: { id: number }) =>
    box.querySelector(`[data-product="${id}"]`)?.classList.contains('max-sm:col-span-full');
  expect([card, mug, novel].map(hasOwnRow)).toEqual([false, false, true]);
});

describe('product tile', () => {
  it("names the seller unless the name of the product contains the seller's name", async () => {
    const { tile } = await openTiles({ products: [{ ...card, seller_name: 'Tide & Kiln' }, novel] });
    expect(card.name).toContain('Tide & Kiln');
    expect(tile(card.name).queryByText('Tide & Kiln')).toBeNull();
    expect(tile(novel.name).getByText(novel.seller_name)).toBeTruthy();
  });

  it('shows picture, name, price and button, and links the picture to the product [BR-13, BR-14, BR-15]', async () => {
    const { tile, user, page, see } = await openTiles();
    for (const [typeName, product, price] of TYPES) {
      const link = tile(product.name).getByRole('link');
      expect(within(link).getByText(product.name), typeName).toBeTruthy();
      expect(link.getAttribute('href'), typeName).toBe(`/product/${product.id}`);
      expect(link.querySelector('img')?.getAttribute('src'), typeName).toContain(`/media/${product.picture.id}/`);
      expect(readPrice(tile(product.name)), typeName).toBe(price);
    }
    await user.click(tile(novel.name).getByRole('link').querySelector('img') as HTMLElement);
    await see('Quantity');
    expect(page.getByRole('heading', { level: 1 }).textContent).toBe(novel.name);
  });

  it('shows "From" and the lowest price for a configurable product, but just the price for a simple product [BR-16]', async () => {
    const { tile } = await openTiles({ products: [{ ...mug, price: 1_046 }, novel] });
    expect(readPrice(tile(mug.name))).toBe('From $1,046.00 AUD');
    expect(readPrice(tile(novel.name))).toBe('$34.99 AUD');
  });

  it('shows Add To Cart for products and Buy Now for gift cards [BR-17, BR-18]', async () => {
    const { tile } = await openTiles();
    for (const [typeName, product, , label] of TYPES)
      expect([typeName, readButtons(tile(product.name))]).toEqual([typeName, [[label, false]]]);
  });

  it.each([
    ['BR-19', 0],
    ['BR-20', -1],
  ])('shows a disabled Out of Stock button (%s) when the quantity is %i [BR-21]', async (_id, qty) => {
    const products = [novel, mug, card].map((product) => ({ ...product, qty }));
    const { tile, press, writes } = await openTiles({ products });
    for (const { name } of products) expect(readButtons(tile(name))).toEqual([['Out of Stock', true]]);
    await press(novel.name);
    expect(writes()).toEqual([]);
  });
});

describe('tile button for a customer', () => {
  it('adds one unit of a simple product, then reloads the cart and its count [ST-025, ST-026, ST-027]', async () => {
    const { press, see, bodies, names, page } = await openTiles({ answers: createCartServer([line(6, fullNovel())]) });
    await page.findByRole('button', { name: 'Cart, 1 item' });
    await press(novel.name);
    await see('Added to your cart');
    expect(bodies(ADD)).toEqual([{ cartItem: { sku: 'LL-SALT', qty: 1, product_type: 'simple', quote_id: 1 } }]);
    const [first, second, ...rest] = names();
    expect([first, second]).toEqual(['POST carts/mine', ADD]);
    expect(rest.toSorted()).toEqual(['GET carts/mine', 'GET mobiledigital/cartproducts']);
    await page.findByRole('button', { name: 'Cart, 2 items' });
  });

  it('ignores further taps while the first call is pending', async () => {
    const added = holdAnswer({ item_id: 9, price: 34.99 });
    const { press, see, count, sentTimes } = await openTiles({ answers: { [ADD]: () => added.answer() } });
    await press(novel.name);
    await sentTimes(ADD, 1);
    await press(novel.name);
    await press(novel.name);
    added.release();
    await see('Added to your cart');
    expect(count(ADD)).toBe(1);
  });

  it.each([
    ['Out of Stock', refuse(400, { code: 'not_available', message: 'x' }), 'Product is out of stock.'],
    [
      'Qty not Available',
      refuse(400, { code: 'qty_not_available', message: 'x' }),
      'The requested qty is not available',
    ],
    [
      'Something Went Wrong',
      refuse(400, { code: 'cart_full', message: 'x', parameters: ['50'] }),
      'A cart holds at most 50 lines.',
    ],
    ['Something Went Wrong', refuse(500, { message: 'The shop is being tidied.' }), 'The shop is being tidied.'],
    ['Something Went Wrong', refuse(502, { message: '' }), 'An Unexpected Error has occured. Please try again later.'],
  ])(
    'opens the popup %s when the server rejects the product [ER-14, ER-15, PO-09, PO-10]',
    async (title, answer, words) => {
      const { press, page, text, tile } = await openTiles({ answers: { [ADD]: answer } });
      await press(novel.name);
      expect((await page.findByRole('dialog', { name: title })).textContent).toContain(words);
      expect(text()).not.toContain('Added to your cart');
      await waitFor(() => expect(tile(novel.name).getByRole('button').getAttribute('aria-busy')).toBeNull());
    },
  );

  it.each([
    ['a configurable product', 'ST-024', jacket, 'Ochre'],
    ['a gift card', 'ST-028', card, 'How much?'],
  ])('opens the page of %s and adds nothing to the cart [%s, RT-07]', async (_what, _id, product, words) => {
    const { press, see, writes, page } = await openTiles({ products: [product] });
    await press(product.name);
    await see(words);
    expect(page.getByRole('heading', { level: 1 }).textContent).toBe(product.name);
    expect(writes()).toEqual([]);
  });
});

const PRODUCT = 'GET mobiledigital/product';
const SELLER = 'GET mobiledigital/seller';

describe('tile button for a visitor', () => {
  it('loads the product and its seller, then asks the visitor to sign in [ST-022, ST-023]', async () => {
    const [product, seller] = [
      holdAnswer({ status: true, data: fullNovel() }),
      holdAnswer({ status: true, data: sellers.tide }),
    ];
    const shop = await openTiles({ visitor: true, answers: { [PRODUCT]: product.answer, [SELLER]: seller.answer } });
    await shop.press(novel.name);
    await shop.sentTimes(PRODUCT, 1);
    await shop.sentTimes(SELLER, 1);
    expect([...shop.queries(PRODUCT), ...shop.queries(SELLER)]).toEqual([
      { product_id: String(novel.id) },
      { product_id: String(novel.id) },
    ]);
    product.release();
    await waitFor(() => expect(queryClient().isFetching()).toBe(1));
    expect(shop.text()).not.toContain('Send Mobile Code');
    seller.release();
    await shop.see('Send Mobile Code');
    expect(shop.writes()).toEqual([]);
    expect(useSellers.getState().last?.name).toBe('Tide & Kiln');
  });

  it('asks a customer whose session has expired to sign in before opening the gift card [ST-023, ST-028]', async () => {
    const { press, see, page, writes } = await openTiles({ products: [card] });
    useSession.setState({ token_ttl: Date.now() - 1 });
    await press(card.name);
    await see('Send Mobile Code');
    expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Browse Gift Cards');
    // Expects `place`, not `next`: with `next`, this list would appear briefly after registration.
    expect(usePopups.getState().popup).toEqual({ kind: 'sign-in', place: `/product/${card.id}` });
    expect(writes()).toEqual([]);
  });

  it.each([
    ['an error', refuse(500, { message: 'No answer today.' }), 'No answer today.'],
    ['no connection', throwOffline, 'No connection'],
  ])('does not ask a visitor to sign in when loading the product fails: %s', async (_what, answer, words) => {
    const { press, see, text } = await openTiles({
      visitor: true,
      answers: { 'GET mobiledigital/product': answer },
    });
    await press(novel.name);
    await see(words);
    expect(text()).not.toContain('Send Mobile Code');
  });

  it('asks a visitor to sign in even when loading the seller fails', async () => {
    const { press, see } = await openTiles({ visitor: true, answers: { 'GET mobiledigital/seller': refuse(500) } });
    await press(novel.name);
    await see('Send Mobile Code');
  });
});

describe('recently viewed products', () => {
  const open = (ids: number[], answers: CallAnswers = {}, screen = '/browse') =>
    openPage({
      url: screen,
      shows: screen === '/browse' ? 'No More Products' : 'About',
      session: {},
      before: () => ids.toReversed().forEach(recordViewed),
      answers,
    });

  it('shows recently viewed products until the visitor clears them', async () => {
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

  it('lists at most eight recently viewed products, latest first, without the product on screen', async () => {
    const { page } = await open([18, 1, 2, 3, 4, 5, 6, 7, 8, 9], {}, '/product/18');
    const viewed = within(await page.findByRole('region', { name: 'Recently viewed' }));
    const links = viewed.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((id) => `/product/${id}`));
  });

  it('hides the section when the shop no longer sells any of the viewed products', async () => {
    const { page } = await open([18], { 'GET mobiledigital/products': { status: true, data: [] } });
    expect(page.queryByText('Recently viewed')).toBeNull();
  });
});
