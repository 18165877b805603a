import type { Database, DatabaseKind } from '#server/platform/database/database.ts';
import type { Figures, HttpJob, Requested } from '../load/http-load.ts';
import { record } from '../load/recorded.ts';
import { ask, readCpuMilliseconds, startProcess } from '../server-process.ts';
import { type LargeShop, withLargeShop } from '../shop/large-shop.ts';
import { addPeople, toCustomerBearer } from '../shop/people.ts';
import { printTable } from '../table.ts';
import { COMPARED, type Compared, compareInTurns, type Wanted, type Way } from './turns.ts';

type Read = { call: string; reader: string; paths: string[]; bearers?: true; senders?: true };
export type ReadResult = {
  database: DatabaseKind;
  call: string;
  reader: string;
  connections: number;
  bytes: number;
} & Compared<Turn>;
/** `processor`: CPU milliseconds of the server per response; NaN if unknown. */
type Turn = Figures & { processor: number };

const PEOPLE = 64;
const ACCEPT = { 'accept-encoding': 'gzip, deflate, br' };
/** Number of client IP addresses, enough that none reaches the search rate limit. */
const SENDERS = 500;
const WARM_SECONDS = 1;
/** Number of connections when signed-in customers are compared with visitors. */
const OF_CUSTOMERS = 16;

const call = (path: string) => `/rest/default/V1/mobiledigital/${path}`;
const generatePaths = (count: number, path: (position: number) => string) =>
  Array.from({ length: count }, (_, index) => path(index + 1));
const WORDS = ['lantern', 'jacket', 'candle', 'monstera', 'coffee', 'teapot', 'blanket', 'puzzle', 'lantren', 'soap'];

const VISITOR: Omit<Read, 'reader'>[] = [
  { call: 'browse, page 1', paths: [call('browseProducts?page=1')] },
  { call: 'browse, page 50', paths: [call('browseProducts?page=50')] },
  {
    call: 'category',
    paths: generatePaths(10, (categoryId) => call(`categoryProducts?category_id=${categoryId}&page=1`)),
  },
  { call: 'product', paths: generatePaths(20, (position) => call(`product?product_id=${position * 4 + 1}`)) },
  {
    call: 'seller',
    paths: generatePaths(10, (position) => call(`sellerInformation?seller_url=seller-${position * 30}`)),
  },
  { call: 'search', paths: WORDS.map((word) => call(`search?q=${word}&page=1`)), senders: true },
  { call: 'suggest', paths: WORDS.map((word) => call(`suggest?q=${word.slice(0, 5)}`)), senders: true },
  { call: 'facets', paths: generatePaths(10, (categoryId) => call(`facets?category_id=${categoryId}`)) },
  { call: 'page /browse', paths: ['/browse'] },
  { call: 'page /product/ID', paths: generatePaths(20, (position) => `/product/${position * 4 + 1}`) },
];
const resolveReader = ({ call: name }: Omit<Read, 'reader'>) => (name.startsWith('page') ? 'anybody' : 'visitor');
const READS: Read[] = VISITOR.flatMap((read) => [
  { ...read, reader: resolveReader(read) },
  ...(['browse, page 1', 'product', 'search'].includes(read.call)
    ? [{ ...read, reader: 'customer', bearers: true as const }]
    : []),
]);

/** Compares the shop's reads with a bare route that returns the same bytes. */
export async function benchReads(wanted: Wanted): Promise<{ versions: Record<string, string>; reads: ReadResult[] }> {
  const reads: ReadResult[] = [];
  const versions: Record<string, string> = {};
  const load = startProcess('load/http-load.ts');
  const bare = startProcess('load/bare-server.ts', { env: { ...process.env, NODE_ENV: 'production' } });
  for (const kind of wanted.kinds) {
    const fill = (database: Database) => addPeople(database, PEOPLE);
    await withLargeShop({ kind, products: wanted.products, fill }, async (shop) => {
      versions[kind] = shop.version;
      // Public reads ignore an unknown bearer token, so this call first checks that the token is valid.
      await record(shop.url, {
        path: '/rest/default/V1/customers/me',
        headers: { authorization: `Bearer ${toCustomerBearer(1)}` },
      });
      for (const read of READS) {
        if (wanted.word && !read.call.includes(wanted.word)) continue;
        for (const result of await measure(shop, { read, wanted, load, bare })) reads.push(result);
      }
    });
  }
  load.kill();
  bare.kill();
  printTable(reads, [
    ['database', ({ database }) => database],
    ['call', (read) => read.call],
    ['who', ({ reader }) => reader],
    ['connections', ({ connections }) => connections],
    ['bytes', ({ bytes }) => bytes],
    ...COMPARED,
    ['processor ms', ({ ours }) => ours.processor],
    ["limit's", ({ limit }) => limit.processor],
  ]);
  return { versions, reads };
}

type Parts = { read: Read; wanted: Wanted } & Record<'load' | 'bare', ReturnType<typeof startProcess>>;

async function measure(shop: LargeShop, { read, wanted, load, bare }: Parts): Promise<ReadResult[]> {
  const recorded = await Promise.all(read.paths.map((path) => record(shop.url, buildRequest(read, path))));
  const urls: Record<Way, string> = { ours: shop.url, limit: await ask<string>(bare, recorded) };
  const pids: Record<Way, number> = { ours: shop.pid, limit: bare.pid ?? 0 };
  const run = async (way: Way, options: Pick<HttpJob, 'connections' | 'seconds'>): Promise<Turn> => {
    const before = readCpuMilliseconds([pids[way]]) ?? Number.NaN;
    const figures = await ask<Figures>(load, {
      ...options,
      url: urls[way],
      requests: buildRequests(read),
    } satisfies HttpJob);
    if (figures.wrong > 0) throw new Error(`${figures.wrong} responses of ${read.call} were wrong (${way}).`);
    return { ...figures, processor: ((readCpuMilliseconds([pids[way]]) ?? Number.NaN) - before) / figures.answers };
  };
  const warm = { connections: OF_CUSTOMERS, seconds: WARM_SECONDS };
  await run('ours', warm);
  await run('limit', warm);
  const bytes = Math.round(recorded.reduce((sum, { body }) => sum + body.length, 0) / recorded.length);
  const results: ReadResult[] = [];
  for (const connections of read.bearers ? [OF_CUSTOMERS] : wanted.connections) {
    const options = { connections, seconds: wanted.seconds };
    const compared = await compareInTurns(wanted.rounds, (way) => run(way, options));
    results.push({ database: shop.kind, call: read.call, reader: read.reader, connections, bytes, ...compared });
  }
  return results;
}

let senders = 0;

function buildRequests(read: Read): Requested[] {
  const count = read.senders ? SENDERS : read.bearers ? PEOPLE : read.paths.length;
  return Array.from({ length: count }, (_, index) =>
    buildRequest(read, read.paths[index % read.paths.length] ?? '', index),
  );
}

function buildRequest(read: Read, path: string, index = 0): Requested {
  senders += 1;
  const sender = `10.${(senders >> 16) & 255}.${(senders >> 8) & 255}.${senders & 255}`;
  return {
    path,
    headers: {
      ...ACCEPT,
      ...(read.bearers ? { authorization: `Bearer ${toCustomerBearer(1 + (index % PEOPLE))}` } : {}),
      ...(read.senders ? { 'x-forwarded-for': sender } : {}),
    },
  };
}
