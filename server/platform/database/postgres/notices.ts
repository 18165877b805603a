import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseLogger, Listener, Subscription } from '../database.ts';
import { createHostClientClass, type PostgresHosts } from './hosts.ts';

const RETRY_MS = 250;
/** How often to query the server, because a dead server sends nothing. */
const ASK_MS = 5_000;

type Server = Pick<PostgresHosts, 'giveUp'> & { config: () => pg.ClientConfig & { connectionString: string } };

/**
 * Reconnects when the connection is lost. Transaction poolers drop notifications, so callers that depend on them must
 * send one regularly and wait for it.
 */
export function listenOnPostgres(
  { config, giveUp }: Server,
  { channel, onListening, onNotice }: Listener,
  { logger, askMs = ASK_MS }: { logger?: DatabaseLogger | undefined; askMs?: number } = {},
): Subscription {
  const named = () => ({ ...config(), application_name: 'handsel notices', query_timeout: askMs });
  const sender = new pg.Pool({ max: 1, Client: createHostClientClass(pg.Client, named) });
  // Ignore errors, because the pool replaces connections that break while idle.
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
      // Notifications need no durability, so do not wait for a synchronous commit.
      await sender.query(`select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`, [channel, text]);
    },
    async stop() {
      stopping.abort();
      await listening;
      await sender.end();
    },
  };
}

/** Resolves when stopped; throws when the connection is lost. */
async function listenOnce(
  config: pg.ClientConfig & { query_timeout: number },
  { channel, onListening, onNotice }: Listener,
  signal: AbortSignal,
): Promise<void> {
  const client = new pg.Client(config);
  const { promise: end, resolve: stop, reject: lose } = Promise.withResolvers<void>();
  client.on('error', lose).on('end', () => lose(new Error('The connection that listens for notifications has ended.')));
  const onStop = (): void => stop();
  signal.addEventListener('abort', onStop, { once: true });
  // Awaited below. Until then, connect() reports the error.
  end.catch(() => undefined);
  client.on('notification', ({ payload }) => onNotice(payload ?? ''));
  let asking: NodeJS.Timeout | undefined;
  try {
    await Promise.race([client.connect(), end]);
    if (signal.aborted) return;
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    onListening();
    asking = setInterval(() => void client.query('select 1').catch(lose), config.query_timeout);
    await end;
  } finally {
    clearInterval(asking);
    signal.removeEventListener('abort', onStop);
    client.removeAllListeners('notification');
    // Wait only briefly, because a dead server may never acknowledge the close.
    await Promise.race([client.end(), sleep(RETRY_MS)]);
  }
}
