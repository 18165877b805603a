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
 * The tool sends a request as JSON by POST to a path that it chooses. PUT to that path answers a question, and DELETE
 * stops the command. `by`: the operating system user; `as`: the operator that the user acts for.
 */
export type Request = { command: string; argv: string[]; cwd: string; by: string; as: string };

export type Reply = { answer: Answer };

/** One line of JSON in the response. `exit` is the last line, and `ask` waits for an answer. */
export type Message =
  | { say: string }
  | { ask: string }
  | { complain: string }
  | { write: string }
  | { progress: Progress }
  | { exit: number };

const NAME = 'commands.sock';
const DRAFT = 'commands.new';
/** Maximum length of a socket path in bytes. macOS allows 103, Linux 107. */
const LONGEST = 100;

/**
 * Replaces files that a killed process left behind; the caller holds the folder's lock. Creates the socket in a private
 * folder and moves it into place, so that only its owner can ever connect (mode 0600).
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

export function removeSocket(dataDir: string): void {
  if (process.platform !== 'win32') rmSync(join(dataDir, NAME), { force: true });
}

/** Returns null when no server listens for this data folder. */
export async function callServer(
  dataDir: string,
  { method, path, body = '' }: { method: 'POST' | 'PUT' | 'DELETE'; path: string; body?: string },
): Promise<IncomingMessage | null> {
  const socket = await connectTo(dataDir);
  if (socket === null) return null;
  const call = httpRequest({ createConnection: () => socket, method, path }).end(body);
  call.on('error', () => undefined);
  const [response] = await once(call, 'response').catch((cause: unknown) => {
    throw shopStoppedError(cause);
  });
  return response;
}

export const shopStoppedError = (cause?: unknown) =>
  operatorError({
    code: 'shop-stopped',
    sentence: 'The shop stopped before the command finished. See its log, start the shop, and run the command again.',
    cause,
  });

async function connectTo(dataDir: string): Promise<Socket | null> {
  try {
    if (process.platform === 'win32') return await connectAt(pipeName(dataDir));
    return await withShortName(dataDir, (short) => connectAt(join(short, NAME)));
  } catch (error) {
    // There is no server, or only the socket of a killed server.
    if (['ENOENT', 'ENOTDIR', 'ECONNREFUSED'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/** Escapes U+2028 and U+2029, because readline breaks lines at them. */
export const serializeMessage = (message: Message): string =>
  `${JSON.stringify(message).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`;

export async function* readSocketMessages(response: IncomingMessage): AsyncGenerator<Message> {
  try {
    for await (const line of createInterface({ input: response })) yield JSON.parse(line);
  } catch {
    // Ends without an error when the other end closes the connection.
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

/** Reaches long folder paths through a symbolic link: socket paths are limited to about 100 bytes. */
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

/** Windows pipe names are machine-wide, so the name contains a digest of the folder. */
function pipeName(dataDir: string): string {
  const digest = createHash('sha256').update(realpathSync(dataDir).toLowerCase()).digest('hex');
  return `\\\\.\\pipe\\handsel-${digest.slice(0, 32)}`;
}
