import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '#server/app.ts';
import { createContext } from '#server/bootstrap.ts';
import type { Database, DatabaseKind } from '#server/platform/database/database.ts';
import { readSettings } from '#server/settings.ts';
import type { Figures } from '../load/http-load.ts';
import {
  addToCart,
  buildHeaders,
  createSavedCard,
  type Send,
  type SequenceName,
  sequences,
  signIn,
  toApiPath,
} from '../load/sequences.ts';
import type { WriteJob } from '../load/write-load.ts';
import { ask, startProcess } from '../server-process.ts';
import { benchSettings, withLargeShop } from '../shop/large-shop.ts';
import { addOrders } from '../shop/orders.ts';
import { addPeople } from '../shop/people.ts';
import { printTable } from '../table.ts';
import { COMPARED, type Compared, compareInTurns, type Wanted } from './turns.ts';

export type WriteResult = { database: DatabaseKind; call: SequenceName; connections: number } & Compared;

/** Enough customers that each signs in or fills a cart only once. */
const PEOPLE = 40_000;
/** Enough customers with saved cards that each pays only a few times. */
const PAYING = 400;
/** Customers with filled carts and past orders, so that the tables are as large as in an existing shop. */
const BROWSING = 2_000;
const PAST_ORDERS = 10_000;
const WARM = { connections: 16, seconds: 1 };

/** Compares customers' actions with bare SQL that writes the same rows through the same number of connections. */
export async function benchWrites(
  options: Wanted,
): Promise<{ versions: Record<string, string>; writes: WriteResult[] }> {
  const writes: WriteResult[] = [];
  const versions: Record<string, string> = {};
  for (const kind of options.kinds) {
    const cards: string[] = [];
    const fill = async (database: Database) => {
      await addPeople(database, PEOPLE + BROWSING);
      await addOrders(database, { count: PAST_ORDERS, products: options.products });
      await fillForWrites(database);
      await fillCarts(database);
      await runInProcess(database, async (send) => {
        await signIn(send, 1);
        await addToCart(send, PEOPLE);
        for (let customerId = 1; customerId <= PAYING; customerId += 1)
          cards.push(await createSavedCard(send, customerId));
      });
    };
    await withLargeShop({ kind, products: options.products, fill, copy: true }, async (shop) => {
      versions[kind] = shop.version;
      const load = startProcess('load/write-load.ts');
      let from = 0;
      for (const call of Object.keys(sequences) as SequenceName[]) {
        if (!call.includes(options.word)) continue;
        const run = async (way: WriteJob['way'], { connections, seconds }: typeof WARM) => {
          const database = { databaseUrl: shop.env.DATABASE_URL ?? '', dataDir: shop.copy };
          const job: WriteJob = {
            call,
            way,
            connections,
            seconds,
            base: shop.url,
            database,
            people: PEOPLE,
            from,
            cards,
          };
          const done = await ask<Figures & { times: number }>(load, job);
          from += done.times;
          return done;
        };
        await run('ours', WARM);
        await run('limit', WARM);
        for (const connections of options.connections) {
          const compared = await compareInTurns(options.rounds, (way) =>
            run(way, { connections, seconds: options.seconds }),
          );
          writes.push({ database: kind, call, connections, ...compared });
        }
      }
      load.kill();
    });
  }
  printTable(writes, [
    ['database', ({ database }) => database],
    ['call', ({ call }) => call],
    ['connections', ({ connections }) => connections],
    ...COMPARED,
  ]);
  return { versions, writes };
}

export async function fillForWrites(database: Database): Promise<void> {
  await database.exclusive((run) =>
    run.exec(`
      update variants set qty = 1000000;
      insert into carts (customer_id, state, created_at, updated_at)
        select id, 'open', now(), now() from customers on conflict do nothing;
      analyze variants; analyze carts;`),
  );
}

async function fillCarts(database: Database): Promise<void> {
  await database.exclusive((run) =>
    run.exec(`
      delete from cart_lines;
      insert into cart_lines (cart_id, variant_id, qty)
        select id, 1, 1 from carts where state = 'open' order by customer_id desc limit ${BROWSING};
      analyze cart_lines;`),
  );
}

/** Calls the app in this process, without opening a port or running jobs. */
export async function runInProcess(database: Database, work: (send: Send) => Promise<void>): Promise<void> {
  const env = { ...benchSettings(0), WEB: 'none', DATA_DIR: join(tmpdir(), 'handsel-bench') };
  const { context, providerRoutes } = await createContext(readSettings(env), database);
  const app = await createApp(context, providerRoutes);
  await work(async (method, path, options = {}) => {
    const payload = options.body === undefined ? {} : { payload: options.body as object };
    const answer = await app.inject({ method, url: toApiPath(path), headers: buildHeaders(options), ...payload });
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`);
    return answer.json();
  });
  await app.close();
  await context.jobs.stop();
}
