import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import type { Database, SqlRunner } from '#server/platform/database/database.ts';
import { syncPath } from '#server/platform/database/embedded/durable-files.ts';
import { readApplied } from '#server/platform/database/migrations/apply.ts';
import { countWaitingJobs, WAITING_JOBS } from '#server/platform/jobs/queries.ts';
import type { CardKeyText } from '#server/platform/kernel/keys/card-keys.ts';
import { operatorError } from '#server/platform/kernel/operator-error.ts';
import { type BackupHeader, countBackupRows, END, JOBS, VERSION } from './backup-format.ts';
import * as store from './backup-store.ts';
import { signChecksum } from './signature.ts';

type Progress = (done: number, total: number) => void;
type Target = {
  file: string;
  takenAt: Date;
  key: CardKeyText;
  signal?: AbortSignal | undefined;
  progress?: Progress;
};

/**
 * Writes a snapshot to a file that only its owner can read, and renames it once it is synced. Blocks the embedded
 * database, so copy that database's files instead.
 */
export async function writeBackup(database: Database, target: Target): Promise<BackupHeader> {
  const { file, signal } = target;
  if (existsSync(file)) {
    const sentence = `${file} already exists, and a backup never replaces a file. Name another.`;
    throw operatorError({ code: 'file-exists', sentence });
  }
  const draft = `${file}.part`;
  try {
    const header = await database.exclusive((connection) =>
      connection.transaction((run) => writeDraft(run, { ...target, file: draft }, database.kind), { snapshot: true }),
    );
    await rename(draft, file);
    syncPath(dirname(file));
    return header;
  } catch (error) {
    throw signal?.aborted ? signal.reason : fileError(error, file);
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeDraft(run: SqlRunner, target: Target, database: BackupHeader['database']): Promise<BackupHeader> {
  const { file, signal } = target;
  const header = await readHeader(run, target, database);
  const compress = createZstdCompress({
    params: { [constants.ZSTD_c_checksumFlag]: 1, [constants.ZSTD_c_compressionLevel]: 3 },
  });
  const output = createWriteStream(file, { mode: 0o600 });
  await pipeline(generateLines(run, header, target), compress, output, { ...(signal ? { signal } : {}) });
  syncPath(file);
  return header;
}

async function readHeader(
  run: SqlRunner,
  { takenAt, key }: Target,
  database: BackupHeader['database'],
): Promise<BackupHeader> {
  const applied = await readApplied(run);
  if (applied === null)
    throw operatorError({
      code: 'no-shop',
      sentence: 'The database contains no shop, so there is nothing to back up.',
    });
  const tables: BackupHeader['tables'] = [];
  for (const table of await store.listTables(run))
    tables.push({ ...table, rows: await store.countRows(run, table.name) });
  return {
    format: 'handsel-backup',
    version: VERSION,
    takenAt: takenAt.toISOString(),
    signedBy: key.id,
    database,
    migrations: applied.map(({ name, sha256 }) => ({ name, sha256 })).filter(({ name }) => /^\d/.test(name)),
    tables,
    sequences: await store.listSequences(run),
    jobs: (await countWaitingJobs(run)) ?? 0,
    sums: await store.readSums(run),
  };
}

async function* generateLines(run: SqlRunner, header: BackupHeader, { key, progress }: Target): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const total = countBackupRows(header);
  let done = 0;
  const buildLine = (text: string) => {
    const line = `${text}\n`;
    hash.update(line);
    return line;
  };
  const lineOfSlice = (part: string | number, slice: string[]) => {
    done += slice.length;
    progress?.(done, total);
    return buildLine(`${part} ${JSON.stringify(slice)}`);
  };
  yield buildLine(JSON.stringify(header));
  for (const [index, table] of header.tables.entries())
    for await (const slice of store.readRows(run, table)) yield lineOfSlice(index, slice);
  if (header.jobs > 0) for await (const slice of store.readLines(run, WAITING_JOBS)) yield lineOfSlice(JOBS, slice);
  const checksum = hash.digest('hex');
  yield `${END} ${checksum} ${signChecksum(key, checksum)}\n`;
}

function fileError(error: unknown, file: string): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (!syscall) return error;
  const reason =
    code === 'ENOSPC'
      ? 'the disk is full'
      : code === 'ENOENT'
        ? 'its folder does not exist'
        : code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
          ? `you have no permission to write there (${code})`
          : message;
  const sentence = `${file} could not be written: ${reason}. Name a file in another folder. The incomplete file was deleted.`;
  return operatorError({ code: 'no-file', sentence, cause: error });
}
