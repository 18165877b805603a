import { readFileSync, writeFileSync } from 'node:fs';
import { migrate } from '#server/platform/database/migrations/migrate.ts';
import { openPostgres } from '#server/platform/database/postgres/postgres.ts';
import { startTestingStripe } from '#test/fakes/stripe.ts';
import { startTwilio } from '#test/fakes/twilio.ts';
import { buildServerIfStale } from '../../tools/builds/server-build.ts';
import { startManyServers } from '../chaos/many-servers.ts';
import { createDataFolder, findFreePort } from '../steps/server.ts';
import { startCluster } from './cluster.ts';
import type { Programs } from './programs.ts';

const SERVERS = 2;

export type FailoverShop = Awaited<ReturnType<typeof startFailoverShop>>;

export async function startFailoverShop(programs: Programs, random: (sides: number) => number) {
  await buildServerIfStale();
  const cluster = await startCluster(programs);
  const { work } = cluster;
  const folder = createDataFolder();
  const [stripe, twilio] = [await startTestingStripe(), await startTwilio()];
  const database = await openPostgres({ databaseUrl: cluster.direct, connections: 4 });
  await migrate(database);
  const ports = [await findFreePort(), await findFreePort()];
  const front = await findFreePort();
  const env = (serverIndex?: number): Record<string, string> => ({
    DATA_DIR: folder.path,
    STRIPE_API_BASE: stripe.url,
    ...twilio.env(twilio.standIn.url),
    DATABASE_URL: cluster.url,
    TRUST_PROXY: '1',
    DRAIN_SECONDS: '10',
    ...(serverIndex === undefined ? {} : { PORT: String(ports[serverIndex]) }),
  });
  const file = work.configure('shop.cfg', 'haproxy.cfg', {
    'bind :80': `bind 127.0.0.1:${front}`,
    '10.0.0.5:3000': `127.0.0.1:${ports[0]}`,
    '10.0.0.6:3000': `127.0.0.1:${ports[1]}`,
  });
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/^.*(?:ssl|https).*\n/gm, ''));
  work.run('shop', programs.haproxy, ['-db', '-f', file]);
  const balancer = `http://127.0.0.1:${front}`;
  const starting = startManyServers({ database, stripe, twilio, env, count: SERVERS, random, balancer });
  starting.catch(cluster.close);
  const shop = await starting;
  return {
    ...shop,
    cluster,
    async close(): Promise<void> {
      await shop.close();
      await cluster.close();
      folder.remove();
    },
  };
}
