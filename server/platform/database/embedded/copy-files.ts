import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { z } from 'zod';
import type { SqlRunner } from '../database.ts';
import { queryRows } from '../rows.ts';

const CONTROL = join('global', 'pg_control');
const LOG = `pg_wal${sep}`;
/** Files not to copy: temporary files, and files that belong to the running process. */
const NOT_COPIED = /^(?:postmaster\.(?:pid|opts)|pg_stat_tmp[\\/].*|(?:.*[\\/])?pgsql_tmp.*)$/;

/**
 * Copies an open database, blocking calls only during a checkpoint: first reads the start position of the WAL, then
 * copies the tables while they change, then the WAL. Opening the copy replays the WAL, which restores pages that were
 * copied half-written (full_page_writes).
 */
export async function copyOpenFiles(run: SqlRunner, { from, to }: { from: string; to: string }): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true, mode: 0o700 });
  // Calls wait for the checkpoint, so sync files first to shorten it.
  await runInBatches((await listFiles(from)).files, (path) => syncBeside(join(from, path)));
  await run.exec('checkpoint');
  const began = await readCheckpoint(run);
  const { files, folders } = await listFiles(from);
  for (const folder of folders) await mkdir(join(to, folder), { recursive: true });
  const log = (path: string) => path.startsWith(LOG);
  const copyOne = (path: string) => copy(path, { from, to });
  await copyOne(CONTROL);
  await runInBatches(
    files.filter((path) => path !== CONTROL && !log(path)),
    copyOne,
  );
  await runInBatches((await listFiles(from)).files.filter(log), copyOne);
  if ((await readCheckpoint(run)) !== began)
    throw new Error('The database wrote a checkpoint while its files were copied. Try again.');
}

/** Files to sync at once. One by one, each of a thousand small files would wait for other calls. */
const AT_ONCE = 16;

async function runInBatches(paths: readonly string[], work: (path: string) => Promise<void>): Promise<void> {
  for (let index = 0; index < paths.length; index += AT_ONCE)
    await Promise.all(paths.slice(index, index + AT_ONCE).map(work));
}

async function listFiles(folder: string): Promise<{ files: string[]; folders: string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = (kind: 'isFile' | 'isDirectory') =>
    entries
      .filter((entry) => entry[kind]())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .filter((path) => !NOT_COPIED.test(path));
  return { files: paths('isFile'), folders: paths('isDirectory') };
}

/** Ignores tables deleted meanwhile, because replaying the WAL deletes them as well. */
async function copy(path: string, { from, to }: { from: string; to: string }): Promise<void> {
  await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE).catch(ignoreMissing);
}

async function syncBeside(path: string): Promise<void> {
  const file = await open(path, 'r+').catch(ignoreMissing);
  try {
    await file?.datasync();
  } finally {
    await file?.close();
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

const checkpoint = z.object({ lsn: z.string() });

async function readCheckpoint(run: SqlRunner): Promise<string> {
  const statement = { sql: 'select checkpoint_lsn::text as lsn from pg_control_checkpoint()', params: [] };
  const [last] = await queryRows(run, checkpoint, statement);
  if (!last) throw new Error('The database does not report the location of its last checkpoint.');
  return last.lsn;
}
