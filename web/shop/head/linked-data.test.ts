import { expect, it } from 'vitest';
import type { Product } from '#contract/catalogue.ts';
import { describeBreadcrumbs, describeProduct, graph, serializeForScript } from './linked-data.ts';

const toUrl = (path: string) => `https://shop.test${path}`;
const picture = { id: 'pot', version: '1', width: 40, height: 30, ground: '#eeeeee' };
const seller = { name: 'Teapots & Co', shop_url: 'tea & pots' };
const product = {
  id: 7,
  sku: 'pot',
  name: 'Pot',
  short_desc: 'A pot',
  price: 20,
  qty: 3,
  picture,
  pictures: [],
  seller_name: seller.name,
  seller,
  configurable_products: [],
} as unknown as Product;
const variant = (price: number) => ({ id: 1, sku: 's', qty: 1, price, options: {} });

it('escapes anything in the data that could start a tag, and parses back to the same data', () => {
  const name = '</script><script>alert(1)</script><!-- & \u2028\u2029';
  const text = serializeForScript({ name });
  expect(text).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(text)).toEqual({ '@context': 'https://schema.org', name });
});

it('describes a product with its price, stock and seller', () => {
  expect(describeProduct(toUrl, product)).toMatchObject({
    '@type': 'Product',
    image: ['https://shop.test/media/pot/1280.jpg?v=1'],
    offers: {
      '@type': 'Offer',
      price: '20.00',
      priceCurrency: 'AUD',
      availability: 'https://schema.org/InStock',
      seller: { name: 'Teapots & Co', url: 'https://shop.test/sellerprofile/tea%20%26%20pots' },
    },
  });
  expect(describeProduct(toUrl, { ...product, qty: 0 })).toMatchObject({
    offers: { availability: 'https://schema.org/OutOfStock' },
  });
});

it('describes variants with different prices as a range from lowest to highest', () => {
  const ranged = { ...product, configurable_products: [variant(20), variant(49.5)] };
  expect(describeProduct(toUrl, ranged)).toMatchObject({
    offers: { '@type': 'AggregateOffer', lowPrice: '20.00', highPrice: '49.50', offerCount: 2 },
  });
  const samePrices = { ...product, configurable_products: [variant(20), variant(20)] };
  expect(describeProduct(toUrl, samePrices)).toMatchObject({ offers: { '@type': 'Offer', price: '20.00' } });
});

it('numbers breadcrumbs from the top', () => {
  const steps = [
    { name: 'Browse', path: '/browse' },
    { name: 'Pot', path: '/product/7' },
  ];
  expect(graph(describeBreadcrumbs(toUrl, steps))).toMatchObject({
    '@graph': [
      {
        itemListElement: [
          { position: 1, name: 'Browse', item: 'https://shop.test/browse' },
          { position: 2, name: 'Pot', item: 'https://shop.test/product/7' },
        ],
      },
    ],
  });
});
