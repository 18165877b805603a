import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { categories } from '#gallery/fixtures/categories.ts';
import { noFacets, suggestions } from '#gallery/fixtures/search.ts';
import { sellers } from '#gallery/fixtures/sellers.ts';
import { cardTiles } from '#gallery/fixtures/tiles.ts';
import { errorAnswer } from '#gallery/story/answers.ts';
import type { Story } from '#gallery/story/story.ts';
import { openShop } from '#test/web/open-shop.ts';
import { noteViewed } from '../state/recently-viewed.ts';
import { noteSearch, recentSearches } from './recent-searches.ts';

const SUGGEST = 'GET mobiledigital/suggest';

async function openSearch(story: Partial<Story> = {}) {
  const shop = await openShop({ at: '/privacy', popup: { kind: 'search' }, shows: 'Search', ...story });
  const popup = within(shop.page.getByRole('dialog'));
  // The page's own button says Search too, and the popup comes in a file of its own.
  const field = await popup.findByLabelText<HTMLInputElement>('What are you looking for?');
  const list = within(popup.getByRole('listbox'));
  const chosen = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent ?? null;
  return { ...shop, field, list, chosen };
}

describe('typing', () => {
  it('shows what fits by its kind, and says how much', async () => {
    const { page, user, field, list, sent } = await openSearch();
    await user.type(field, ' coff  ');
    expect(await page.findByText('6 suggestions')).toBeTruthy();
    for (const name of ['Categories', 'Sellers', 'Products']) expect(list.getByRole('group', { name })).toBeTruthy();
    expect(list.getAllByRole('option')).toHaveLength(7);
    expect(list.getAllByRole('option')[0]?.textContent).toBe('Search for coff');
    expect(sent.filter(({ name }) => name === SUGGEST)).toHaveLength(1);
  });

  it('a product has its price beside its maker, and one tap clears what was typed', async () => {
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

  it('one letter offers the search itself only', async () => {
    const { user, field, list, sent } = await openSearch();
    await user.type(field, 'c');
    expect((await list.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Search for c']);
    await user.type(field, 'o');
    await list.findByRole('group', { name: 'Sellers' });
    expect(sent.filter(({ name }) => name === SUGGEST)).toHaveLength(1);
  });

  it.each([
    ['nothing fits', { status: true, data: { products: [], sellers: [], categories: [] } }],
    ['the suggestions fail', errorAnswer(500, 'Broken')],
  ])('%s: the search itself still goes', async (_when, reply) => {
    const { page, user, field } = await openSearch({ answers: { [SUGGEST]: reply as never } });
    await user.type(field, 'mug');
    await user.keyboard('{Enter}');
    expect(await page.findByText('Results for “mug”')).toBeTruthy();
    expect(page.queryByText('Broken')).toBeNull();
    expect(recentSearches()).toEqual(['mug']);
  });

  it('spaces alone search nothing', async () => {
    const { page, user, field } = await openSearch();
    await user.type(field, '   {Enter}');
    expect(page.getByRole('dialog')).toBeTruthy();
    expect(recentSearches()).toEqual([]);
  });
});

describe('choosing', () => {
  it('the arrows walk through all of it and past both ends into the field', async () => {
    const { user, field, list, chosen } = await openSearch();
    await user.type(field, 'coff');
    await list.findByRole('group', { name: 'Sellers' });
    const options = list.getAllByRole('option').map(({ textContent }) => textContent);
    await user.keyboard('{ArrowUp}');
    expect(chosen()).toBe(options.at(-1));
    await user.keyboard('{ArrowDown}');
    expect(chosen()).toBeNull();
    const walked: (string | null)[] = [];
    for (let at = 0; at < options.length; at += 1) {
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
  ])('a tap on %s goes to its page, closes the popup and is no search', async (_what, text, heading) => {
    const { page, user, field, list } = await openSearch();
    await user.type(field, 'coff');
    await list.findByRole('group', { name: 'Sellers' });
    await user.click(list.getAllByText(text)[0] as HTMLElement);
    expect(await page.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
    expect(page.queryByRole('dialog')).toBeNull();
    expect(recentSearches()).toEqual([]);
  });

  it('an arrow and Enter take the chosen one, not the search', async () => {
    const { page, user, field, list } = await openSearch();
    await user.type(field, 'coff');
    await list.findByRole('group', { name: 'Sellers' });
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(await page.findByRole('heading', { level: 1, name: 'Coffee' })).toBeTruthy();
  });

  it('on a page of results the field begins with its words', async () => {
    const { field } = await openSearch({ at: '/search?q=mug', shows: 'Results for' });
    expect(field.value).toBe('mug');
  });
});

describe('a newcomer', () => {
  it('sees the categories before anything is typed, and goes to one with a tap', async () => {
    const { page, user, list } = await openSearch();
    const group = within(await list.findByRole('group', { name: 'Categories' }));
    expect(group.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(
      categories.map(({ value }) => value),
    );
    const [first] = categories;
    await user.click(group.getByText(first?.value ?? ''));
    expect(await page.findByRole('heading', { level: 1, name: first?.value ?? '' })).toBeTruthy();
  });

  it('who has looked at something is led back to it', async () => {
    const [tile] = cardTiles;
    const { list } = await openSearch({
      before: () => noteViewed(tile?.id ?? 0),
      answers: { 'GET mobiledigital/products': { status: true, data: cardTiles.slice(0, 1) } },
    });
    const group = within(await list.findByRole('group', { name: 'Recently viewed' }));
    expect(group.getByText(tile?.name ?? '')).toBeTruthy();
  });
});

describe('recent searches', () => {
  const before = () => {
    for (const q of ['tea', 'mug']) noteSearch(q);
  };

  it('stand there before anything is typed, the latest first, and search again', async () => {
    const { page, user, list } = await openSearch({ before });
    const recent = within(list.getByRole('group', { name: 'Recent searches' }));
    expect(recent.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['mug', 'tea']);
    await user.click(list.getByText('tea'));
    expect(await page.findByText('Results for “tea”')).toBeTruthy();
    expect(recentSearches()).toEqual(['tea', 'mug']);
  });

  it('are cleared by a tap; the focus goes to the field', async () => {
    const { page, user, field, list } = await openSearch({ before });
    await user.click(page.getByText('Clear recent searches'));
    expect(list.queryByRole('group', { name: 'Recent searches' })).toBeNull();
    expect(page.queryByText('Clear recent searches')).toBeNull();
    expect(recentSearches()).toEqual([]);
    expect(document.activeElement).toBe(field);
  });

  it('go away while something is typed', async () => {
    const { page, user, field } = await openSearch({ before });
    await user.type(field, 'x');
    expect(page.queryByText('tea')).toBeNull();
    expect(page.queryByText('Clear recent searches')).toBeNull();
  });
});

describe('the page of results', () => {
  it('says what was meant', async () => {
    const { page } = await openShop({
      at: '/search?q=cofee',
      shows: 'No exact match.',
      answers: { 'GET mobiledigital/search': { status: true, data: cardTiles.slice(4, 6), meant: 'coffee' } },
    });
    expect(page.getByText('coffee', { selector: 'strong' })).toBeTruthy();
  });

  it('shows the words that found nothing as text, offers other products, and nothing to filter', async () => {
    const words = '<img src=x onerror=alert(1)>';
    const { page } = await openShop({
      at: `/search?q=${encodeURIComponent(words)}`,
      shows: 'More from the shop',
      answers: { ...noFacets, 'GET mobiledigital/search': { status: true, data: [], meant: '' } },
    });
    expect(page.getByRole('heading', { name: `Nothing found for “${words}”` })).toBeTruthy();
    expect(document.querySelector('img[src=x]')).toBeNull();
    const others = within(page.getByRole('region', { name: 'More from the shop' })).getAllByRole('article');
    expect(others).toHaveLength(6);
    expect(page.queryByText('No More Products')).toBeNull();
    expect(page.queryByRole('complementary', { name: 'Filter' })).toBeNull();
    expect(page.queryByLabelText('Sort by')).toBeNull();
  });

  it('its own field searches anew', async () => {
    const { page, user } = await openShop({ at: '/search?q=mug', shows: 'Results for' });
    const field = page.getByDisplayValue('mug');
    await user.clear(field);
    await user.type(field, 'tea{Enter}');
    expect(await page.findByText('Results for “tea”')).toBeTruthy();
  });

  it('without a search it shows where to begin', async () => {
    const { page } = await openShop({ at: '/search', shows: 'Or begin with a category' });
    expect(page.queryByText(/Results for/)).toBeNull();
  });
});
