import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseLogger, Listener } from './database.ts';

const RETRY_MS = 250;

/**
 * Listens on a connection of its own, made again whenever it is lost. A pooler that hands a connection to another
 * client after each transaction passes no notices on: whoever depends on them sends one now and then and waits for it.
 */
export function listenOnPostgres(
  config: pg.ClientConfig,
  { channel, onListening, onNotice }: Listener,
  logger: DatabaseLogger | undefined,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const listening = (async () => {
    while (!signal.aborted) {
      await listenOnce(config, { channel, onListening, onNotice }, signal).catch((err: Error) =>
        logger?.error({ err }, 'database.notices_lost'),
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
  config: pg.ClientConfig,
  { channel, onListening, onNotice }: Listener,
  signal: AbortSignal,
): Promise<void> {
  const client = new pg.Client({ ...config, application_name: 'handsel notices', keepAlive: true });
  const lost = new Promise<void>((resolve, reject) => {
    client.on('error', reject);
    client.on('end', () => reject(new Error('The connection that listens for notices has ended.')));
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  // Its failure counts once it is waited for; until then, connecting fails by itself.
  lost.catch(() => undefined);
  client.on('notification', ({ payload }) => onNotice(payload ?? ''));
  try {
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    onListening();
    await lost;
  } finally {
    client.removeAllListeners('notification');
    await client.end();
  }
}
