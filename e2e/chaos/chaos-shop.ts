import { type FaultProxy, startFaultProxy } from '#test/fakes/fault-proxy.ts';
import { startTestingStripe } from '#test/fakes/stripe.ts';
import { startTwilio } from '#test/fakes/twilio.ts';
import { openTestPostgres } from '#test/support/database.ts';
import { watchDisk } from '#test/support/full-disk.ts';
import { isFullRun } from '#test/support/run-size.ts';
import { createDataFolder } from '../steps/server.ts';
import { startManyServers } from './many-servers.ts';

const SERVERS = isFullRun ? 3 : 2;

export type ChaosShop = Awaited<ReturnType<typeof startChaosShop>>;

export async function startChaosShop(random: (sides: number) => number) {
  const { database, databaseUrl } = await openTestPostgres();
  const folder = createDataFolder();
  const [stripe, twilio] = [await startTestingStripe(), await startTwilio()];
  const payments = await startFaultProxy({ port: stripe.port, slowMs: 3_000 });
  const carrier = await startFaultProxy({ port: twilio.standIn.port, slowMs: 3_000 });
  const cables: FaultProxy[] = [];
  for (let index = 0; index < SERVERS; index += 1)
    cables.push(await startFaultProxy({ port: Number(new URL(databaseUrl).port || 5432), slowMs: 2_000 }));
  const env = (serverIndex?: number) => ({
    DATA_DIR: folder.path,
    STRIPE_API_BASE: payments.url,
    ...twilio.env(carrier.url),
    DATABASE_URL: serverIndex === undefined ? databaseUrl : routeThroughProxy(databaseUrl, cables[serverIndex]),
  });
  const shop = await startManyServers({ database, stripe, twilio, env, count: SERVERS, random });
  await watchDisk(database);
  return {
    ...shop,
    payments,
    carrier,
    cables,
    async close(): Promise<void> {
      await shop.close();
      for (const proxy of [...cables, payments, carrier]) await proxy.close();
      folder.remove();
    },
  };
}

function routeThroughProxy(databaseUrl: string, proxy: FaultProxy | undefined): string {
  const url = new URL(databaseUrl);
  url.port = String(proxy?.port);
  url.hostname = '127.0.0.1';
  return url.href;
}
