import type { Database, DatabaseLogger } from '../database.ts';

export interface OpenOptions {
  dataDir: string;
  databaseUrl?: string | undefined;
  connections?: number | undefined;
  logger?: DatabaseLogger | undefined;
}

/**
 * Opens PostgreSQL if a URL is given, otherwise the embedded database. Throws an operator error if the folder is in use
 * or PostgreSQL does not respond.
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
