import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { pino } from 'pino';
import { createClock } from '#server/clock.ts';
import { restoredFeatures } from '#server/commands/installation/restore.ts';
import { checkBackup } from '#server/platform/backup/read-backup.ts';
import { type Restored, restoreBackup } from '#server/platform/backup/restore-backup.ts';
import { signChecksum } from '#server/platform/backup/signature.ts';
import type { Database, DatabaseKind } from '#server/platform/database/database.ts';
import { createEmbedded } from '#server/platform/database/embedded/embedded.ts';
import { type Migration, readMigrations } from '#server/platform/database/migrations/scripts.ts';
import { openDatabase } from '#server/platform/database/open/open-database.ts';
import type { CardKeyText } from '#server/platform/kernel/keys/card-keys.ts';
import { sha256 } from '#server/platform/kernel/secrets.ts';
import { makeBarePostgres } from './database.ts';
import { SHOP_OPENS } from './shop.ts';

export const BACKUP_KEY: CardKeyText = { id: 'k1', secret: 'a key that is long enough to be one' };

export type EmptyPlace = {
  folder: string;
  /** Restores the file as `npm run restore` would in a release with these migrations. */
  restore(file: string, migrations?: readonly Migration[]): Promise<Restored>;
  fill<T>(work: (database: Database) => Promise<T>): Promise<T>;
  open(): Promise<Database>;
  remove(): Promise<void>;
};

export async function createEmptyPlace(kind: DatabaseKind): Promise<EmptyPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'handsel-place-'));
  const bare = kind === 'postgres' ? await makeBarePostgres() : null;
  const open = () => openDatabase({ dataDir: folder, databaseUrl: bare?.databaseUrl });
  const fill: EmptyPlace['fill'] = async (work) => {
    if (bare === null) return createEmbedded(folder, work);
    const database = await open();
    return work(database).finally(() => database.close());
  };
  const parts = {
    clock: createClock({ movable: true, from: new Date(SHOP_OPENS) }),
    log: pino({ level: 'silent' }),
    features: restoredFeatures,
  };
  return {
    folder,
    fill,
    open,
    async restore(file, migrations = readMigrations()) {
      const header = await checkBackup(file, { keys: [BACKUP_KEY] });
      return fill((database) => restoreBackup(database, { ...parts, migrations }, { file, header }));
    },
    async remove() {
      rmSync(folder, { recursive: true });
      await bare?.remove();
    },
  };
}

export function rewriteBackup(
  from: string,
  to: string,
  change: (lines: string[]) => string[],
  sign = (checksum: string): string => signChecksum(BACKUP_KEY, checksum),
): void {
  const lines = zstdDecompressSync(readFileSync(from)).toString().trimEnd().split('\n').slice(0, -1);
  const text = `${change(lines).join('\n')}\n`;
  const checksum = sha256(text);
  writeFileSync(to, zstdCompressSync(`${text}end ${checksum} ${sign(checksum)}\n`));
}
