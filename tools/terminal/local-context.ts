import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createClock } from '#server/clock.ts';
import { filesCopy } from '#server/commands/installation/back-up.ts';
import { type CommandContext, noShopError } from '#server/commands/shared/command.ts';
import type { Context } from '#server/context.ts';
import { backUpBeforeMigrating } from '#server/platform/backup/back-up-before-migrating.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createEmbedded, openEmbeddedCopy } from '#server/platform/database/embedded/embedded.ts';
import { migrate } from '#server/platform/database/migrations/migrate.ts';
import { openDatabase } from '#server/platform/database/open/open-database.ts';
import type { Actor } from '#server/platform/kernel/actor.ts';
import {
  listMissingKeys,
  readKeys,
  readSealingKeys,
  readSessionSecrets,
} from '#server/platform/kernel/keys/key-files.ts';
import { operatorError } from '#server/platform/kernel/operator-error.ts';
import { deriveSessionKeys } from '#server/platform/kernel/secrets.ts';
import type { Settings } from '#server/settings.ts';

type CopyFiles = () => Promise<number | null>;

export function openLocalShop(
  settings: Settings,
  { actor, copyFiles }: { actor: Actor; copyFiles: CopyFiles },
): { shop: CommandContext; close: () => Promise<void> } {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = settings;
  let opened: Promise<Database> | undefined;
  let context: Context | undefined;
  const database = () => (opened ??= openMigrated(settings));
  const hasDatabase = () => databaseUrl !== undefined || existsSync(join(dataDir, 'db'));
  const checkKeys = (requiredKeys: readonly string[]) => {
    const missing =
      databaseUrl === undefined ? [] : listMissingKeys(settings).filter((name) => requiredKeys.includes(name));
    if (missing.length > 0) throw missingKeysError(missing, dataDir);
  };
  const shop: CommandContext = {
    settings,
    actor,
    clock: createClock({ movable: false }),
    async secrets() {
      checkKeys(['SESSION_SECRET']);
      return deriveSessionKeys(await readSessionSecrets(settings));
    },
    async keys() {
      checkKeys(['SESSION_SECRET', 'CARD_KEYS']);
      return readKeys(settings);
    },
    async cardKeys() {
      checkKeys(['CARD_KEYS']);
      return readSealingKeys(settings);
    },
    hasDatabase,
    database,
    databaseAsItIs: () => (opened ??= openAsItIs(settings, hasDatabase(), copyFiles)),
    async newDatabase(fill) {
      if (databaseUrl === undefined) return createEmbedded(dataDir, fill);
      opened ??= openDatabase({ dataDir, databaseUrl: settings.DATABASE_OWNER_URL ?? databaseUrl });
      return fill(await opened);
    },
    async context() {
      checkKeys(['SESSION_SECRET', 'CARD_KEYS']);
      const { createContext } = await import('#server/bootstrap.ts');
      context ??= (await createContext(settings, await database(), { as: 'command' })).context;
      return context;
    },
  };
  return {
    shop,
    async close() {
      try {
        await context?.jobs.stop();
      } finally {
        await (await opened?.catch(() => undefined))?.close();
      }
    },
  };
}

/**
 * This error stops commands from creating new secrets: the shop's servers could never read the cards and links made
 * with them.
 */
const missingKeysError = (missing: readonly string[], dataDir: string) =>
  operatorError({
    code: 'no-secret',
    sentence: `This command needs the secrets of the shop that uses DATABASE_URL, but they are neither set nor stored in ${dataDir}. Set ${missing.join(' and ')}, or DATA_DIR, to the values of that shop.`,
  });

async function openAsItIs(settings: Settings, isThere: boolean, copyFiles: CopyFiles): Promise<Database> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = settings;
  if (!isThere) throw noShopError(settings);
  const status = databaseUrl === undefined ? await copyFiles() : null;
  if (status === null) return openDatabase({ dataDir, databaseUrl });
  const folder = filesCopy(dataDir);
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    if (status !== 0) throw operatorError({ code: 'no-copy', sentence: 'The running shop could not copy its files.' });
    const database = await openEmbeddedCopy(folder);
    return { ...database, close: () => database.close().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function openMigrated(settings: Settings): Promise<Database> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = settings;
  const database = await openDatabase({ dataDir, databaseUrl });
  try {
    await migrate(database, {
      async beforeChange(first) {
        const backup = await backUpBeforeMigrating(database, first, {
          settings,
          clock: createClock({ movable: false }),
        });
        if (backup)
          console.error(
            'file' in backup ? `The database was backed up to ${backup.file} before the migration.` : backup.sentence,
          );
      },
    });
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
