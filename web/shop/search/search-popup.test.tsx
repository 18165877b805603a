import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { categories } from '#gallery/fixtures/categories.ts';
import { noFacets, suggestions } from '#gallery/fixtures/search.ts';
import { sellers } from '#gallery/fixtures/sellers.ts';
import { cardTiles } from '#gallery/fixtures/tiles.ts';
import { errorAnswer } from '#gallery/story/answers.ts';
import type { Story } from '#gallery/story/story.ts';
import { openShop } from '#test/web/open-shop.ts';
import { recordViewed } from '../state/recently-viewed.ts';
import { readRecentSearches, recordSearch } from './recent-searches.ts';

const SUGGEST = 'GET mobiledigital/suggest';

async function openSearch(story: Partial<Story> = {}) {
  const shop = await openShop({ url: '/privacy', popup: { kind: 'search' }, shows: 'Search', ...story });
  const popup = within(shop.page.getByRole('dialog'));
  const field = await popup.findByLabelText<HTMLInputElement>('What are you looking for?');
  const list = within(popup.getByRole('listbox'));
  const chosen = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent ?? null;
  return { ...shop, field, list, chosen };
}

describe('typing in the search popup', () => {
  it('groups the suggestions by kind and announces their number', async () => {
    const { page, user, field, list, sent } = await openSearch();
    await user.type(field, ' coff  ');
    expect(await page.findByText('6 suggestions')).toBeTruthy();
    for (const name of ['Categories', 'Sellers', 'Products']) expect(list.getByRole('group', { name })).toBeTruthy();
    expect(list.getAllByRole('option')).toHaveLength(7);
    expect(list.getAllByRole('option')[0]?.textContent).toBe('Search for coff');
    expect(sent.filter(({ name }) => name === SUGGEST)).toHaveLength(1);
  });

  it('shows the price and seller of a suggested product', async () => {
    const { page, user, field, list } = await openSearch();
    await user.type(field, 'coff');
    const group = within(await list.findByRole('group', { name: 'Products' }));
    const [card] = suggestions.products;
    expect(group.getAllByRole('option')[0]?.textContent).toBe(
      `${card?.name}From $${card?.price?.toFixed(2)} AUD · ${card?.seller_name}`,
    );
    await user.click(page.getByRole('button', { name: 'Clear' }));
    expect([field.value, document.activeElement]).toEqual(['', field]);
    expect(page.queryByRole('button', { name: 'Clear' })).toBeNull();
  });

  it('offers only the search for the typed text after a single letter', async () => {
    const { user, field, list, sent } = await openSearch();
    await user.type(field, 'c');
    expect((await list.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Search for c']);
    await user.type(field, 'o');
    await list.findByRole('group', { name: 'Sellers' });
    expect(sent.filter(({ name }) => name === SUGGEST)).toHaveLength(1);
  });

  it.each([
    ['nothing matches', { status: true, data: { products: [], sellers: [], categories: [] } }],
    ['loading the suggestions fails', errorAnswer(500, 'Broken')],
  ])('still runs the search when %s', async (_when, reply) => {
    const { page, user, field } = await openSearch({ answers: { [SUGGEST]: reply as never } });
    await user.type(field, 'mug');
    await user.keyboard('{Enter}');
    expect(await page.findByText('Results for “mug”')).toBeTruthy();
    expect(page.queryByText('Broken')).toBeNull();
    expect(readRecentSearches()).toEqual(['mug']);
  });

  it('does not search for spaces alone', async () => {
    const { page, user, field } = await openSearch();
    await user.type(field, '   {Enter}');
    expect(page.getByRole('dialog')).toBeTruthy();
    expect(readRecentSearches()).toEqual([]);
  });
});

describe('choosing a suggestion', () => {
  it('cycles through the field and all options with the arrow keys', async () => {
    const { user, field, list, chosen } = await openSearch();
    await user.type(field, 'coff');
    await list.findByRole('group', { name: 'Sellers' });
    const options = list.getAllByRole('option').map(({ textContent }) => textContent);
    await user.keyboard('{ArrowUp}');
    expect(chosen()).toBe(options.at(-1));
    await user.keyboard('{ArrowDown}');
    expect(chosen()).toBeNull();
    const walked: (string | null)[] = [];
    for (let index = 0; index < options.length; index += 1) {
      await user.keyboard('{ArrowDown}');
      walked.push(chosen());
    }
    expect(walked).toEqual(options);
    expect(document.activeElement).toBe(field);
  });

  it.each([
    ['a category', 'Coffee', 'Coffee'],
    ['a seller', sellers.slow.name, sellers.tide.name],
    ['a product', suggestions.products[0]?.name ?? '', suggestions.products[0]?.name ?? ''],
  ])('opens the page of %s on tap, closes the popup and stores no recent search', async (_what, text, heading) => {
    const { page, user, field, list } = await openSearch();
    await user.type(field, 'coff');
    await list.findByRole('group', { name: 'Sellers' });
    await user.click(list.getAllByText(text)[0] as HTMLElement);
    expect(await page.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
    expect(page.queryByRole('dialog')).toBeNull();
    expect(readRecentSearches()).toEqual([]);
  });

  it('opens the highlighted suggestion on Enter instead of searching', async () => {
    const { page, user, field, list } = await openSearch();
    await user.type(field, 'coff');
    await list.findByRole('group', { name: 'Sellers' });
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(await page.findByRole('heading', { level: 1, name: 'Coffee' })).toBeTruthy();
  });

  it('prefills the field with the current search on the results page', async () => {
    const { field } = await openSearch({ url: '/search?q=mug', shows: 'Results for' });
    expect(field.value).toBe('mug');
  });
});

describe('search popup before typing', () => {
  it('lists the categories and opens the tapped one', async () => {
    const { page, user, list } = await openSearch();
    const group = within(await list.findByRole('group', { name: 'Categories' }));
    expect(group.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(
      categories.map(({ value }) => value),
    );
    const [first] = categories;
    await user.click(group.getByText(first?.value ?? ''));
    expect(await page.findByRole('heading', { level: 1, name: first?.value ?? '' })).toBeTruthy();
  });

  it('lists recently viewed products', async () => {
    const [tile] = cardTiles;
    const { list } = await openSearch({
      before: () => recordViewed(tile?.id ?? 0),
      answers: { 'GET mobiledigital/products': { status: true, data: cardTiles.slice(0, 1) } },
    });
    const group = within(await list.findByRole('group', { name: 'Recently viewed' }));
    expect(group.getByText(tile?.name ?? '')).toBeTruthy();
  });
});

describe('recent searches', () => {
  const before = () => {
    for (const q of ['tea', 'mug']) recordSearch(q);
  };

  it('lists recent searches before typing, newest first, and repeats the tapped one', async () => {
    const { page, user, list } = await openSearch({ before });
    const recent = within(list.getByRole('group', { name: 'Recent searches' }));
    expect(recent.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['mug', 'tea']);
    await user.click(list.getByText('tea'));
    expect(await page.findByText('Results for “tea”')).toBeTruthy();
    expect(readRecentSearches()).toEqual(['tea', 'mug']);
  });

  it('clears recent searches on tap and focuses the field', async () => {
    const { page, user, field, list } = await openSearch({ before });
    await user.click(page.getByText('Clear recent searches'));
    expect(list.queryByRole('group', { name: 'Recent searches' })).toBeNull();
    expect(page.queryByText('Clear recent searches')).toBeNull();
    expect(readRecentSearches()).toEqual([]);
    expect(document.activeElement).toBe(field);
  });

  it('hides recent searches as soon as the customer types', async () => {
    const { page, user, field } = await openSearch({ before });
    await user.type(field, 'x');
    expect(page.queryByText('tea')).toBeNull();
    expect(page.queryByText('Clear recent searches')).toBeNull();
  });
});

describe('search results page', () => {
  it('names the corrected search term when the typed one has no exact match', async () => {
    const { page } = await openShop({
      url: '/search?q=cofee',
      shows: 'No exact match.',
      answers: { 'GET mobiledigital/search': { status: true, data: cardTiles.slice(4, 6), meant: 'coffee' } },
    });
    expect(page.getByText('coffee', { selector: 'strong' })).toBeTruthy();
  });

  it('shows a search term without results as plain text and offers other products', async () => {
    const words = '<img src=x onerror=alert(1)>';
    const { page } = await openShop({
      url: `/search?q=${encodeURIComponent(words)}`,
      shows: 'More from the shop',
      answers: { ...noFacets, 'GET mobiledigital/search': { status: true, data: [], meant: '' } },
    });
    expect(page.getByRole('heading', { name: `Nothing found for “${words}”` })).toBeTruthy();
    expect(document.querySelector('img[src=x]')).toBeNull();
    const otherTiles = within(page.getByRole('region', { name: 'More from the shop' })).getAllByRole('article');
    expect(otherTiles).toHaveLength(6);
    expect(page.queryByText('No More Products')).toBeNull();
    expect(page.queryByRole('complementary', { name: 'Filter' })).toBeNull();
    expect(page.queryByLabelText('Sort by')).toBeNull();
  });

  it('starts a new search from the field on the results page', async () => {
    const { page, user } = await openShop({ url: '/search?q=mug', shows: 'Results for' });
    const field = page.getByDisplayValue('mug');
    await user.clear(field);
    await user.type(field, 'tea{Enter}');
    expect(await page.findByText('Results for “tea”')).toBeTruthy();
  });

  it('offers categories when the URL has no search term', async () => {
    const { page } = await openShop({ url: '/search', shows: 'Or begin with a category' });
    expect(page.queryByText(/Results for/)).toBeNull();
  });
});
