// node bench/redeem.ts [REDEMPTIONS_PER_ROUND] [ROUNDS]: measures 16 tills with one card each and with one shared card,
// through the counter API and as plain SQL on PostgreSQL. Compare ratios and CPU time.

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext } from '#server/bootstrap.ts';
import type { Context } from '#server/context.ts';
import { loadDemoCatalogueOnce } from '#server/domain/catalogue/import/demo/load-demo-catalogue-once.ts';
import { openCard } from '#server/domain/gift-cards/ledger/card-secrets.ts';
import { createCounterKey } from '#server/domain/sellers/keys/counter-keys.ts';
import { migrate } from '#server/platform/database/migrations/migrate.ts';
import { readSettings } from '#server/settings.ts';
import { machine } from '#test/support/actors.ts';
import { manyNumber, sellManyCards } from '#test/support/many-cards.ts';
import type { Done, Job, Till } from './load/redeem-load.ts';
import { ask, readCpuMilliseconds, startProcess, startServer, stopServer } from './server-process.ts';
import { onPostgres, POSTGRES, readServerVersion } from './shop/on-postgres.ts';
import { percentile, printJson, printTable } from './table.ts';

const redemptions = Number(process.argv[2] ?? 2_000);
const rounds = Number(process.argv[3] ?? 5);
const TILLS = 16;
const CARDS = 17;
const PORT = 4142;
const CARD_CENTS = 10_000_000;
const WAYS = ['counter API', 'bare SQL'] as const;

type Way = (typeof WAYS)[number];
type Result = {
  cards: number;
  way: Way;
  perSecond: number;
  p50: number;
  p99: number;
  serverCpu: number | null;
  databaseCpu: number | null;
};

const results: Result[] = [];
let postgres = '';
await onPostgres(POSTGRES, async (database, url) => {
  const env = buildEnv(url);
  postgres = await readServerVersion(database);
  await migrate(database);
  const { context } = await createContext(readSettings(env), database);
  await loadDemoCatalogueOnce(context);
  const tills = await makeTills(context);
  await context.jobs.stop();
  const server = await startServer(env);
  const load = startProcess('load/redeem-load.ts');
  const backends = async (): Promise<number[]> =>
    (await database.query('select pid from pg_stat_activity where datname = current_database()')).rows.map(({ pid }) =>
      Number(pid),
    );
  for (const cards of [TILLS, 1]) {
    const tillsWithCards = tills.map((till) =>
      cards === 1 ? { ...till, ...tills[0]?.card } : { ...till, ...till.card },
    );
    const job: Omit<Job, 'way'> = { url, base: `http://127.0.0.1:${PORT}`, tills: tillsWithCards, redemptions };
    for (const way of WAYS) await ask<Done>(load, { ...job, way });
    const done: Record<Way, (Done & { server: number; database: number })[]> = { 'counter API': [], 'bare SQL': [] };
    for (let round = 0; round < rounds; round += 1)
      for (const way of WAYS) {
        const [serverBefore, before] = [readCpuMilliseconds([server.pid ?? 0]) ?? 0, readCpuByPid(await backends())];
        const result = await ask<Done>(load, { ...job, way });
        const after = [...readCpuByPid(await backends())].map(([pid, ms]) => ms - (before.get(pid) ?? 0));
        const used = {
          server: (readCpuMilliseconds([server.pid ?? 0]) ?? 0) - serverBefore,
          database: after.reduce((sum, ms) => sum + ms, 0),
        };
        done[way].push({ ...result, ...used });
      }
    for (const way of WAYS) results.push(summarizeRounds(done[way], { cards, way }));
  }
  load.kill();
  await stopServer(server);
  const { rows } = await database.query(
    `select count(*)::int as wrong from gift_card_accounts a
      where balance_cents <> (select sum(posted_cents) from gift_card_entries e where e.gift_card_id = a.gift_card_id)`,
  );
  if (rows[0].wrong > 0) throw new Error('Balances of gift cards differ from their entries.');
});

const findBareRate = (cards: number) =>
  results.find((result) => result.cards === cards && result.way === 'bare SQL')?.perSecond ?? 0;
printTable(results, [
  ['cards', ({ cards }) => cards],
  ['way', ({ way }) => way],
  ['per second', ({ perSecond }) => perSecond],
  ['p50 ms', ({ p50 }) => p50],
  ['p99 ms', ({ p99 }) => p99],
  ['server ms', ({ serverCpu }) => serverCpu],
  ['database ms', ({ databaseCpu }) => databaseCpu],
  ['of bare SQL', ({ cards, perSecond }) => perSecond / findBareRate(cards)],
]);
printJson({ postgres, tills: TILLS, redemptions, rounds, results });

function readCpuByPid(pids: readonly number[]): Map<number, number> {
  return new Map(pids.map((pid) => [pid, readCpuMilliseconds([pid]) ?? 0]));
}

function buildEnv(databaseUrl: string): Record<string, string> {
  return {
    NODE_ENV: 'production',
    DEMO: '1',
    WEB: 'none',
    HUMAN_CHECK: 'none',
    PICTURES_AHEAD: '0',
    LOG_LEVEL: 'error',
    DATA_DIR: join(tmpdir(), 'handsel-bench-redeem'),
    DATABASE_URL: databaseUrl,
    PORT: String(PORT),
    CARD_MAX_VALUE: String(CARD_CENTS / 100),
    PUBLIC_URL: `http://127.0.0.1:${PORT}`,
    SESSION_SECRET: 'a secret that both processes of this bench have',
    CARD_KEYS: 'k1:a key that both processes of this bench have',
  };
}

async function makeTills(context: Context): Promise<(Till & { card: Pick<Till, 'code' | 'codeHash'> })[]> {
  await context.database.query(`update variants set price_cents = ${CARD_CENTS} where max_price_cents is null
    and product_id in (select id from products where is_giftcard)`);
  const card = { scheduledAt: '2030-01-01 12:00:00', zone: 'Australia/Sydney' };
  await sellManyCards(
    context,
    Array.from({ length: CARDS }, (_, index) => ({ ...card, to: manyNumber(index) })),
  );
  const { rows } = await context.database.query(
    `select c.sealed, c.code_hash, c.seller_id, s.shop_url from gift_cards c join sellers s on s.id = c.seller_id order by c.id limit ${TILLS}`,
  );
  const tills = [];
  for (const { sealed, code_hash: codeHash, seller_id: sellerId, shop_url: shopUrl } of rows) {
    const counterKey = await createCounterKey(context, { actor: machine, shopUrl, name: 'bench' });
    if (!counterKey) throw new Error('The shop did not create a counter key.');
    const card = { code: openCard(context.secrets, sealed).code, codeHash };
    tills.push({ ...card, card, key: counterKey.key, counterKeyId: counterKey.counterKey.id, sellerId });
  }
  return tills;
}

function summarizeRounds(
  done: readonly (Done & { server: number; database: number })[],
  setup: Pick<Result, 'cards' | 'way'>,
): Result {
  const all = done.flatMap(({ latencies }) => latencies);
  const sum = (getValue: (round: (typeof done)[number]) => number) =>
    done.reduce((total, round) => total + getValue(round), 0);
  const isMeasured = readCpuMilliseconds([]) !== null;
  return {
    ...setup,
    perSecond: all.length / sum(({ seconds }) => seconds),
    p50: percentile(all, 0.5),
    p99: percentile(all, 0.99),
    serverCpu: isMeasured && setup.way === 'counter API' ? sum(({ server }) => server) / all.length : null,
    databaseCpu: isMeasured ? sum(({ database }) => database) / all.length : null,
  };
}
