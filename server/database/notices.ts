import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseLogger, Listener } from './database.ts';

const RETRY_MS = 250;
/** So often a connection is asked whether it is still there: one whose other end is gone says nothing by itself. */
const ASK_MS = 5_000;

/**
 * Listens on a connection of its own, made again whenever it is lost. A pooler that hands a connection to another
 * client after each transaction passes no notices on: whoever depends on them sends one now and then and waits for it.
 */
export function listenOnPostgres(
  config: pg.ClientConfig,
  { channel, onListening, onNotice }: Listener,
  { logger, askMs = ASK_MS }: { logger?: DatabaseLogger | undefined; askMs?: number } = {},
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const listening = (async () => {
    while (!signal.aborted) {
      await listenOnce({ ...config, query_timeout: askMs }, { channel, onListening, onNotice }, signal).catch(
        (err: Error) => logger?.error({ err }, 'database.notices_lost'),
      );
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  })();
  return () => {
    stopping.abort();
    return listening;
  };
}

/** Resolves when it is stopped; throws when the connection is lost. */
async function listenOnce(
  config: pg.ClientConfig & { query_timeout: number },
  { channel, onListening, onNotice }: Listener,
  signal: AbortSignal,
): Promise<void> {
  const client = new pg.Client({ ...config, application_name: 'handsel notices' });
  const { promise: over, resolve: stop, reject: lose } = Promise.withResolvers<void>();
  client.on('error', lose).on('end', () => lose(new Error('The connection that listens for notices has ended.')));
  signal.addEventListener('abort', () => stop(), { once: true });
  // Its failure counts once it is waited for; until then, connecting fails by itself.
  over.catch(() => undefined);
  client.on('notification', ({ payload }) => onNotice(payload ?? ''));
  let asking: NodeJS.Timeout | undefined;
  try {
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    onListening();
    asking = setInterval(() => void client.query('select 1').catch(lose), config.query_timeout);
    await over;
  } finally {
    clearInterval(asking);
    client.removeAllListeners('notification');
    // The other end of a connection that was lost may never say goodbye.
    await Promise.race([client.end(), sleep(RETRY_MS)]);
  }
}
