import { beforeAll, describe, expect, test } from 'vitest';
import type { Product, TileProduct } from '#contract/catalogue.ts';
import { watchCalls } from '../steps/calls.ts';
import { allTiles, isSimple, productOf, someTile } from '../steps/catalogue.ts';
import { ownShop } from '../steps/own-shop.ts';
import { paragraphs } from '../steps/paragraphs.ts';
import { customerOf } from '../steps/signed-in.ts';

const shop = ownShop();
let tiles: TileProduct[];
let known: Product;

beforeAll(async () => {
  tiles = await allTiles(shop.server());
  known = await productOf(shop.server(), await someTile(shop.server(), isSimple));
});

describe('the seller profile', () => {
  const cartCalls = (names: string[]) => names.filter((name) => name.endsWith('carts/mine'));

  test('shows the seller’s picture and words over a grid of tiles [SP-01, SP-02, SP-03]', async () => {
    const { seller } = known;
    const page = await shop.open(`/sellerprofile/${seller.shop_url}`);
    const head = page.getByRole('main').locator('header');
    for (const image of await head.locator('img').all()) {
      await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
    }
    expect(await head.locator('img').count()).toBe(2);
    const described = await paragraphs(page, seller.description);
    expect(described.length).toBeGreaterThan(0);
    for (const words of described) expect(await head.getByText(words, { exact: true }).isVisible()).toBe(true);
    const names = tiles.filter((tile) => tile.seller_name === seller.name).map(({ name }) => name);
    const shown = page.getByRole('main').getByRole('article');
    expect(await shown.count()).toBe(names.length);
    for (const name of names) expect(await shown.filter({ hasText: name }).first().isVisible()).toBe(true);
  });

  test('is fetched when it is opened from a product, whose seller it is [SP-04, SP-09]', async () => {
    const { id, seller } = known;
    const page = await shop.open(`/product/${id}`);
    const calls = watchCalls(page);
    await page.getByRole('link', { name: `Sold by ${seller.name}` }).click();
    await page.getByRole('heading', { level: 1, name: seller.name }).waitFor();
    const [request] = calls.of('GET mobiledigital/sellerInformation');
    expect(new URL(request?.url() ?? '').searchParams.get('seller_url')).toBe(seller.shop_url);
    expect(tiles.filter((tile) => tile.seller_name === '')).toEqual([]);
  });

  test('makes and fetches a cart for a customer [SP-05, SP-06]', async () => {
    const { seller } = known;
    const page = await shop.enter({ as: await customerOf(shop.server(), '+61412300003') });
    const { names } = watchCalls(page);
    await page.goto(`/sellerprofile/${seller.shop_url}`);
    await expect.poll(() => cartCalls(names)).toEqual(['POST carts/mine', 'GET carts/mine']);
  });

  test('makes no cart call for a visitor [SP-07]', async () => {
    const { id, seller } = known;
    const page = await shop.open(`/product/${id}`);
    const { names } = watchCalls(page);
    await page.getByRole('link', { name: `Sold by ${seller.name}` }).click();
    await page.getByRole('heading', { level: 1, name: seller.name }).waitFor();
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Browse', exact: true }).click();
    await page.waitForURL('**/browse');
    expect(names).toContain('GET mobiledigital/sellerInformation');
    expect(names.filter((name) => name.includes('carts/mine'))).toEqual([]);
  });

  test('is public, with logo, description and shop url [SP-08]', async () => {
    const { seller } = known;
    const answer = await fetch(`${shop.server().url}/sellerprofile/${seller.shop_url}`);
    const html = await answer.text();
    expect([answer.status, html.includes(`Logo of ${seller.name}`)]).toEqual([200, true]);
    const { body } = await shop
      .server()
      .send('GET mobiledigital/sellerInformation', { query: { seller_url: seller.shop_url } });
    expect(body.seller).toMatchObject({ shop_url: seller.shop_url, description: seller.description });
    const logo = await fetch(new URL(body.seller?.image ?? '', shop.server().url));
    expect([logo.status, logo.headers.get('content-type')?.split('/')[0]]).toEqual([200, 'image']);
    expect(body.seller?.description).toBeTruthy();
  });
});
