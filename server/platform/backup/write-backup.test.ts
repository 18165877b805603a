import fs, { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { BACKUP_KEY } from '#test/support/backups.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { writeBackup } from './write-backup.ts';

it('syncs the backup file before renaming it, and its folder afterwards', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'handsel-backup-'));
  const database = await openTestDatabase('embedded', 'empty');
  const file = join(folder, 'shop.backup');
  const opened = vi.spyOn(fs, 'openSync');
  const synced: { path: string; isNamed: boolean }[] = [];
  const fsync = vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
    const index = opened.mock.results.findLastIndex(({ value }) => value === descriptor);
    synced.push({ path: String(opened.mock.calls[index]?.[0]), isNamed: existsSync(file) });
  });
  syncBuiltinESMExports();
  onTestFinished(async () => {
    opened.mockRestore();
    fsync.mockRestore();
    syncBuiltinESMExports();
    await database.close();
    rmSync(folder, { recursive: true });
  });
  await writeBackup(database, { file, takenAt: new Date('2026-11-02T01:00:00Z'), key: BACKUP_KEY });
  expect(synced.filter(({ path }) => path.startsWith(folder))).toEqual([
    { path: `${file}.part`, isNamed: false },
    { path: folder, isNamed: true },
  ]);
});
