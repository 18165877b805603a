import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openTestDatabase } from '#test/support/database.ts';
import { syncPath } from '../database/embedded/durable-files.ts';
import { writeBackup } from './write-backup.ts';

vi.mock('../database/embedded/durable-files.ts', { spy: true });

test('a backup has its name when it is on disk, and the folder that says so is synced, too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'handsel-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const database = await openTestDatabase('embedded', 'empty');
  const file = join(folder, 'shop.backup');
  const named: boolean[] = [];
  vi.mocked(syncPath).mockImplementation(() => void named.push(existsSync(file)));
  await writeBackup(database, { file, takenAt: new Date('2026-11-02T01:00:00Z') });
  expect(vi.mocked(syncPath).mock.calls).toEqual([[`${file}.part`], [folder]]);
  expect(named).toEqual([false, true]);
  await database.close();
});
