import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type KeySettings, readKeys } from '#server/platform/kernel/keys/key-files.ts';
import { isOperatorError } from '#server/platform/kernel/operator-error.ts';
import { readDatabaseSize } from './backup-store.ts';
import { writeBackup } from './write-backup.ts';

const KEPT = 3;
const NAME = /^before-\d{4}-[\dTZ-]+\.backup$/;

type Parts = { settings: KeySettings; clock: Clock; free?: (folder: string) => Promise<number> };
type Made = { file: string } | { sentence: string };

/**
 * Backs up an embedded database to `backups` before a new release migrates it; keeps three backups. Without enough disk
 * space, migrates anyway. On PostgreSQL, backups are the operator's job.
 */
export async function backUpBeforeMigrating(
  database: Database,
  first: string,
  { settings, clock, free = readFreeBytes }: Parts,
): Promise<Made | null> {
  if (database.kind !== 'embedded') return null;
  const folder = join(settings.DATA_DIR, 'backups');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) if (name.endsWith('.part')) await rm(join(folder, name));
  const [needed, room] = [await database.exclusive(readDatabaseSize), await free(folder)];
  if (room < needed) {
    return describeSkippedBackup(
      first,
      `${folder} has ${toMegabytes(room)} MB of free space, and the backup may need ${toMegabytes(needed)} MB.`,
    );
  }
  const takenAt = clock.now();
  const { cards } = await readKeys(settings);
  const file = join(folder, `before-${first.slice(0, 4)}-${takenAt.toISOString().replaceAll(/[:.]/g, '-')}.backup`);
  try {
    await writeBackup(database, { file, takenAt, key: cards[0] });
  } catch (error) {
    if (isOperatorError(error)) return describeSkippedBackup(first, error.message);
    throw error;
  }
  const old = (await readdir(folder))
    .filter((name) => NAME.test(name))
    .sort(byTime)
    .slice(0, -KEPT);
  for (const name of old) await rm(join(folder, name));
  return { file };
}

const describeSkippedBackup = (first: string, reason: string): Made => ({
  sentence: `The shop migrates this database (${first}) without a backup: ${reason}`,
});

const byTime = (first: string, other: string) => (first.slice(12) < other.slice(12) ? -1 : 1);

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

export const toMegabytes = (bytes: number): number => Math.ceil(bytes / 1_048_576);
