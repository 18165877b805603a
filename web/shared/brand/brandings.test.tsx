import { waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { line } from '#gallery/fixtures/customer.ts';
import { novel } from '#gallery/fixtures/products.ts';
import { buildFacets } from '#gallery/fixtures/search.ts';
import { cardTiles, simpleTiles } from '#gallery/fixtures/tiles.ts';
import { createCartServer } from '#test/web/cart-server.ts';
import { openPage } from '#test/web/customer-page.ts';
import type { Received } from '#test/web/fake-server.ts';
import type { Brand } from './brand.ts';
import { giftcard } from './giftcard.ts';
import { product } from './product.ts';

const build = vi.hoisted((): { brand?: Brand } => ({}));
vi.mock('./brand.ts', async (original) => {
  const real = await original<{ brand: Brand }>();
  return {
    ...real,
    get brand() {
      return build.brand ?? real.brand;
    },
  };
});

const LIST = 'GET mobiledigital/browseProducts';
const all = [...cardTiles.slice(0, 4), ...simpleTiles];

describe.each([
  { store: 'the gift card store', brand: giftcard, title: 'Browse Gift Cards', name: 'Handsel Gift Cards', keep: [] },
  { store: 'the product store', brand: product, title: 'Browse Products', name: 'Handsel', keep: ['Keep Shopping'] },
])('$store', ({ brand, title, name, keep }) => {
  it(`shows '${title}' as the heading of the list, and the store's links at the end of the cart [BR-03, BR-06, BR-07]`, async () => {
    build.brand = brand;
    const { page, ground } = await openPage({
      url: '/browse',
      shows: 'Clear Cart',
      popup: { kind: 'cart' },
      answers: { ...createCartServer([line(6, novel())]), [LIST]: { status: true, data: all.slice(0, 3) } },
    });
    expect(page.getByRole('heading', { level: 1 }).textContent).toBe(title);
    expect(document.title).toBe(`${title} | ${name}`);
    expect(ground().getByRole('button', { name: 'Close Window' })).toBeTruthy();
    const labels = ground()
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
    expect(labels.slice(-1 - keep.length)).toEqual(['Checkout', ...keep]);
  });
});

it('shows occasions in the product store only while customers browse gift cards', async () => {
  build.brand = product;
  const { page, user, queries } = await openPage({
    url: '/browse',
    shows: 'Price in AUD',
    session: {},
    answers: {
      [LIST]: ({ query }: Received['parts']) => ({
        status: true,
        data: query?.kind === 'giftcard' ? cardTiles.slice(0, 4) : all,
      }),
      'GET mobiledigital/facets': { status: true, data: buildFacets(all) },
    },
  });
  expect(page.queryByRole('navigation', { name: 'Occasions' })).toBeNull();
  await user.click(within(page.getByRole('complementary')).getByRole('radio', { name: /^Gift cards/ }));
  const row = within(await page.findByRole('navigation', { name: 'Occasions' }));
  await user.click(await row.findByRole('link', { name: 'Wedding' }));
  await waitFor(() => expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Wedding'));
  await waitFor(() => expect(queries(LIST).at(-1)).toEqual({ page: '1', kind: 'giftcard', occasion: 'wedding' }));
});
