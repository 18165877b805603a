import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClock } from '#server/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrations/migrate.ts';
import { migrationsFolder, readMigrations } from '#server/platform/database/migrations/scripts.ts';
import { openDatabase } from '#server/platform/database/open/open-database.ts';
import type { KeySettings } from '#server/platform/kernel/keys/key-files.ts';
import { BACKUP_KEY } from '#test/support/backups.ts';
import { writeEmbedded } from '#test/support/database.ts';
import { backUpBeforeMigrating } from './back-up-before-migrating.ts';
import { checkBackup } from './read-backup.ts';

const NAMES = readMigrations().map(({ name }) => name);
const LATER = '9999_later.sql';
let dataDir: string;
const settings = (): KeySettings => ({ DATA_DIR: dataDir, SESSION_SECRET: 'not used', CARD_KEYS: [BACKUP_KEY] });
let database: Database;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'handsel-before-'));
});
afterEach(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true });
});
const clock = createClock({ movable: true, from: new Date('2026-11-02T01:00:00Z') });
async function open({ isMigrated }: { isMigrated: boolean }): Promise<void> {
  if (isMigrated) writeEmbedded('empty', dataDir);
  database = await openDatabase({ dataDir });
}
const listBackups = () => readdirSync(join(dataDir, 'backups'));

it('backs up the database of an older release before migrating it, but not an up-to-date database', async () => {
  await open({ isMigrated: true });
  const folder = join(dataDir, 'migrations');
  cpSync(migrationsFolder, folder, { recursive: true });
  writeFileSync(join(folder, LATER), 'create table later (id int);');
  const called: string[] = [];
  const beforeChange = async (first: string) => {
    called.push(first);
    await backUpBeforeMigrating(database, first, { settings: settings(), clock });
  };
  expect(await migrate(database, { beforeChange })).toEqual([]);
  expect(await migrate(database, { folder, beforeChange })).toEqual([LATER]);
  expect(await migrate(database, { folder, beforeChange })).toEqual([]);
  expect(called).toEqual([LATER]);
  const [file = '', ...otherFiles] = listBackups();
  expect(otherFiles).toEqual([]);
  expect(file).toMatch(new RegExp(`^before-${LATER.slice(0, 4)}-2026-11-02T01-00-\\d\\d-\\d{3}Z\\.backup$`));
  const { migrations } = await checkBackup(join(dataDir, 'backups', file), { keys: [BACKUP_KEY] });
  expect(migrations.map(({ name }) => name)).toEqual(NAMES);
});

it('makes no backup before the first migrations of a new shop', async () => {
  await open({ isMigrated: false });
  const beforeChange = () => Promise.reject(new Error('It was called.'));
  expect((await migrate(database, { beforeChange })).length).toBeGreaterThan(NAMES.length - 1);
});

it('keeps the last three backups and deletes no other files', async () => {
  await open({ isMigrated: true });
  for (const [day, migration] of ['0009_x.sql', '0010_x.sql', '0003_x.sql', '0011_x.sql'].entries()) {
    clock.moveTo?.(new Date(Date.UTC(2026, 10, 2 + day)));
    const result = await backUpBeforeMigrating(database, migration, { settings: settings(), clock });
    expect(result).toEqual({ file: expect.stringContaining(`before-${migration.slice(0, 4)}-`) });
  }
  expect(listBackups().map((name) => name.slice(7, 11))).toEqual(['0003', '0010', '0011']);
});

it('migrates without a backup when the disk is too full, and reports the space needed', async () => {
  await open({ isMigrated: true });
  const free = async () => 1_048_576;
  expect(await backUpBeforeMigrating(database, LATER, { settings: settings(), clock, free })).toEqual({
    sentence: expect.stringMatching(
      /^The shop migrates this database .* without a backup: .* has 1 MB of free space, and the backup may need \d+ MB\.$/,
    ),
  });
  expect(listBackups()).toEqual([]);
});
