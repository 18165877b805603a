import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createClock } from '#server/clock.ts';
import type { CommandContext } from '#server/commands/command.ts';
import type { Context } from '#server/context.ts';
import { migrate } from '#server/database/migrate.ts';
import { type Database, openDatabase } from '#server/database/open.ts';
import { isOperatorError, operatorError } from '#server/kernel/operator-error.ts';
import { createSecrets, hasSecret, readSecret } from '#server/kernel/secrets.ts';
import type { Settings } from '#server/settings.ts';

/** The shop for one command in this process: each part is opened when it is first asked for, and closed at the end. */
export function openLocalShop(settings: Settings): { shop: CommandContext; close: () => Promise<void> } {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SESSION_SECRET: secret } = settings;
  let opened: Promise<Database> | undefined;
  let context: Context | undefined;
  const database = () => (opened ??= openMigrated({ dataDir, databaseUrl }));
  const hasDatabase = () => databaseUrl !== undefined || existsSync(join(dataDir, 'db'));
  const checkSecret = () => {
    if (databaseUrl !== undefined && !hasSecret({ dataDir, secret })) throw noSecret(dataDir);
  };
  const shop: CommandContext = {
    settings,
    clock: createClock({ movable: false }),
    async secrets() {
      checkSecret();
      return createSecrets(await readSecret({ dataDir, secret }));
    },
    hasDatabase,
    database,
    async databaseToAsk() {
      if (!hasDatabase()) return null;
      return database().catch((error: unknown) => {
        if (isOperatorError(error)) return null;
        throw error;
      });
    },
    async context() {
      checkSecret();
      const { createContext } = await import('#server/bootstrap.ts');
      context ??= (await createContext(settings, await database(), { logTo: 'stderr' })).context;
      return context;
    },
  };
  return {
    shop,
    async close() {
      await context?.jobs.stop();
      await (await opened?.catch(() => undefined))?.close();
    },
  };
}

/**
 * Whoever serves that database has another secret: cards sealed and links signed under a new one could never be opened.
 */
const noSecret = (dataDir: string) =>
  operatorError({
    code: 'no-secret',
    sentence: `This command needs the secret of the shop that uses DATABASE_URL, and there is none in ${dataDir}. Set SESSION_SECRET, or DATA_DIR, to what that shop has.`,
  });

async function openMigrated(options: { dataDir: string; databaseUrl: string | undefined }): Promise<Database> {
  const database = await openDatabase(options);
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
