import { recordViewed } from '#web/shop/state/recently-viewed.ts';
import { noFacets } from '../fixtures/search.ts';
import { cardTiles, variedTiles } from '../fixtures/tiles.ts';
import { slow } from '../story/answers.ts';
import { defineStories, type Story } from '../story/story.ts';

export const findingStories: Story[] = defineStories('Browse', {}, [
  { id: 'search', title: 'A search', url: '/search?q=mug', shows: 'Results for “mug”' },
  {
    id: 'search-meant',
    title: 'A search with a mistake in it',
    url: '/search?q=cofee',
    shows: 'No exact match.',
    answers: { 'GET mobiledigital/search': { status: true, data: cardTiles.slice(4, 6), meant: 'coffee' } },
  },
  {
    id: 'search-nothing',
    title: 'A search, nothing found',
    url: '/search?q=zeppelin',
    shows: 'Nothing found for “zeppelin”',
    answers: { ...noFacets, 'GET mobiledigital/search': { status: true, data: [], meant: '' } },
  },
  {
    id: 'search-loading',
    title: 'A search, loading',
    url: '/search?q=mug',
    shows: 'Results for “mug”',
    answers: { 'GET mobiledigital/search': slow, 'GET mobiledigital/facets': slow },
  },
  { id: 'search-begin', title: 'Search, before anything is typed', url: '/search', shows: 'Or begin with a category' },
  {
    id: 'browse-filtered',
    title: 'Browse, filtered',
    url: '/browse?seller=tide-and-kiln&price_max=60&in_stock=1&kind=product',
    shows: 'Up to $60 AUD',
    answers: { 'GET mobiledigital/browseProducts': { status: true, data: variedTiles.slice(0, 3) } },
  },
  {
    id: 'browse-filtered-out',
    title: 'Browse, filters leave nothing',
    url: '/browse?price_max=1',
    shows: 'Nothing matches all of these filters',
    answers: {
      ...noFacets,
      'GET mobiledigital/browseProducts': ({ query }) => ({
        status: true,
        data: query.has('price_max') ? [] : cardTiles,
      }),
    },
  },
  {
    id: 'browse-occasion',
    title: 'Browse, gift cards for an occasion',
    url: '/browse?occasion=thank-you',
    shows: 'Gift cards with designs for the occasion.',
    answers: { 'GET mobiledigital/browseProducts': { status: true, data: cardTiles.slice(0, 4) } },
  },
  {
    id: 'browse-no-occasions',
    title: 'Browse, no gift card has an occasion',
    url: '/browse',
    shows: 'Studio Shelf Card',
    answers: { 'GET mobiledigital/occasions': { status: true, data: [] } },
  },
  {
    id: 'browse-recent',
    title: 'Browse, recently viewed',
    url: '/browse',
    shows: 'Recently viewed',
    before: () => {
      for (const { id } of cardTiles.slice(0, 3)) recordViewed(id);
    },
  },
  { id: 'popup-search', title: 'The search popup', url: '/search?q=coff', shows: 'Sellers', popup: { kind: 'search' } },
]);
