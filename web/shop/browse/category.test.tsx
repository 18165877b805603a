import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { cardTiles } from '#gallery/fixtures/tiles.ts';
import { openPage } from '#test/web/customer-page.ts';
import type { Received } from '#test/web/fake-server.ts';
import { refuse, throwOffline } from '#test/web/watch-calls.ts';

const LIST = 'GET mobiledigital/categoryProducts';

async function openCategory(id: string, shows = 'No More Products') {
  const asked: unknown[] = [];
  const shop = await openPage({
    url: `/category/${id}`,
    shows,
    session: {},
    answers: {
      [LIST]: ({ query }: Received['parts']) => {
        asked.push(query?.category_id);
        return { status: true, data: cardTiles.slice(0, 3) };
      },
    },
  });
  return { ...shop, asked };
}

describe('category page', () => {
  it.each([
    ['10', 'Gift Cards', 'All', '/browse', ['Home and garden', 'Coffee and reading', 'Out and about']],
    ['21', 'Tableware', 'Home', '/category/20', ['Mugs and jugs', 'Bowls and plates']],
    ['212', 'Bowls and plates', 'Tableware', '/category/21', ['Mugs and jugs', 'Bowls and plates']],
  ])(
    'shows only the products of category %s under its name %s and links to parent and related categories [RT-06, BR-11]',
    async (id, name, parent, upTo, near) => {
      const { page, asked } = await openCategory(id);
      expect(page.getByRole('heading', { level: 1 }).textContent).toBe(name);
      expect(document.title).toContain(name);
      expect(page.getByRole('link', { name: parent }).getAttribute('href')).toBe(upTo);
      const chips = within(page.getByRole('navigation', { name: 'Related categories' }));
      expect(chips.getAllByRole('link').map((link) => link.textContent)).toEqual(near);
      expect(asked).toEqual([id]);
      const tiles = page.getAllByRole('article').map((tile) => tile.querySelector('a')?.getAttribute('href'));
      expect(tiles).toEqual(cardTiles.slice(0, 3).map((tile) => `/product/${tile.id}`));
    },
  );

  it('shows no row of related categories when there are none', async () => {
    const { page } = await openCategory('70');
    expect(page.queryByRole('navigation', { name: 'Related categories' })).toBeNull();
  });

  it('marks the current category in the row of related categories', async () => {
    const { page } = await openCategory('212');
    const chips = within(page.getByRole('navigation', { name: 'Related categories' }));
    expect(chips.getByRole('link', { current: 'page' }).textContent).toBe('Bowls and plates');
  });

  it.each(['999', 'mugs', '12345678901'])(
    'shows a not-found page, hidden from search engines, for category %s',
    async (id) => {
      const { page, titles } = await openCategory(id, 'Category not found');
      expect(titles()).toEqual(['Category not found']);
      expect(page.getByRole('link', { name: 'Browse Gift Cards' }).getAttribute('href')).toBe('/browse');
      expect(page.queryByText('No More Products')).toBeNull();
      expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toContain('noindex');
    },
  );
});

describe('when a list fails to load', () => {
  it.each([
    ['an error', refuse(500, { message: 'The shelves fell over.' }), 'It’s our fault'],
    ['no connection', throwOffline, 'There is no connection right now'],
  ])('reports the failed load and offers Try again: %s', async (_what, failure, words) => {
    let fails = true;
    const { page, user, see, text } = await openPage({
      url: '/category/21',
      shows: words,
      session: {},
      answers: { [LIST]: () => (fails ? failure() : { status: true, data: cardTiles.slice(0, 3) }) },
    });
    expect(page.getByRole('link', { name: 'Browse Gift Cards' })).toBeTruthy();
    fails = false;
    await user.click(page.getByRole('button', { name: 'Try again' }));
    await see('No More Products');
    expect(text()).not.toContain(words);
  });
});
