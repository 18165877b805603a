import { waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { novel } from '#gallery/fixtures/products.ts';
import { sellers } from '#gallery/fixtures/sellers.ts';
import { carriedTideCard } from '#gallery/fixtures/spending.ts';
import { cardTiles, simpleTiles, variedTiles } from '#gallery/fixtures/tiles.ts';
import { createCartServer } from '#test/web/cart-server.ts';
import { openPage } from '#test/web/customer-page.ts';
import { type CallAnswers, refuse, throwOffline } from '#test/web/watch-calls.ts';
import { useSession } from '../session/session.ts';
import { storeCarriedCard } from '../state/carried-card.ts';

const INFORMATION = 'GET mobiledigital/sellerInformation';
const cards = cardTiles.slice(0, 2);
const goods = [...variedTiles, ...simpleTiles].slice(0, 3);

function openSeller(
  products: unknown[],
  { visitor = true, shows = 'From Tide & Kiln', answers = {} as CallAnswers, carried = false } = {},
) {
  return openPage({
    url: '/sellerprofile/tide-and-kiln',
    shows,
    ...(visitor ? { session: {} } : {}),
    before: () => carried && storeCarriedCard(carriedTideCard()),
    answers: { ...createCartServer([]), [INFORMATION]: { status: true, seller: sellers.tide, products }, ...answers },
  });
}
const listProductNames = (shop: Awaited<ReturnType<typeof openSeller>>) =>
  within(shop.page.getByRole('region', { name: 'From Tide & Kiln' }))
    .getAllByRole('article')
    .map((article) => article.getAttribute('aria-labelledby'))
    .map((id) => document.getElementById(id ?? '')?.textContent);

describe('seller profile', () => {
  it("shows the seller's image, logo and description above a grid of products [SP-01, SP-02, SP-03, SP-08]", async () => {
    const shop = await openSeller(goods);
    const head = within(shop.page.getByRole('main').querySelector('header') as HTMLElement);
    expect(head.getByRole('heading', { level: 1 }).textContent).toBe('Tide & Kiln');
    const pictures = [...shop.page.getByRole('main').querySelectorAll('header img')];
    expect(pictures.map((image) => [image.getAttribute('alt'), image.getAttribute('src')])).toEqual([
      ['', '/media/seller-tide-and-kiln-header/640.jpg?v=592fed48666e'],
      ['Logo of Tide & Kiln', '/media/seller-tide-and-kiln-logo/640.jpg?v=d3cbdef34abe'],
    ]);
    expect(head.getByText(/^Nell Abara bought her first kiln/)).toBeTruthy();
    expect(head.getByText(/^The shed door is open on Saturdays/)).toBeTruthy();
    expect(listProductNames(shop)).toEqual(goods.map(({ name }) => name));
  });

  it('shows a gift card holder the balance, and at first only products that the card can buy', async () => {
    const shop = await openSeller([...cards, ...goods], { carried: true });
    await shop.see('You have $50.00 AUD to spend here.');
    expect(shop.link('Back to your card').getAttribute('href')).toBe('/card/s3cret');
    await waitFor(() => expect(listProductNames(shop)).toEqual(goods.map(({ name }) => name)));
    await shop.tap(/^Everything/);
    expect(listProductNames(shop)).toHaveLength(cards.length + goods.length);
  });

  it('fetches the seller by shop URL when opened from a product [SP-04, SP-07]', async () => {
    const { user, link, see, queries, names } = await openPage({
      url: '/product/18',
      shows: 'Salt on the Line',
      session: {},
      answers: {
        ...createCartServer([]),
        'GET mobiledigital/product': { status: true, data: novel() },
        [INFORMATION]: { status: true, seller: sellers.lamplight, products: goods },
      },
    });
    expect(queries(INFORMATION)).toEqual([]);
    await user.click(link(/Sold by Lamplight Lane Books/));
    await see('From Lamplight Lane Books');
    expect(queries(INFORMATION)).toEqual([{ seller_url: 'lamplight-lane' }]);
    expect(names().filter((name) => name.includes('cart'))).toEqual([]);
  });
});

describe('products of a seller', () => {
  it("lists a seller's gift cards before other products and filters to either kind", async () => {
    const shop = await openSeller([...goods, ...cards]);
    const [cardNames, goodNames] = [cards, goods].map((tiles) => tiles.map(({ name }) => name));
    expect(listProductNames(shop)).toEqual([...(cardNames ?? []), ...(goodNames ?? [])]);
    await shop.tap('Gift cards 2');
    expect(listProductNames(shop)).toEqual(cardNames);
    expect(shop.button('Gift cards 2').getAttribute('aria-pressed')).toBe('true');
    await shop.tap('Products 3');
    expect(listProductNames(shop)).toEqual(goodNames);
    await shop.tap('Everything 5');
    expect(listProductNames(shop)).toHaveLength(5);
  });

  it.each([
    ['cards', cards],
    ['goods', goods],
  ])('offers no filter when the seller has %s only', async (_what, products) => {
    const { page } = await openSeller(products);
    expect(page.queryByRole('group', { name: 'Show' })).toBeNull();
    expect(page.getAllByRole('article')).toHaveLength(products.length);
  });

  it('shows a hint when the seller has no products', async () => {
    const { page, text } = await openSeller([]);
    expect(page.queryAllByRole('article')).toEqual([]);
    expect(text()).toContain('The shelves are being filled');
  });
});

describe('opening a seller profile', () => {
  it('makes no cart call when a visitor opens a seller profile [SP-07]', async () => {
    const { loaded } = await openSeller(goods);
    expect(loaded.filter((name) => name.includes('cart'))).toEqual([]);
    expect(useSession.getState().auth_expired).toBe(false);
  });

  it('creates and fetches a cart when a customer opens a seller profile [SP-05, SP-06]', async () => {
    const { loaded } = await openSeller(goods, { visitor: false });
    const carts = loaded.filter((name) => name.endsWith('carts/mine'));
    expect(carts).toEqual(['POST carts/mine', 'GET carts/mine']);
  });

  it("still shows the seller's products when the cart cannot be created", async () => {
    const shop = await openSeller(goods, {
      visitor: false,
      shows: 'No cart today.',
      answers: { 'POST carts/mine': refuse(500, { message: 'No cart today.' }) },
    });
    await shop.tap('OK');
    expect(listProductNames(shop)).toHaveLength(3);
  });

  it('shows Page not found for an unknown seller', async () => {
    openSeller([], { answers: { [INFORMATION]: { status: false } } }).catch(() => undefined);
    await waitFor(() => expect(document.querySelector('h1')?.textContent).toBe('Page not found'));
  });

  it.each([
    ['an error', refuse(500)],
    ['no connection', throwOffline],
  ])('loads the seller profile on Retry after %s', async (_what, failure) => {
    let fails = true;
    const { page, user, see, text } = await openSeller(goods, {
      shows: 'This did not load',
      answers: { [INFORMATION]: () => (fails ? failure() : { status: true, seller: sellers.tide, products: goods }) },
    });
    fails = false;
    await user.click(page.getByRole('button', { name: 'Try again' }));
    await see('From Tide & Kiln');
    await waitFor(() => expect(text()).not.toContain('This did not load'));
  });
});
