import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { toAuditFields } from '#server/platform/kernel/actor.ts';
import { isOperatorError } from '#server/platform/kernel/operator-error.ts';
import type { Context } from '../context.ts';
import { commands, isCommand } from './all.ts';
import { type Answer, admitTo, type Output, openShop, shopClosingError, stoppedError } from './shared/command.ts';
import { listenIn, type Message, type Reply, type Request, removeSocket, serializeMessage } from './socket.ts';

export type CommandServer = { listen(): Promise<void>; close(): Promise<void> };

const PROGRESS_MS = 100;
/** Grace period for running commands when the shop closes. */
const END_MS = 10_000;

const input = z.object({
  command: z.string(),
  argv: z.array(z.string()),
  cwd: z.string(),
  // Defaults, because the previous release's tool does not send these fields.
  by: z.string().max(200).default('unknown'),
  as: z.string().max(200).default(''),
}) satisfies z.ZodType<Request>;

const reply = z.object({ answer: z.enum(['yes', 'no']).nullable() }) satisfies z.ZodType<Reply>;

type Running = { stopping: AbortController; answer?: ((answer: Answer) => void) | undefined };

/**
 * Runs operator commands that arrive through a Unix socket in the data folder, because only one process can open the
 * embedded database. On PostgreSQL there is no socket.
 */
export function createCommandServer(context: Context): CommandServer {
  const { settings, database, log } = context;
  const running = new Map<string, Running>();
  const server = createServer((request, response) => {
    const { method, url: path = '' } = request;
    if (method === 'DELETE') {
      running.get(path)?.stopping.abort(stoppedError());
      response.end();
      return;
    }
    if (method === 'PUT') {
      void takeAnswer(running.get(path), request).then((status) => response.writeHead(status).end());
      return;
    }
    const command: Running = { stopping: new AbortController() };
    running.set(path, command);
    response.on('close', () => {
      running.delete(path);
      command.stopping.abort(stoppedError());
    });
    // Without an error listener, a dropped connection crashes the process.
    response.on('error', () => undefined);
    response.flushHeaders();
    const output = createOutput(response, command);
    void perform(context, request, output).then((exit) => response.end(serializeMessage({ exit })));
  });
  return {
    async listen() {
      if (database.kind !== 'embedded') return;
      try {
        await listenIn(settings.DATA_DIR, server);
        server.on('error', (error) => log.error({ err: error }, 'command.socket_failed'));
      } catch (error) {
        // Some file systems do not support Unix sockets. Commands then run only while the shop is stopped.
        log.warn({ err: error }, 'command.socket_unavailable');
      }
    },
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      removeSocket(settings.DATA_DIR);
      for (const { stopping } of running.values()) stopping.abort(shopClosingError());
      await Promise.race([closed, sleep(END_MS, null, { ref: false })]);
      server.closeAllConnections();
    },
  };
}

async function takeAnswer(command: Running | undefined, request: IncomingMessage): Promise<200 | 400 | 409> {
  const { data } = reply.safeParse(await json(request).catch(() => null));
  if (!data) return 400;
  if (!command?.answer) return 409;
  command.answer(data.answer);
  return 200;
}

async function perform(context: Context, request: IncomingMessage, output: Output): Promise<number> {
  try {
    const { command: name, argv, cwd, ...caller } = input.parse(await json(request));
    if (!isCommand(name)) {
      output.complain(`The running shop has another version and no command "${name}". Restart the shop.`);
      return 1;
    }
    const command = await commands[name]();
    output.signal.throwIfAborted();
    const actor = await admitTo(context, command, { ...caller, argv });
    const status = await command.read(argv, cwd)(openShop(context, actor), output);
    const { osUser, actingAs, operatorId } = toAuditFields(actor) ?? {};
    context.log.info({ command: name, status, osUser, actingAs, operatorId }, 'command.finished');
    return status;
  } catch (error) {
    if (isOperatorError(error)) output.complain(error.message);
    else {
      context.log.error({ err: error }, 'command.failed');
      output.complain(`The command failed: ${(error as Error).message} (see the shop's log).`);
    }
    return 1;
  }
}

function createOutput(response: ServerResponse, command: Running): Output {
  const { signal } = command.stopping;
  const send = (message: Message): boolean => response.destroyed || response.write(serializeMessage(message));
  let phase = '';
  let sentAt = Number.NEGATIVE_INFINITY;
  return {
    signal,
    say: (say) => void send({ say }),
    complain: (complain) => void send({ complain }),
    progress(progress) {
      const now = performance.now();
      if (progress.phase === phase && progress.done < progress.total && now - sentAt < PROGRESS_MS) return;
      [phase, sentAt] = [progress.phase, now];
      send({ progress });
    },
    async ask(question) {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      const stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop);
      command.answer = resolve;
      send({ ask: question });
      return promise.finally(() => {
        signal.removeEventListener('abort', stop);
        command.answer = undefined;
      });
    },
    async write(text) {
      signal.throwIfAborted();
      if (!send({ write: text })) await waitForDrain(response, signal);
    },
  };
}

async function waitForDrain(response: ServerResponse, signal: AbortSignal): Promise<void> {
  await once(response, 'drain', { signal }).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error;
  });
}
