// node bench/catalogue.ts [PRODUCTS]: measures lists, facets and searches on the embedded database and, with
// DATABASE_URL, on PostgreSQL. Compare each line's ratio to the first line (ten tiles by id).
import { performance } from 'node:perf_hooks';
import { PGlite } from '@electric-sql/pglite';
import type { ListQuery } from '#contract/shapes/listing.ts';
import type { Context } from '#server/context.ts';
import { browseCategory, browseProducts } from '#server/domain/catalogue/listing/browse.ts';
import { computeFacets } from '#server/domain/catalogue/search/facets.ts';
import { listProductsInOrder, search, suggest } from '#server/domain/catalogue/search/search.ts';
import { createChanges } from '#server/platform/database/changes.ts';
import type { Database } from '#server/platform/database/database.ts';
import { embeddedOptions, wrapPglite } from '#server/platform/database/embedded/embedded.ts';
import { migrate } from '#server/platform/database/migrations/migrate.ts';
import { readSettings } from '#server/settings.ts';
import { loadLargeCatalogue } from './shop/large-catalogue.ts';
import { onPostgres, readServerVersion } from './shop/on-postgres.ts';
import { printJson, printTable } from './table.ts';

const ROUNDS = 7;
const products = Number(process.argv[2] ?? 30_000);

type Step = [name: string, run: (context: Context) => Promise<unknown>];

const createBrowseStep =
  (query: ListQuery, page = 1): Step[1] =>
  (context) =>
    browseProducts(context, page, query);
const steps: Step[] = [
  ['ten tiles by id', (context) => listProductsInOrder(context, [1, 11, 21, 31, 41, 51, 61, 71, 81, 91])],
  ['browse, first page', createBrowseStep({})],
  ['browse, page 100', createBrowseStep({}, 100)],
  ['browse, last page', createBrowseStep({}, Math.ceil(products / 10))],
  ['browse by price', createBrowseStep({ sort: 'price_up' })],
  ['browse by name', createBrowseStep({ sort: 'name' })],
  ['browse, $20 to $30, in stock', createBrowseStep({ price_min: 20, price_max: 30, in_stock: '1' })],
  ['category, first page', (context) => browseCategory(context, { categoryId: 1, page: 1 })],
  ['facets of everything', (context) => computeFacets(context, {})],
  ['facets of a category', (context) => computeFacets(context, { category_id: 1 })],
  ['search, as typed', (context) => search(context, { q: 'lantern', page: 1 })],
  ['search, one mistake', (context) => search(context, { q: 'lantren', page: 1 })],
  [
    'search, eight unknown words',
    (context) => search(context, { q: 'lantren jaket candel monstra cofee teapto blankte puzlze', page: 1 }),
  ],
  ['suggest, one mistake', (context) => suggest(context, 'lantren')],
];

async function measureFastest(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return Math.min(...times);
}

async function measure(database: Database): Promise<void> {
  await migrate(database);
  const began = performance.now();
  await loadLargeCatalogue(database, products);
  const seconds = (performance.now() - began) / 1_000;
  const context = { database, changes: createChanges(database), settings: readSettings({}) } as Context;
  const lines: { name: string; ms: number }[] = [];
  for (const [name, run] of steps) lines.push({ name, ms: await measureFastest(() => run(context)) });
  printTable(lines, [
    [database.kind, ({ name }) => name],
    ['ms', ({ ms }) => ms],
    ['of the first', ({ ms }) => ms / (lines[0]?.ms ?? ms)],
  ]);
  printJson({ database: database.kind, version: await readServerVersion(database), products, seconds, lines });
}

const embedded = wrapPglite(await PGlite.create(embeddedOptions));
await measure(embedded).finally(() => embedded.close());
if (process.env.DATABASE_URL) await onPostgres(process.env.DATABASE_URL, measure);
