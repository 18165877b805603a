import { line } from '../fixtures/customer.ts';
import { giftCard, itemAt, jacket, novel, soldOut, wordy } from '../fixtures/products.ts';
import { noFacets } from '../fixtures/search.ts';
import { importedSeller, sellers } from '../fixtures/sellers.ts';
import { cardTiles, simpleTiles, variedTiles } from '../fixtures/tiles.ts';
import { errorAnswer, offline, slow } from '../story/answers.ts';
import { signedInCustomer } from '../story/shop-state.ts';
import { defineStories, type Story } from '../story/story.ts';

const SERVER_ERROR = errorAnswer(500, 'Something went wrong on our side. Please try again in a minute.');
const list = (data: typeof cardTiles) => ({ status: true, data });
const US = { ...signedInCustomer(), country_code: 'US' };

const browse = defineStories('Browse', {}, [
  { id: 'browse', title: 'Browse', url: '/browse', shows: 'Studio Shelf Card' },
  {
    id: 'browse-products',
    title: 'Browse, products',
    url: '/browse',
    shows: 'Moon Mug',
    answers: { 'GET mobiledigital/browseProducts': list([...variedTiles, ...simpleTiles].slice(0, 9)) },
  },
  {
    id: 'browse-mixed',
    title: 'Browse, cards and products that would leave a hole',
    url: '/browse',
    shows: 'No More Products',
    answers: {
      'GET mobiledigital/browseProducts': list([
        ...simpleTiles.slice(0, 1),
        ...cardTiles.slice(0, 3),
        ...variedTiles.slice(0, 2),
      ]),
    },
  },
  {
    id: 'browse-one',
    title: 'Browse, one product',
    url: '/browse',
    shows: 'No More Products',
    answers: { 'GET mobiledigital/browseProducts': list([itemAt(cardTiles, 0)]) },
  },
  {
    id: 'browse-empty',
    title: 'Browse, nothing',
    url: '/browse',
    shows: 'Nothing here yet',
    answers: { ...noFacets, 'GET mobiledigital/browseProducts': list([]) },
  },
  {
    id: 'browse-long',
    title: 'Browse, long names',
    url: '/browse',
    shows: 'Unabridged',
    answers: {
      'GET mobiledigital/browseProducts': list([...cardTiles.slice(0, 2), ...simpleTiles.slice(0, 2)].map(wordy)),
    },
  },
  {
    id: 'browse-sold-out',
    title: 'Browse, sold out',
    url: '/browse',
    shows: 'Out of Stock',
    answers: {
      'GET mobiledigital/browseProducts': list([...cardTiles.slice(0, 2), ...simpleTiles.slice(0, 4)].map(soldOut)),
    },
  },
  {
    id: 'browse-loading',
    title: 'Browse, loading',
    url: '/browse',
    shows: 'Browse',
    answers: { 'GET mobiledigital/browseProducts': slow, 'GET mobiledigital/categories': slow },
  },
  {
    id: 'browse-error',
    title: 'Browse, error',
    url: '/browse',
    shows: 'Something went wrong on our side',
    answers: { 'GET mobiledigital/browseProducts': SERVER_ERROR },
  },
  {
    id: 'browse-offline',
    title: 'Browse, offline',
    url: '/browse',
    shows: "You're offline",
    answers: { 'GET mobiledigital/browseProducts': offline, 'GET mobiledigital/categories': offline },
  },
  { id: 'browse-us', title: 'Browse in US dollars', url: '/browse', shows: 'USD', session: US },
  { id: 'category', title: 'A category', url: '/category/21', shows: 'Moon Mug' },
  {
    id: 'category-empty',
    title: 'A category, nothing',
    url: '/category/13',
    shows: 'Nothing here yet',
    answers: { ...noFacets, 'GET mobiledigital/categoryProducts': list([]) },
  },
  {
    id: 'category-loading',
    title: 'A category, loading',
    url: '/category/21',
    shows: 'All',
    answers: { 'GET mobiledigital/categoryProducts': slow, 'GET mobiledigital/categories': slow },
  },
  {
    id: 'category-unknown',
    title: 'An unknown category',
    url: '/category/999',
    shows: 'Category not found',
    answers: { ...noFacets, 'GET mobiledigital/categoryProducts': list([]) },
  },
]);

const freeAmount = {
  sku: 'TK-GC-SHELF-OWN',
  option_value: 5_699,
  currency: 'AUD',
  min: 10,
  max: 500,
  qty: 40,
} as const;
const noCard = giftCard(soldOut(itemAt(cardTiles, 0)));
const answer = (data: ReturnType<typeof novel>) => ({ 'GET mobiledigital/product': { status: true, data } });

const product = defineStories('Product', { url: '/product/1' }, [
  { id: 'product-card', title: 'A gift card', shows: '$150' },
  {
    id: 'product-card-one',
    title: 'A gift card, one amount',
    shows: '$50',
    answers: answer(giftCard(undefined, [50])),
  },
  {
    id: 'product-contact',
    title: 'A gift card, who sells it and where they are reached',
    shows: 'Questions? Ask Tide & Kiln',
    act: ({ show }) => show('a[href^="mailto:"]'),
  },
  { id: 'product-card-sold-out', title: 'A gift card, sold out', shows: 'Sold out', answers: answer(noCard) },
  {
    id: 'product-card-own',
    title: 'A gift card, an amount of one’s own',
    shows: 'Please enter a whole dollar amount',
    answers: answer({ ...giftCard(), free_amount: freeAmount }),
    act: async ({ press, type }) => {
      await press('Other');
      await type('Your own amount', '4');
      await press('Choose');
    },
  },
  { id: 'product-simple', title: 'A product', url: '/product/18', shows: 'Salt on the Line' },
  { id: 'product-options', title: 'A product with colours and sizes', url: '/product/24', shows: 'Ochre' },
  {
    id: 'product-options-chosen',
    title: 'Colours and sizes that close each other',
    url: '/product/24',
    shows: 'Ochre',
    act: async ({ tick }) => {
      await tick('Ochre');
      await tick('S');
    },
  },
  {
    id: 'product-options-missing',
    title: 'A product without a choice made',
    url: '/product/24',
    shows: 'You must select a size',
    session: signedInCustomer(),
    act: ({ press }) => press('Add to Cart'),
  },
  {
    id: 'product-tabs',
    title: 'Sizing chart of a product',
    url: '/product/24',
    shows: 'Snowgum',
    act: async ({ press, show }) => {
      await press('Sizing Chart');
      await show('[role=tabpanel]');
    },
  },
  {
    id: 'product-sold-out',
    title: 'A product, sold out',
    url: '/product/18',
    shows: 'Out of Stock',
    answers: answer(soldOut(novel())),
  },
  {
    id: 'product-long',
    title: 'A product, long words',
    url: '/product/18',
    shows: 'Unabridged',
    answers: answer(wordy(novel())),
  },
  {
    id: 'product-loading',
    title: 'A product, loading',
    url: '/product/18',
    shows: 'Loading',
    answers: { 'GET mobiledigital/product': slow },
  },
  { id: 'product-missing', title: 'No such product', url: '/product/404', shows: "Product doesn't exist." },
  {
    id: 'product-error',
    title: 'A product, error',
    url: '/product/18',
    shows: 'Something went wrong on our side',
    answers: { 'GET mobiledigital/product': SERVER_ERROR },
  },
  {
    id: 'product-us',
    title: 'A gift card in US dollars',
    url: '/product/1',
    shows: 'USD',
    session: US,
  },
  {
    id: 'update-options',
    title: 'Update Cart, with options',
    url: '/updateproduct/5',
    shows: 'Update Cart',
    session: signedInCustomer(),
    answers: {
      'GET mobiledigital/cartproducts': {
        status: true,
        data: { id: 1, items: [line(5, jacket(), { qty: 2, chosen: ['Pine', 'M'] })] },
      },
    },
  },
  {
    id: 'update-simple',
    title: 'Update Cart, without options',
    url: '/updateproduct/5',
    shows: 'Update Cart',
    session: signedInCustomer(),
    answers: {
      'GET mobiledigital/cartproducts': { status: true, data: { id: 1, items: [line(5, novel(), { qty: 3 })] } },
    },
  },
  {
    id: 'update-gone',
    title: 'Update Cart, not there any more',
    url: '/updateproduct/5',
    shows: 'This is not in your cart any more',
    session: signedInCustomer(),
  },
  {
    id: 'update-loading',
    title: 'Update Cart, loading',
    url: '/updateproduct/5',
    shows: 'Loading',
    session: signedInCustomer(),
    answers: { 'GET mobiledigital/cartproducts': slow },
  },
]);

const longSeller = {
  ...sellers.tide,
  name: 'Worrigee and District Amateur Naturalists’ Cooperative Society Press',
  description: `<p>${'We began with a duplicator in a shed and have not looked back, nor up, for seventy years. '.repeat(6)}</p>`,
};

const seller = defineStories('Seller', {}, [
  { id: 'seller', title: 'A seller', url: '/sellerprofile/tide-and-kiln', shows: 'Moon Mug' },
  {
    id: 'seller-empty',
    title: 'A seller without products',
    url: '/sellerprofile/tide-and-kiln',
    shows: 'The shelves are being filled',
    answers: { 'GET mobiledigital/sellerInformation': { status: true, seller: importedSeller, products: [] } },
  },
  {
    id: 'seller-long',
    title: 'A seller, long words',
    url: '/sellerprofile/tide-and-kiln',
    shows: 'Worrigee',
    answers: {
      'GET mobiledigital/sellerInformation': { status: true, seller: longSeller, products: simpleTiles.map(wordy) },
    },
  },
  {
    id: 'seller-loading',
    title: 'A seller, loading',
    url: '/sellerprofile/tide-and-kiln',
    shows: 'Loading',
    answers: { 'GET mobiledigital/sellerInformation': slow },
  },
  {
    id: 'seller-error',
    title: 'A seller, error',
    url: '/sellerprofile/tide-and-kiln',
    shows: 'Something went wrong on our side',
    answers: { 'GET mobiledigital/sellerInformation': SERVER_ERROR },
  },
]);

export const shopWindow: Story[] = [...browse, ...product, ...seller];
