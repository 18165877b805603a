import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseLogger, Listener, Subscription } from '../database.ts';
import { clientTo, type PostgresHosts } from './hosts.ts';

const RETRY_MS = 250;
/** So often a connection is asked whether it is still there: one whose other end is gone says nothing by itself. */
const ASK_MS = 5_000;

/** The server that notices go through. */
type Server = Pick<PostgresHosts, 'giveUp'> & { config: () => pg.ClientConfig & { connectionString: string } };

/**
 * Listens on a connection of its own, made again whenever it is lost. A pooler that hands a connection to another
 * client after each transaction passes no notices on: whoever depends on them sends one now and then and waits for it.
 */
export function listenOnPostgres(
  { config, giveUp }: Server,
  { channel, onListening, onNotice }: Listener,
  { logger, askMs = ASK_MS }: { logger?: DatabaseLogger | undefined; askMs?: number } = {},
): Subscription {
  const named = () => ({ ...config(), application_name: 'handsel notices', query_timeout: askMs });
  const sender = new pg.Pool({ max: 1, Client: clientTo(pg.Client, named) });
  // A connection that is cut while it is idle is made again for the next text.
  sender.on('error', () => undefined);
  const stopping = new AbortController();
  const { signal } = stopping;
  const listening = (async () => {
    while (!signal.aborted) {
      const server = named();
      let heard = false;
      const onHeard = (): void => {
        heard = true;
        onListening();
      };
      await listenOnce(server, { channel, onListening: onHeard, onNotice }, signal).catch((err: Error) => {
        logger?.error({ err }, 'database.notices_lost');
        if (!heard) giveUp(server.connectionString);
      });
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    async send(text) {
      // Nothing of it is worth waiting for a disk.
      await sender.query(`select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`, [channel, text]);
    },
    async stop() {
      stopping.abort();
      await listening;
      await sender.end();
    },
  };
}

/** Resolves when it is stopped; throws when the connection is lost. */
async function listenOnce(
  config: pg.ClientConfig & { query_timeout: number },
  { channel, onListening, onNotice }: Listener,
  signal: AbortSignal,
): Promise<void> {
  const client = new pg.Client(config);
  const { promise: over, resolve: stop, reject: lose } = Promise.withResolvers<void>();
  client.on('error', lose).on('end', () => lose(new Error('The connection that listens for notices has ended.')));
  const onStop = (): void => stop();
  signal.addEventListener('abort', onStop, { once: true });
  // Its failure counts once it is waited for; until then, connecting fails by itself.
  over.catch(() => undefined);
  client.on('notification', ({ payload }) => onNotice(payload ?? ''));
  let asking: NodeJS.Timeout | undefined;
  try {
    await Promise.race([client.connect(), over]);
    if (signal.aborted) return;
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    onListening();
    asking = setInterval(() => void client.query('select 1').catch(lose), config.query_timeout);
    await over;
  } finally {
    clearInterval(asking);
    signal.removeEventListener('abort', onStop);
    client.removeAllListeners('notification');
    // The other end of a connection that was lost may never say goodbye.
    await Promise.race([client.end(), sleep(RETRY_MS)]);
  }
}
