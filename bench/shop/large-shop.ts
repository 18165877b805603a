import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '#e2e/steps/server.ts';
import type { Database, DatabaseKind } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrations/migrate.ts';
import { openDatabase } from '#server/platform/database/open/open-database.ts';
import { startServer, stopServer } from '../server-process.ts';
import { loadLargeCatalogue } from './large-catalogue.ts';
import { onPostgres, POSTGRES, readServerVersion } from './on-postgres.ts';

export const KINDS: readonly DatabaseKind[] = ['embedded', 'postgres'];

export type LargeShop = {
  kind: DatabaseKind;
  url: string;
  version: string;
  pid: number;
  copy: string;
  env: Record<string, string>;
};
type Wanted = {
  kind: DatabaseKind;
  products: number;
  env?: Record<string, string>;
  copy?: boolean;
  fill?: (database: Database) => Promise<void>;
};

export async function withLargeShop(options: Wanted, measure: (shop: LargeShop) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'handsel-bench-'));
  const prepare = async (database: Database): Promise<string> => {
    await migrate(database);
    await loadLargeCatalogue(database, options.products);
    await options.fill?.(database);
    return readServerVersion(database);
  };
  const serve = async (version: string, databaseUrl: string): Promise<void> => {
    const port = await findFreePort();
    const copy = join(folder, 'copy');
    if (options.copy && options.kind === 'embedded') cpSync(join(folder, 'db'), join(copy, 'db'), { recursive: true });
    const env = { ...benchSettings(port), DATA_DIR: folder, DATABASE_URL: databaseUrl, ...options.env };
    const server = await startServer(env);
    const { kind } = options;
    try {
      await measure({ kind, url: `http://127.0.0.1:${port}`, version, pid: server.pid ?? 0, copy, env });
    } finally {
      await stopServer(server);
    }
  };
  try {
    if (options.kind === 'postgres') {
      await onPostgres(POSTGRES, async (database, url) => serve(await prepare(database), url));
    } else {
      const database = await openDatabase({ dataDir: folder });
      const version = await prepare(database).finally(() => database.close());
      await serve(version, '');
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns production settings, except for sandbox providers and rate limits that no benchmark reaches. */
export function benchSettings(port: number): Record<string, string> {
  const MANY = '100000000';
  return {
    NODE_ENV: 'production',
    DEMO: '1',
    SEED: 'none',
    WEB: 'built',
    HUMAN_CHECK: 'none',
    PICTURES_AHEAD: '0',
    LOG_LEVEL: 'error',
    TRUST_PROXY: '1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SESSION_SECRET: 'a secret that both processes of this bench have',
    CARD_KEYS: 'k1:a key that both processes of this bench have',
    CODE_SENDS_PER_ADDRESS: MANY,
    CODE_SENDS_PER_PREFIX: MANY,
    CODE_SENDS_PER_DAY: MANY,
    SIGN_IN_CALLS_PER_ADDRESS: MANY,
    CARD_ENTRIES_PER_ADDRESS: MANY,
    APPROVAL_MAX_TOTAL: MANY,
    APPROVAL_FIRST_ORDER_MAX: MANY,
    APPROVAL_ORDERS_PER_HOUR: MANY,
    APPROVAL_GIFTS_PER_DAY: MANY,
    APPROVAL_GIFTS_PER_NETWORK: MANY,
  };
}
