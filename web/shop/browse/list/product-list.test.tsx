import { fireEvent, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { TileProduct } from '#contract/catalogue.ts';
import { buildFacets } from '#gallery/fixtures/search.ts';
import { cardTiles, simpleTiles, variedTiles } from '#gallery/fixtures/tiles.ts';
import { scrollToEverything, scrollToParts } from '#test/web/browser-parts.ts';
import { openPage } from '#test/web/customer-page.ts';
import type { Received } from '#test/web/fake-server.ts';
import { type CallAnswers, refuse, throwOffline } from '#test/web/watch-calls.ts';

const LIST = 'GET mobiledigital/browseProducts';
const FACETS = 'GET mobiledigital/facets';
const all = [...cardTiles, ...variedTiles, ...simpleTiles];
const shownTiles = [...cardTiles.slice(0, 2), ...simpleTiles.slice(0, 2)];

type Opened = { url?: string; answers?: CallAnswers; shows?: string; before?: () => void };

async function openList({ url = '/browse', answers = {}, shows = 'Price in AUD', ...story }: Opened = {}) {
  const shop = await openPage({
    url,
    shows,
    ...story,
    answers: {
      [LIST]: { status: true, data: shownTiles },
      [FACETS]: { status: true, data: buildFacets(all) },
      ...answers,
    },
  });
  const filters = within(shop.page.getByRole('complementary'));
  return {
    ...shop,
    filters,
    asked: () => shop.queries(LIST).map(({ page: _page, ...query } = {}) => query),
    price: (name: 'From' | 'To') => filters.getByLabelText<HTMLInputElement>(name),
  };
}

describe('filters', () => {
  it.each([
    ['a seller', /^Tide & Kiln/, 'checkbox', { seller: 'tide-and-kiln' }, 'Tide & Kiln'],
    ['availability', /^In stock/, 'checkbox', { in_stock: '1' }, 'In stock'],
    ['gift cards', /^Gift cards/, 'radio', { kind: 'giftcard' }, 'Gift cards'],
    ['products', /^Products/, 'radio', { kind: 'product' }, 'Products'],
  ])('filters the list by %s and removes the filter through its chip', async (_what, name, role, query, chip) => {
    const { filters, user, asked, tap, page } = await openList();
    await user.click(filters.getByRole(role, { name }));
    await waitFor(() => expect(asked()).toEqual([query]));
    await tap(`Remove filter: ${chip}`);
    await waitFor(() => expect(page.queryByRole('button', { name: `Remove filter: ${chip}` })).toBeNull());
    expect(filters.getByRole<HTMLInputElement>(role, { name }).checked).toBe(false);
  });

  it('combines filters that are chosen in quick succession', async () => {
    const { filters, user, asked } = await openList();
    await user.click(filters.getByRole('checkbox', { name: /^Tide & Kiln/ }));
    await user.click(filters.getByRole('checkbox', { name: /^Far Paddock/ }));
    await user.click(filters.getByRole('checkbox', { name: /^In stock/ }));
    await waitFor(() => expect(asked().at(-1)).toEqual({ seller: 'tide-and-kiln,far-paddock', in_stock: '1' }));
  });

  it('removes a seller from the filter when its checkbox is unchecked', async () => {
    const { filters, user, asked } = await openList({ url: '/browse?seller=tide-and-kiln,far-paddock' });
    expect(filters.getByRole<HTMLInputElement>('checkbox', { name: /^Tide & Kiln/ }).checked).toBe(true);
    await user.click(filters.getByRole('checkbox', { name: /^Tide & Kiln/ }));
    await waitFor(() => expect(asked()).toEqual([{ seller: 'far-paddock' }]));
  });

  it('removes all filters but keeps the sort order on "Clear all"', async () => {
    const { tap, asked, page } = await openList({ url: '/browse?sort=price_up&seller=tide-and-kiln&in_stock=1' });
    await tap('Clear all');
    await waitFor(() => expect(asked()).toEqual([{ sort: 'price_up' }]));
    expect(page.queryByRole('list', { name: 'Active filters' })).toBeNull();
  });

  it('hides "Clear all" when only one filter is active', async () => {
    const { page } = await openList({ url: '/browse?in_stock=1' });
    expect(page.getAllByText(/^\d+ products?$/).map(({ role, textContent }) => [role, textContent])).toEqual([
      ['status', `${all.length} products`],
    ]);
    expect(page.getByRole('button', { name: 'Remove filter: In stock' })).toBeTruthy();
    expect(page.queryByRole('button', { name: 'Clear all' })).toBeNull();
  });

  it('offers to clear filters that match nothing, and lists unfiltered products below', async () => {
    const { tap, page } = await openList({
      url: '/browse?price_min=900',
      shows: 'Nothing matches all of these filters',
      answers: {
        [LIST]: ({ query }: Received['parts']) => ({ status: true, data: query?.price_min ? [] : shownTiles }),
        [FACETS]: ({ query }: Received['parts']) => ({ status: true, data: buildFacets(query?.price_min ? [] : all) }),
      },
    });
    const unfilteredRegion = within(page.getByRole('region', { name: 'Without these filters' }));
    expect(unfilteredRegion.getAllByRole('article')).toHaveLength(shownTiles.length);
    await tap('Clear filters');
    await waitFor(() => expect(page.queryByText('Nothing matches all of these filters')).toBeNull());
    expect(page.queryByRole('button', { name: /Remove filter/ })).toBeNull();
    expect(page.getAllByRole('article')).toHaveLength(shownTiles.length);
  });
});

describe('price filter', () => {
  it.each([
    ['20', '50', { price_min: '20', price_max: '50' }, '$20 to $50 AUD'],
    ['20', '', { price_min: '20' }, '$20 AUD and more'],
    ['', '50', { price_max: '50' }, 'Up to $50 AUD'],
    ['$19.95', '50', { price_min: '19.95', price_max: '50' }, '$19.95 to $50 AUD'],
    ['50', '20', { price_min: '20', price_max: '50' }, '$20 to $50 AUD'],
  ])('filters products by prices from %j to %j', async (from, to, query, chip) => {
    const { price, user, asked, page } = await openList();
    if (from) await user.type(price('From'), from);
    if (to) await user.type(price('To'), to);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(asked().at(-1)).toEqual(query));
    expect(await page.findByRole('button', { name: `Remove filter: ${chip}` })).toBeTruthy();
  });

  it('ignores text that is not a price', async () => {
    const { price, user, asked } = await openList();
    await user.type(price('From'), 'cheap{Enter}');
    await user.type(price('To'), '-3{Enter}');
    await user.tab();
    expect(asked()).toEqual([]);
  });

  async function typeOn(user: UserEvent, typed: string) {
    const hold = (event: Event) => event.stopImmediatePropagation();
    document.addEventListener('focusout', hold, { capture: true, once: true });
    await user.tab();
    await user.keyboard(typed);
  }

  it('applies the price of the field that lost focus, but not the unfinished price in the focused field', async () => {
    const { price, user, asked, page } = await openList();
    await user.type(price('From'), '10');
    await typeOn(user, '6');
    expect(document.activeElement).toBe(price('To'));
    fireEvent.focusOut(price('From'));
    await waitFor(() => expect(asked()).toEqual([{ price_min: '10' }]));
    await page.findByRole('button', { name: 'Remove filter: $10 AUD and more' });
    expect(document.activeElement).toBe(price('To'));
    await user.keyboard('0{Enter}');
    await waitFor(() => expect(asked().at(-1)).toEqual({ price_min: '10', price_max: '60' }));
  });

  it('keeps a minimum above the maximum until both price fields are finished, then applies the prices', async () => {
    const { price, user, asked } = await openList({ url: '/browse?price_max=20' });
    await user.type(price('From'), '30');
    await typeOn(user, '{Control>}a{/Control}6');
    fireEvent.focusOut(price('From'));
    expect(price('To').value).toBe('6');
    await user.keyboard('0{Enter}');
    await waitFor(() => expect(asked()).toEqual([{ price_min: '30', price_max: '60' }]));
  });

  it('empties a price field when its chip is removed, and keeps the text typed in the other field', async () => {
    const { price, user, page, tap } = await openList({ url: '/browse?price_min=20' });
    expect(price('From').value).toBe('20');
    await tap('Remove filter: $20 AUD and more');
    await waitFor(() => expect(price('From').value).toBe(''));
    await user.type(price('To'), '8');
    expect(price('To').value).toBe('8');
    expect(page.queryByRole('button', { name: /Remove filter/ })).toBeNull();
  });
});

describe('sort order', () => {
  it.each([
    ['Price, low to high', 'price_up'],
    ['Price, high to low', 'price_down'],
    ['Name, A to Z', 'name'],
  ])('sorts the list by %s', async (label, sort) => {
    const { user, field, asked } = await openList();
    await user.selectOptions(field('Sort by'), label);
    await waitFor(() => expect(asked()).toEqual([{ sort }]));
  });

  it('omits the default sort order, newest first, from the API call', async () => {
    const { user, field, asked } = await openList({ url: '/browse?sort=name' });
    await user.selectOptions(field('Sort by'), 'Newest first');
    await waitFor(() => expect(asked()).toEqual([{}]));
  });
});

describe('filter sheet', () => {
  it('shows how many products would remain after each choice and applies all choices together', async () => {
    const { tap, ground, user, asked, count, page } = await openList({
      answers: {
        [FACETS]: ({ query }: Received['parts']) => ({
          status: true,
          data: buildFacets(query?.in_stock ? shownTiles : query?.kind ? cardTiles.slice(0, 1) : all),
        }),
      },
    });
    await tap('Filter');
    await user.click(await ground().findByRole('checkbox', { name: /^In stock/ }));
    await ground().findByRole('button', { name: 'Show 4 products' });
    await user.click(ground().getByRole('checkbox', { name: /^In stock/ }));
    await user.click(ground().getByRole('radio', { name: /^Gift cards/ }));
    await ground().findByRole('button', { name: 'Show 1 product' });
    expect(count(LIST)).toBe(0);
    await tap('Show 1 product');
    await waitFor(() => expect(asked()).toEqual([{ kind: 'giftcard' }]));
    expect(page.queryByRole('dialog')).toBeNull();
    expect(page.getByRole('button', { name: 'Filter (1)' })).toBeTruthy();
  });

  it('leaves the list unchanged when the filter sheet is closed without applying', async () => {
    const { tap, ground, user, asked, page } = await openList();
    await tap('Filter');
    await user.click(await ground().findByRole('checkbox', { name: /^In stock/ }));
    await tap('Close');
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    expect(asked()).toEqual([]);
  });

  it('clears the filters but keeps the sort order on Clear in the filter sheet', async () => {
    const { tap, ground, asked } = await openList({ url: '/browse?sort=name&in_stock=1' });
    await tap('Filter (1)');
    await waitFor(() => ground().getByRole('button', { name: 'Clear' }));
    await tap('Clear');
    await tap(/^Show \d+ products/);
    await waitFor(() => expect(asked()).toEqual([{ sort: 'name' }]));
  });
});

const second = [...variedTiles, ...simpleTiles].slice(0, 10);
const third = simpleTiles.slice(4);
const listIds = (tiles: readonly TileProduct[]) => tiles.map(({ id }) => id);

describe('infinite scroll', () => {
  const shownIds = ({ box }: { box: HTMLElement }) =>
    [...box.querySelectorAll('#main [data-product]')].map((tile) => Number(tile.getAttribute('data-product')));
  const pages = (list: string, ...data: unknown[][]) => ({
    [list]: ({ query }: Received['parts']) => ({ status: true, data: data[Number(query?.page) - 1] ?? [] }),
  });

  it.each([
    { ids: 'BR-09, BR-10', place: 'browse', url: '/browse', list: LIST },
    { ids: 'BR-12', place: 'a category', url: '/category/21', list: 'GET mobiledigital/categoryProducts' },
  ])(
    'loads the next page of $place when the end of the list scrolls into view, until the list ends [$ids]',
    async ({ url, list }) => {
      const shop = await openList({
        url,
        answers: pages(list, cardTiles, second, third),
        before: () => scrollToParts(),
      });
      expect(shownIds(shop)).toEqual(listIds(cardTiles));
      expect(shop.text()).not.toContain('No More Products');
      scrollToEverything();
      await shop.see('No More Products');
      expect(shownIds(shop)).toEqual(listIds([...cardTiles, ...second, ...third]));
      expect(shop.queries(list).map((query) => query?.page)).toEqual(['2', '3']);
    },
  );

  it.each([
    { id: 'BC-02', end: 'a page of fewer than ten products', data: [cardTiles, second.slice(0, 9)] },
    { id: 'BC-03', end: 'a page that begins with a product shown before', data: [cardTiles, cardTiles] },
    { id: 'BR-10', end: 'an empty page', data: [cardTiles, second, []] },
  ])('ends with "No More Products" at $end and shows each product once [$id]', async ({ data }) => {
    const shop = await openList({ answers: pages(LIST, ...data, third), shows: 'No More Products' });
    expect(shownIds(shop)).toEqual([...new Set(listIds(data.flat()))]);
    expect(shop.loaded.filter((name) => name === LIST)).toHaveLength(data.length);
    expect(shop.count(LIST)).toBe(0);
  });

  it.each([
    ['an error', refuse(500, { message: 'Not now.' })],
    ['no connection', throwOffline],
  ])('keeps the loaded tiles when a later page fails with %s, and continues on Try again', async (_what, failure) => {
    let fails = true;
    const answer = pages(LIST, cardTiles, second.slice(0, 2))[LIST] as (parts: Received['parts']) => unknown;
    const shop = await openList({
      answers: {
        [LIST]: (parts: Received['parts']) => (parts.query?.page === '2' && fails ? failure() : answer(parts)),
      },
      shows: 'Try again',
    });
    expect(shownIds(shop)).toHaveLength(10);
    expect(shop.page.queryByText('No More Products')).toBeNull();
    fails = false;
    await shop.user.click(shop.page.getByRole('button', { name: 'Try again' }));
    await shop.see('No More Products');
    expect(shownIds(shop)).toHaveLength(12);
    expect(shop.queries(LIST).map((query) => query?.page)).toEqual(['2']);
  });
});

it.each([
  ['names the import command during setup', true, 'npm run import'],
  ['names no command in production', false, 'The shelves are being filled.'],
])('explains an empty list: an empty shop %s', async (_what, demo_phone, words) => {
  const { text } = await openPage({
    url: '/browse',
    shows: 'Nothing here yet',
    session: {},
    settings: { demo_phone },
    answers: { 'GET mobiledigital/browseProducts': { status: true, data: [] } },
  });
  expect(text()).toContain(words);
});
