import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createZstdDecompress } from 'node:zlib';
import { z } from 'zod';
import type { CardKeyText } from '#server/platform/kernel/keys/card-keys.ts';
import { isOperatorError, operatorError } from '#server/platform/kernel/operator-error.ts';
import { type BackupHeader, backupHeader, countBackupRows, END, JOBS, VERSION } from './backup-format.ts';
import { findSigner, signChecksum, type Trust } from './signature.ts';

type Slice = { part: number | typeof JOBS; json: string };

type Watched = Trust & { signal?: AbortSignal | undefined; progress?: (done: number, total: number) => void };

/**
 * Verifies a backup and returns its header. Throws an operator error if the file is damaged, changed since signing, or
 * not signed by the shop.
 */
export async function checkBackup(file: string, watched: Watched): Promise<BackupHeader> {
  try {
    return await readToEnd(file, watched);
  } catch (error) {
    // A flipped bit can garble text before zstd's checksum is reached.
    if (error instanceof SyntaxError || error instanceof z.ZodError)
      throw brokenBackupError(file, 'it contains data of an unknown kind', error);
    throw error;
  }
}

async function readToEnd(file: string, { signal, progress, ...trust }: Watched): Promise<BackupHeader> {
  const hash = createHash('sha256');
  let header: BackupHeader | undefined;
  let signer: CardKeyText | undefined;
  let sum: string | undefined;
  const counted = new Map<string, number>();
  let done = 0;
  for await (const line of readLines(file)) {
    signal?.throwIfAborted();
    if (sum !== undefined) throw brokenBackupError(file, 'it contains data after its end');
    if (header === undefined) {
      header = readHeader(line, file);
      signer = findSigner(header, file, trust);
    } else if (line.subarray(0, END.length).toString() === END) {
      sum = line.toString().slice(END.length + 1);
      continue;
    } else {
      const slice = parseSlice(line);
      const count = JSON.parse(slice.json).length;
      counted.set(String(slice.part), (counted.get(String(slice.part)) ?? 0) + count);
      done += count;
      progress?.(done, countBackupRows(header));
    }
    hash.update(line).update('\n');
  }
  if (header === undefined) throw brokenBackupError(file, 'it is empty');
  if (sum === undefined) throw brokenBackupError(file, 'its end is missing');
  const checksum = hash.digest('hex');
  const [written, signature] = sum.split(' ');
  if (written !== checksum) throw brokenBackupError(file, 'its checksum does not match its contents');
  if (signer && signature !== signChecksum(signer, checksum)) throw changedBackupError(file, signer);
  const expected = [
    ...header.tables.map(({ rows }, index) => [String(index), rows] as const),
    [JOBS, header.jobs] as const,
  ];
  const short = expected.find(([part, rows]) => (counted.get(part) ?? 0) !== rows);
  if (short)
    throw brokenBackupError(file, `it has ${counted.get(short[0]) ?? 0} rows of ${short[1]} in part ${short[0]}`);
  return header;
}

export async function* readSlices(file: string): AsyncGenerator<Slice> {
  let isHeader = true;
  for await (const line of readLines(file)) {
    const isEnd = line.subarray(0, END.length).toString() === END;
    if (!isHeader && !isEnd) yield parseSlice(line);
    isHeader = false;
  }
}

function parseSlice(line: Buffer): Slice {
  const index = line.indexOf(' ');
  const part = line.subarray(0, index).toString();
  return { part: part === JOBS ? JOBS : Number(part), json: line.subarray(index + 1).toString() };
}

function readHeader(line: Buffer, file: string): BackupHeader {
  const header = JSON.parse(line.toString());
  if (header?.format !== 'handsel-backup') throw notBackupError(file);
  if (header.version > VERSION) throw newerBackupError(file, 'its format is of a later version');
  return backupHeader.parse(header);
}

async function* readLines(file: string): AsyncGenerator<Buffer> {
  let isBegun = false;
  try {
    const source = createReadStream(file);
    const text = source.pipe(createZstdDecompress());
    source.on('error', (error) => text.destroy(error));
    let rest: Buffer[] = [];
    for await (const chunk of text as AsyncIterable<Buffer>) {
      let from = 0;
      for (let index = chunk.indexOf(10); index >= 0; index = chunk.indexOf(10, from)) {
        yield Buffer.concat([...rest, chunk.subarray(from, index)]);
        isBegun = true;
        rest = [];
        from = index + 1;
      }
      rest.push(chunk.subarray(from));
    }
  } catch (error) {
    throw readError(error, { file, isBegun });
  }
}

function readError(error: unknown, { file, isBegun }: { file: string; isBegun: boolean }): unknown {
  if (isOperatorError(error)) return error;
  const { code = '', syscall, message } = error as NodeJS.ErrnoException;
  if (syscall) {
    const problem =
      code === 'ENOENT' ? 'does not exist' : code === 'EISDIR' ? 'is a folder' : `cannot be read (${message})`;
    return operatorError({ code: 'no-file', sentence: `${file} ${problem}. Name a file that npm run backup wrote.` });
  }
  if (/^(?:ZSTD_|Z_|ERR_ZLIB|ERR_.*ZSTD)/i.test(code))
    return isBegun ? brokenBackupError(file, message, error) : notBackupError(file);
  return error;
}

const notBackupError = (file: string) =>
  operatorError({
    code: 'not-a-backup',
    sentence: `${file} is not a Handsel backup, or its header is damaged. Name a file that npm run backup wrote.`,
  });

function brokenBackupError(file: string, reason: string, cause?: unknown) {
  const sentence = `${file} is damaged: ${reason}. Nothing was written. Use another copy of it, or the previous backup.`;
  return operatorError({ code: 'backup-broken', sentence, cause });
}

const changedBackupError = (file: string, { id }: CardKeyText) =>
  operatorError({
    code: 'backup-changed',
    sentence: `${file} was changed after the shop signed it with the card key "${id}". Nothing was written. Use another copy of it.`,
  });

export const newerBackupError = (file: string, reason: string) =>
  operatorError({
    code: 'backup-newer',
    sentence: `${file} was written by a newer version of Handsel (${reason}). Restore it with that version.`,
  });
