import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { isOperatorError } from '../kernel/operator-error.ts';
import { commands, isCommand } from './all.ts';
import { type Output, openShop, shopCloses, stopped } from './command.ts';
import { linesOf, listenIn, type Message, type Request, removeSocket } from './socket.ts';

export type CommandServer = { listen(): Promise<void>; close(): Promise<void> };

type Running = { socket: Socket; stopping: AbortController; done: Promise<void> };

/** A bar is drawn ten times a second. */
const PROGRESS_MS = 100;
/** What a command may take to end itself when the shop closes. */
const END_MS = 10_000;

const request = z.object({
  command: z.string(),
  argv: z.array(z.string()),
  cwd: z.string(),
}) satisfies z.ZodType<Request>;

/**
 * Takes commands of operators through a socket in the data folder and runs them in this process, for the embedded
 * database serves one. On PostgreSQL tools open the database themselves, and nothing listens.
 */
export function createCommandServer(context: Context): CommandServer {
  const { settings, database, log } = context;
  const running = new Set<Running>();
  const server = createServer((socket) => {
    // Without a listener a connection that is cut while it is written to ends the process.
    socket.on('error', () => undefined);
    const stopping = new AbortController();
    const command: Running = { socket, stopping, done: answer(context, socket, stopping) };
    running.add(command);
    void command.done.finally(() => running.delete(command));
  });
  return {
    async listen() {
      if (database.kind !== 'embedded') return;
      try {
        await listenIn(settings.DATA_DIR, server);
        server.on('error', (error) => log.error({ err: error }, 'command.socket_failed'));
      } catch (error) {
        // Some file systems have no sockets. The shop is none the worse for it; its tools say that they need it
        // stopped.
        log.warn({ err: error }, 'command.socket_unavailable');
      }
    },
    async close() {
      if (!server.listening) return;
      server.close();
      removeSocket(settings.DATA_DIR);
      for (const { stopping } of running) stopping.abort(shopCloses());
      await Promise.race([Promise.all([...running].map(({ done }) => done)), sleep(END_MS, null, { ref: false })]);
      for (const { socket } of running) socket.destroy();
    },
  };
}

async function answer(context: Context, socket: Socket, stopping: AbortController): Promise<void> {
  const firstLine = Promise.withResolvers<string | null>();
  void listenTo(socket, firstLine.resolve, () => stopping.abort(stopped()));
  // The shop may close before a line has come.
  stopping.signal.addEventListener('abort', () => firstLine.resolve(null));
  const output = socketOutput(socket, stopping.signal);
  const line = await firstLine.promise;
  if (line === null) return;
  const exit = await perform(context, line, output);
  if (!socket.writable) return;
  socket.end(`${JSON.stringify({ exit } satisfies Message)}\n`);
  // Not over before the last line is on its way: the process may end right after.
  await once(socket, 'close').catch(() => undefined);
}

/** The first line is the command; another one, and the end of the connection, stop it. */
async function listenTo(socket: Socket, first: (line: string | null) => void, stop: () => void): Promise<void> {
  let lines = 0;
  for await (const line of linesOf(socket)) {
    lines += 1;
    if (lines === 1) first(line);
    else stop();
  }
  first(null);
  stop();
}

async function perform(context: Context, line: string, output: Output): Promise<number> {
  try {
    const { command: name, argv, cwd } = request.parse(JSON.parse(line));
    if (!isCommand(name)) {
      output.complain(`The running shop is of another version and knows no command "${name}". Restart it.`);
      return 1;
    }
    const command = await commands[name]();
    output.signal.throwIfAborted();
    const status = await command.read(argv, cwd)(openShop(context), output);
    context.log.info({ command: name, status }, 'command.finished');
    return status;
  } catch (error) {
    if (isOperatorError(error)) output.complain(error.message);
    else {
      context.log.error({ err: error }, 'command.failed');
      output.complain(`The command failed: ${(error as Error).message} (the shop's log has more).`);
    }
    return 1;
  }
}

function socketOutput(socket: Socket, signal: AbortSignal): Output {
  const send = (message: Message): boolean => !socket.writable || socket.write(`${JSON.stringify(message)}\n`);
  let phase = '';
  let sent = Number.NEGATIVE_INFINITY;
  return {
    signal,
    say: (say) => void send({ say }),
    complain: (complain) => void send({ complain }),
    progress(progress) {
      const now = performance.now();
      if (progress.phase === phase && progress.done < progress.total && now - sent < PROGRESS_MS) return;
      [phase, sent] = [progress.phase, now];
      send({ progress });
    },
    async write(text) {
      signal.throwIfAborted();
      if (!send({ write: text })) await drained(socket, signal);
    },
  };
}

async function drained(socket: Socket, signal: AbortSignal): Promise<void> {
  await once(socket, 'drain', { signal }).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error;
  });
}
