// node bench/delivery.ts [CARDS] [CARDS WITH DIFFERENT PICTURES]: measures how fast two servers deliver due cards
// through PostgreSQL to a carrier that responds after 20 ms. Exits with 1 if cards with the same picture take over a
// minute or a card is sent twice.
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createContext } from '#server/bootstrap.ts';
import { loadDemoCatalogueOnce } from '#server/domain/catalogue/import/demo/load-demo-catalogue-once.ts';
import { migrate } from '#server/platform/database/migrations/migrate.ts';
import { readSettings } from '#server/settings.ts';
import { manyNumber, sellManyCards } from '#test/support/many-cards.ts';
import { readCpuMilliseconds, startProcess, startServer, stopServer } from './server-process.ts';
import { onPostgres, POSTGRES, readServerVersion } from './shop/on-postgres.ts';
import { printJson, printTable } from './table.ts';

const cardCount = Number(process.argv[2] ?? 10_000);
const different = Number(process.argv[3] ?? cardCount);
const PORTS = [4140, 4141];
const LONGEST_MS = 15 * 60_000;
const NOON = '2026-11-02T01:00:00Z';
const DUE = '2026-11-02T01:30:00Z';
/** Start time of the servers' clocks, so that both servers have started before `DUE`. */
const BEFORE_DUE = '2026-11-02T01:29:50Z';
const SECRET = `whsec_${Buffer.from('the secret of shop and gateway').toString('base64')}`;

type Counted = { texts: number; pictures: number; twice: number; first: number; last: number };
type Result = {
  pictures: string;
  cards: number;
  seconds: number;
  cardsASecond: number;
  twice: number;
  composed: number;
  /** CPU milliseconds per card; null if unknown */
  serverCpu: number | null;
  databaseCpu: number | null;
};

const results: Result[] = [];
let postgres = '';
for (const pictures of ['equal', 'all different'] as const)
  results.push(await measure(pictures, pictures === 'equal' ? cardCount : different));

printTable(results, [
  ['pictures', ({ pictures }) => pictures],
  ['cards', ({ cards }) => cards],
  ['seconds', ({ seconds }) => seconds],
  ['cards/s', ({ cardsASecond }) => cardsASecond],
  ['composed', ({ composed }) => composed],
  ['pictures/s', ({ composed, seconds }) => composed / seconds],
  ['twice', ({ twice }) => twice],
  ['server ms', ({ serverCpu }) => serverCpu],
  ['database ms', ({ databaseCpu }) => databaseCpu],
]);
const [equal] = results;
const isMissed = (equal && (equal.cards < cardCount || equal.seconds > 60)) || results.some(({ twice }) => twice > 0);
if (isMissed) process.exitCode = 1;
printJson({ postgres, processes: PORTS.length, results });

async function measure(pictures: 'equal' | 'all different', cards: number): Promise<Result> {
  const gateway = startProcess('load/gateway.ts');
  const [{ port }] = await once(gateway, 'message');
  const address = `http://127.0.0.1:${port}/`;
  let result: Result | undefined;
  await onPostgres(POSTGRES, async (database, url) => {
    const env = buildEnv(address, url);
    postgres = await readServerVersion(database);
    await migrate(database);
    const { context } = await createContext(readSettings({ ...env, CLOCK_FROM: NOON }), database);
    await loadDemoCatalogueOnce(context);
    await sellManyCards(
      context,
      Array.from({ length: cards }, (_, index) => ({
        to: manyNumber(index),
        scheduledAt: '2026-11-02 12:30:00',
        zone: 'Australia/Sydney',
        ...(pictures === 'equal' ? {} : { firstname: `Mia ${index}` }),
      })),
    );
    // Postpones the jobs until the measurement starts.
    await database.query(
      "update pgboss.job set start_after = now() + interval '100 years' where name = 'send-message'",
    );
    await context.jobs.stop();
    await database.query('analyze');
    const servers = await Promise.all(PORTS.map((port) => startServer({ ...env, PORT: String(port) })));
    await waitUntilDue();
    const ofServers = servers.map(({ pid }) => pid ?? 0);
    const backends = async (): Promise<number[]> =>
      (await database.query('select pid from pg_stat_activity where datname = current_database()')).rows.map(
        ({ pid }) => Number(pid),
      );
    const before = [readCpuMilliseconds(ofServers), readCpuMilliseconds(await backends())] as const;
    const began = Date.now();
    await database.query("update pgboss.job set start_after = now() where name = 'send-message'");
    const counted = await waitUntilSent(address, { began, cards });
    const after = [readCpuMilliseconds(ofServers), readCpuMilliseconds(await backends())] as const;
    const seconds = (counted.last - began) / 1_000;
    const composed = Number((await database.query('select count(*) as n from composed_pictures')).rows[0].n);
    const aCard = (index: 0 | 1) =>
      after[index] === null || before[index] === null ? null : (after[index] - before[index]) / cards;
    const times = { seconds, cardsASecond: counted.texts / seconds, serverCpu: aCard(0), databaseCpu: aCard(1) };
    result = { pictures, cards: counted.texts, twice: counted.twice, composed, ...times };
    for (const server of servers) await stopServer(server);
  }).finally(() => gateway.kill());
  if (!result) throw new Error('The measurement returned no result.');
  return result;
}

function buildEnv(gateway: string, databaseUrl: string): Record<string, string> {
  return {
    NODE_ENV: 'test',
    WEB: 'none',
    HUMAN_CHECK: 'none',
    PICTURES_AHEAD: '0',
    LOG_LEVEL: 'error',
    DATA_DIR: join(tmpdir(), 'handsel-bench-delivery'),
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'http://shop.test',
    SESSION_SECRET: 'a secret that both processes of this bench have',
    CARD_KEYS: 'k1:a key that both processes of this bench have',
    CLOCK: 'movable',
    CLOCK_FROM: BEFORE_DUE,
    MESSAGES: 'webhook',
    MESSAGE_GATEWAY_URL: gateway,
    MESSAGE_GATEWAY_SECRET: SECRET,
  };
}

async function waitUntilDue(): Promise<void> {
  for (const port of PORTS) {
    for (;;) {
      const { now } = (await (await fetch(`http://127.0.0.1:${port}/clock`)).json()) as { now: string };
      if (Date.parse(now) >= Date.parse(DUE)) break;
      await sleep(500);
    }
  }
}

async function waitUntilSent(address: string, { began, cards }: { began: number; cards: number }): Promise<Counted> {
  let before = -1;
  for (;;) {
    await sleep(1_000);
    const counted = (await (await fetch(address)).json()) as Counted;
    if (counted.texts >= cards || Date.now() - began > LONGEST_MS) return counted;
    if (counted.texts !== before) process.stderr.write(`\r${counted.pictures} pictures, ${counted.texts} texts `);
    before = counted.texts;
  }
}
