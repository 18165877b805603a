import { waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { occasions } from '#gallery/fixtures/products.ts';
import { buildFacets, noFacets } from '#gallery/fixtures/search.ts';
import { cardTiles, simpleTiles } from '#gallery/fixtures/tiles.ts';
import { openPage } from '#test/web/customer-page.ts';
import type { Received } from '#test/web/fake-server.ts';
import { type CallAnswers, refuse, throwOffline } from '#test/web/watch-calls.ts';
import { readLastOccasion } from '../state/recently-viewed.ts';

const LIST = 'GET mobiledigital/browseProducts';
const ROW = 'GET mobiledigital/occasions';
const all = [...cardTiles, ...simpleTiles];

async function openBrowse({ url = '/browse', answers = {} as CallAnswers, shows = 'No More Products' } = {}) {
  const shop = await openPage({
    url,
    shows,
    session: {},
    answers: {
      [LIST]: ({ query }: Received['parts']) => ({
        status: true,
        data: query?.occasion ? cardTiles.slice(0, 3) : all.slice(0, 6),
      }),
      'GET mobiledigital/facets': { status: true, data: buildFacets(all) },
      ...answers,
    },
  });
  const row = () => within(shop.page.getByRole('navigation', { name: 'Occasions' }));
  return {
    ...shop,
    row,
    choose: (name: string) => shop.user.click(row().getByRole('link', { name })),
    heading: () => shop.page.getByRole('heading', { level: 1 }).textContent,
    asked: () => shop.queries(LIST).map(({ page: _page, ...query } = {}) => query),
  };
}

describe('row of occasions', () => {
  it('shows a link for each occasion with the picture of its wrapping', async () => {
    const { row } = await openBrowse();
    const links = row().getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'Birthday',
      'Thank you',
      'Congratulations',
      'New baby',
      'Wedding',
      'Anniversary',
      'New home',
      'Christmas',
      'Good luck',
      'Get well',
      'Thinking of you',
    ]);
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      occasions.map(({ occasion }) => `/browse?occasion=${occasion}`),
    );
    const pictures = links.map((link) => link.querySelector('img')?.getAttribute('src'));
    expect(pictures).toEqual(occasions.map(({ picture }) => expect.stringContaining(`/media/${picture.id}/`)));
  });

  it("crops the space for text from each wrapping's picture", async () => {
    const { row } = await openBrowse();
    const pictures = row()
      .getAllByRole('link')
      .map((link) => link.querySelector('img'));
    expect(pictures.map((picture) => picture?.style.aspectRatio)).toEqual(occasions.map(() => '1 / 0.75'));
    const ends = occasions.filter((_, index) => pictures[index]?.style.objectPosition === 'bottom');
    expect(ends.map(({ occasion }) => occasion)).toEqual(['new-home', 'good-luck']);
  });

  it('filters the list and sets the heading to the chosen occasion, until its chip is removed', async () => {
    const { choose, row, heading, asked, tap, page } = await openBrowse();
    expect(heading()).toBe('Browse Gift Cards');
    await choose('New baby');
    await waitFor(() => expect(asked()).toEqual([{ occasion: 'new-baby' }]));
    await waitFor(() => expect(heading()).toBe('New baby'));
    expect(document.title).toBe('New baby | Handsel Gift Cards');
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toMatch(/\/browse\?occasion=new-baby$/);
    expect(row().getByRole('link', { current: true }).textContent).toBe('New baby');
    await waitFor(() => expect(readLastOccasion()).toBe('new-baby'));
    await tap('Remove filter: New baby');
    await waitFor(() => expect(heading()).toBe('Browse Gift Cards'));
    expect(row().queryByRole('link', { current: true })).toBeNull();
    expect(page.queryByRole('button', { name: /Remove filter/ })).toBeNull();
    await waitFor(() => expect(readLastOccasion()).toBeNull());
  });

  it('removes the Products filter but keeps all other filters when an occasion is chosen', async () => {
    const { choose, asked } = await openBrowse({
      url: '/browse?sort=price_up&seller=tide-and-kiln&price_max=60&kind=product',
    });
    await choose('Wedding');
    const keptFilters = { sort: 'price_up', seller: 'tide-and-kiln', price_max: '60' };
    await waitFor(() => expect(asked()).toEqual([{ ...keptFilters, occasion: 'wedding' }]));
    await choose('Christmas');
    await waitFor(() => expect(asked().at(-1)).toEqual({ ...keptFilters, occasion: 'christmas' }));
  });

  it('keeps the "Gift cards" filter in the links of the occasions', async () => {
    const { row } = await openBrowse({ url: '/browse?kind=giftcard' });
    const birthday = row().getByRole('link', { name: 'Birthday' });
    expect(birthday.getAttribute('href')).toBe('/browse?kind=giftcard&occasion=birthday');
  });

  it.each([
    ['no gift card has an occasion', { status: true, data: [] }],
    ['an error', refuse(500, { message: 'The shelves fell over.' })],
    ['no connection', throwOffline],
  ])('hides the row of occasions and shows no error message: %s', async (_what, answer) => {
    const { page, text } = await openBrowse({ answers: { [ROW]: answer } });
    await waitFor(() => expect(page.queryByRole('navigation', { name: 'Occasions' })).toBeNull());
    expect(page.queryByRole('dialog')).toBeNull();
    expect(text()).not.toContain('fell over');
  });
});

describe('list for an occasion', () => {
  it('offers to clear the filters when nothing matches', async () => {
    const { tap, heading, text } = await openBrowse({
      url: '/browse?occasion=get-well',
      shows: 'Nothing matches all of these filters',
      answers: {
        ...noFacets,
        [LIST]: ({ query }: Received['parts']) => ({ status: true, data: query?.occasion ? [] : all.slice(0, 6) }),
      },
    });
    expect(heading()).toBe('Get well');
    await tap('Clear filters');
    await waitFor(() => expect(heading()).toBe('Browse Gift Cards'));
    expect(text()).not.toContain('Nothing matches');
  });

  it('ignores an unknown occasion and shows the whole list', async () => {
    const { heading, loaded, page } = await openBrowse({ url: '/browse?occasion=easter' });
    expect(heading()).toBe('Browse Gift Cards');
    expect(loaded).toContain(LIST);
    expect(page.queryByRole('button', { name: /Remove filter/ })).toBeNull();
  });

  it.each(['/category/21?occasion=wedding', '/search?q=card&occasion=wedding'])(
    'removes the occasion filter of the list at %s through its chip',
    async (path) => {
      const { tap, page } = await openBrowse({ url: path, shows: 'No More Products' });
      await tap('Remove filter: Wedding');
      await waitFor(() => expect(page.queryByRole('button', { name: /Remove filter/ })).toBeNull());
    },
  );
});
