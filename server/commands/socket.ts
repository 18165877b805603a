import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { operatorError } from '#server/platform/kernel/operator-error.ts';
import type { Answer, Progress } from './shared/command.ts';

/**
 * What a tool sends as JSON by POST to a path of its own choice. PUT of the path answers a question of the command,
 * DELETE stops it. `by`: the user of the operating system who gave it; `as`: whom they act for.
 */
export type Request = { command: string; argv: string[]; cwd: string; by: string; as: string };

/** What a tool sends by PUT. */
export type Reply = { answer: Answer };

/** What comes back, a line of JSON each; `exit` is the last. The command waits for the answer to `ask`. */
export type Message =
  | { say: string }
  | { ask: string }
  | { complain: string }
  | { write: string }
  | { progress: Progress }
  | { exit: number };

const NAME = 'commands.sock';
/** Where the socket is made; nobody else may enter the folder. */
const DRAFT = 'commands.new';
/** macOS takes 103 bytes, Linux 107. */
const LONGEST = 100;

/**
 * Lets `server` listen in the data folder whose lock this process holds: what a killed process has left there is
 * replaced. Nobody but the owner may connect (mode 0600), from the first moment on: the socket takes its place when it
 * is complete.
 */
export async function listenIn(dataDir: string, server: Server): Promise<void> {
  if (process.platform === 'win32') return listenAt(server, pipeName(dataDir));
  const folder = join(dataDir, DRAFT);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  try {
    await withShortName(dataDir, (short) => listenAt(server, join(short, DRAFT, NAME)));
    chmodSync(join(folder, NAME), 0o600);
    renameSync(join(folder, NAME), join(dataDir, NAME));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Nobody finds the socket any more; pipes go by themselves. */
export function removeSocket(dataDir: string): void {
  if (process.platform !== 'win32') rmSync(join(dataDir, NAME), { force: true });
}

/** The response of the server that has this data folder; null when none listens. */
export async function callServer(
  dataDir: string,
  { method, path, body = '' }: { method: 'POST' | 'PUT' | 'DELETE'; path: string; body?: string },
): Promise<IncomingMessage | null> {
  const socket = await connectTo(dataDir);
  if (socket === null) return null;
  const call = httpRequest({ createConnection: () => socket, method, path }).end(body);
  call.on('error', () => undefined);
  const [response] = await once(call, 'response').catch((cause: unknown) => {
    throw shopStopped(cause);
  });
  return response;
}

export const shopStopped = (cause?: unknown) =>
  operatorError({
    code: 'shop-stopped',
    sentence: 'The shop stopped before the command was done. See its log, start it, and give the command again.',
    cause,
  });

async function connectTo(dataDir: string): Promise<Socket | null> {
  try {
    if (process.platform === 'win32') return await connectAt(pipeName(dataDir));
    return await withShortName(dataDir, (short) => connectAt(join(short, NAME)));
  } catch (error) {
    // There is none, or it is what a killed server has left.
    if (['ENOENT', 'ENOTDIR', 'ECONNREFUSED'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/** A message as a line; readline would also break it at U+2028 and U+2029. */
export const lineOf = (message: Message): string =>
  `${JSON.stringify(message).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`;

/** The messages of a response, the next one when the one before is dealt with, until its end, however it ends. */
export async function* messagesOf(response: IncomingMessage): AsyncGenerator<Message> {
  try {
    for await (const line of createInterface({ input: response })) yield JSON.parse(line);
  } catch {
    // Cut off: the other end is gone, which is all there is to know.
  }
}

function listenAt(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function connectAt(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

/**
 * The system takes about a hundred bytes for a socket's path. A longer folder is reached through a link of its own with
 * a short path, which is needed only while the name is used.
 */
async function withShortName<T>(folder: string, work: (short: string) => Promise<T>): Promise<T> {
  if (Buffer.byteLength(join(folder, DRAFT, NAME)) <= LONGEST) return work(folder);
  const room = Buffer.byteLength(join('handsel-123456', 'd', DRAFT, NAME)) + 1;
  const base = Buffer.byteLength(tmpdir()) + room <= LONGEST ? tmpdir() : '/tmp';
  const link = mkdtempSync(join(base, 'handsel-'));
  try {
    symlinkSync(realpathSync(folder), join(link, 'd'));
    return await work(join(link, 'd'));
  } finally {
    rmSync(link, { recursive: true });
  }
}

/** Windows has pipes in place of sockets, with names for the whole machine. */
function pipeName(dataDir: string): string {
  const digest = createHash('sha256').update(realpathSync(dataDir).toLowerCase()).digest('hex');
  return `\\\\.\\pipe\\handsel-${digest.slice(0, 32)}`;
}
