import type { Database, DatabaseLogger } from '../database.ts';

export interface OpenOptions {
  /** Where the embedded database lives */
  dataDir: string;
  /** PostgreSQL in place of the embedded database */
  databaseUrl?: string | undefined;
  /** Connections to PostgreSQL at most */
  connections?: number | undefined;
  logger?: DatabaseLogger | undefined;
}

/**
 * Opens the shop's database: PostgreSQL when a URL is given, else the embedded one in the data folder. Each driver is
 * loaded only when it is used. Throws an operator error (one sentence) when the folder is in use or the server does not
 * answer.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { dataDir, databaseUrl, connections, logger } = options;
  if (databaseUrl) {
    const { openPostgres } = await import('../postgres/postgres.ts');
    return openPostgres({ databaseUrl, connections, logger });
  }
  const { openEmbedded } = await import('../embedded/embedded.ts');
  return openEmbedded({ dataDir, logger });
}
