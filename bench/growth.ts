// npm run bench:growth [-- --sizes 100,10000,100000] [--database embedded|postgres] [--connections 1] [--seconds 3]:
// measures uncached calls as the shop grows, and each p50 relative to the smallest shop. Seeding a million products
// takes 15 minutes.
import { parseArgs } from 'node:util';
import type { Database, DatabaseKind } from '#server/platform/database/database.ts';
import type { Figures, HttpJob, Requested } from './load/http-load.ts';
import { ask, startProcess } from './server-process.ts';
import { KINDS, type LargeShop, withLargeShop } from './shop/large-shop.ts';
import { addOrders, REGULARS } from './shop/orders.ts';
import { addPeople, toCustomerBearer } from './shop/people.ts';
import { printJson, printTable } from './table.ts';

type Result = { database: DatabaseKind; size: number; call: string; growth: number } & Figures;

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '100,10000,100000' },
    database: { type: 'string' },
    connections: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '3' },
  },
});
const sizes = values.sizes.split(',').map(Number);
const results: Result[] = [];
const versions: Record<string, string> = {};
const WARM_SECONDS = 1;
/** Searches are rate-limited by IP address, so each request uses a new address. */
let sender = 0;

const load = startProcess('load/http-load.ts');
for (const kind of KINDS.filter((candidate) => !values.database || candidate === values.database))
  for (const size of sizes) {
    const fill = async (database: Database) => {
      await addPeople(database, size);
      await addOrders(database, { count: size, products: size });
    };
    const began = performance.now();
    await withLargeShop({ kind, products: size, fill, env: { WEB: 'none' } }, async (shop) => {
      versions[kind] = shop.version;
      console.error(`${kind}, ${size}: filled in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
      await measure(shop, size);
    });
  }
load.kill();
printTable(results, [
  ['database', ({ database }) => database],
  ['call', ({ call }) => call],
  ['rows', ({ size }) => size],
  ['per second', ({ perSecond }) => perSecond],
  ['p50 ms', ({ p50 }) => p50],
  ['p99 ms', ({ p99 }) => p99],
  ['growth', ({ growth }) => growth],
]);
printJson({ versions, connections: Number(values.connections), results });

async function measure(shop: LargeShop, size: number): Promise<void> {
  const run = async (requests: Requested[], seconds: number): Promise<Figures> => {
    const job: HttpJob = { url: shop.url, connections: Number(values.connections), seconds, requests };
    const figures = await ask<Figures>(load, job);
    if (figures.wrong > 0) throw new Error(`${figures.wrong} responses to ${requests[0]?.path} were wrong.`);
    return figures;
  };
  for (const requests of Object.values(buildRequests(size))) await run(requests, WARM_SECONDS);
  for (const [call, requests] of Object.entries(buildRequests(size))) {
    const figures = await run(requests, Number(values.seconds));
    const smallest = results.find((result) => result.database === shop.kind && result.call === call);
    results.push({ database: shop.kind, size, call, ...figures, growth: figures.p50 / (smallest?.p50 ?? figures.p50) });
  }
}

function buildRequests(size: number): Record<string, Requested[]> {
  const words = ['lantern', 'jacket', 'candle', 'coffee', 'teapot', 'blanket'];
  const [typos, rare] = [
    ['lantren', 'jaket', 'candel', 'blanekt'],
    ['kalosel', 'bodan', 'zuver'],
  ];
  const twoWords = ['lantern jacket', 'candle coffee', 'teapot kalo', 'blanket mi', 'lantern zeppelin'];
  const searches = (queries: string[]) =>
    buildVisitorRequests(
      500,
      (index) => `mobiledigital/search?q=${encodeURIComponent(queries[index % queries.length] ?? '')}&page=1`,
    );
  const page = (pageNumber: number) => buildVisitorRequests(1, () => `mobiledigital/browseProducts?page=${pageNumber}`);
  return {
    'browse, page 1': page(1),
    'browse, page 50': page(Math.min(50, Math.ceil(size / 10))),
    'browse, last page': page(Math.ceil(size / 10)),
    category: buildVisitorRequests(10, (index) => `mobiledigital/categoryProducts?category_id=${index + 1}&page=1`),
    product: buildVisitorRequests(
      50,
      (index) => `mobiledigital/product?product_id=${1 + Math.floor((index * size) / 50)}`,
    ),
    cart: buildCustomerRequests(() => 'carts/mine'),
    'order list': buildCustomerRequests(() => 'mobiledigital/orders'),
    'search, frequent words': searches(words),
    'search, rare words': searches(rare),
    'search, mistyped': searches(typos),
    'search, two words': searches(twoWords),
    suggest: buildVisitorRequests(
      500,
      (index) => `mobiledigital/suggest?q=${words[index % words.length]?.slice(0, 5)}`,
    ),
    'suggest, two letters': buildVisitorRequests(
      500,
      (index) => `mobiledigital/suggest?q=${words[index % words.length]?.slice(0, 2)}`,
    ),
    facets: buildVisitorRequests(10, (index) => `mobiledigital/facets?${index === 0 ? '' : `category_id=${index}`}`),
  };
}

/** Adds a parameter that no browser sends, so that responses are not cached. */
function buildVisitorRequests(count: number, path: (index: number) => string): Requested[] {
  return Array.from({ length: count }, (_, index) => {
    sender += 1;
    const address = `10.${(sender >> 16) & 255}.${(sender >> 8) & 255}.${sender & 255}`;
    return { path: `/rest/default/V1/${path(index)}&not='kept'`, headers: { 'x-forwarded-for': address } };
  });
}

function buildCustomerRequests(path: () => string): Requested[] {
  return Array.from({ length: REGULARS }, (_, index) => ({
    path: `/rest/default/V1/${path()}`,
    headers: { authorization: `Bearer ${toCustomerBearer(index + 1)}` },
  }));
}
