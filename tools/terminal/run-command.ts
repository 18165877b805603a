import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { type CommandName, commands } from '#server/commands/all.ts';
import { admitTo, type Command } from '#server/commands/shared/command.ts';
import {
  callServer,
  type Message,
  type Reply,
  type Request,
  readSocketMessages,
  shopStoppedError,
} from '#server/commands/socket.ts';
import { readAs } from '#server/domain/operators/admit-actor.ts';
import { isOperatorError, operatorError } from '#server/platform/kernel/operator-error.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { openLocalShop } from './local-context.ts';
import { findSystemUser } from './system-user.ts';
import { createTerminal, type Terminal } from './terminal.ts';

/** Waits up to ten seconds for a starting shop or another command to release the database. */
const TRIES = 20;
const APART_MS = 500;

/**
 * Runs the command in the server that has the embedded database open, if there is one, otherwise in this process. Sets
 * exit status 1 on failure.
 */
export async function runCommand(name: CommandName, words: string[]): Promise<void> {
  const output = createTerminal();
  try {
    const command = await commands[name]();
    if (words.some((word) => word === '--help' || word === '-h')) return command.usage.split('\n').forEach(output.say);
    const request = { command: name, ...readAs(words), cwd: process.cwd(), by: findSystemUser() };
    checkWords(command, request);
    if (command.inTool && request.as !== '')
      throw operatorError({ code: 'words', sentence: `${name} always runs as the machine and does not accept --as.` });
    process.exitCode = await run(command, request, output);
  } catch (error) {
    if (isOperatorError(error)) error.message.split('\n').forEach(output.complain);
    else if ((error as NodeJS.ErrnoException).code !== 'EPIPE') console.error(error);
    process.exitCode = 1;
  } finally {
    output.end();
  }
}

/** Checks the arguments before a database opens, because later TypeErrors are not usage errors. */
function checkWords(command: Command, { argv, cwd }: Request): void {
  try {
    command.read(argv, cwd);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const apart = command.usage.includes('\n') ? '\n' : ' ';
    throw operatorError({
      code: 'words',
      sentence: `${formatUsageError(error)}${apart}${command.usage}`,
      cause: error,
    });
  }
}

/** Returns the usage error without the advice that Node appends to its message. */
function formatUsageError({ message }: TypeError): string {
  const [unknown] = /^Unknown option '[^']*'/.exec(message) ?? [];
  if (unknown !== undefined) return `${unknown}.`;
  const [, valueless] = /^Option '(?:-\w, )?(--[\w-]+)[^']*' argument (?:missing|is ambiguous)/.exec(message) ?? [];
  return valueless === undefined ? message : `${valueless} needs a value.`;
}

async function run(command: Command, request: Request, output: Terminal): Promise<number> {
  const settings = readSettings();
  for (let tries = 1; ; tries += 1) {
    const isForServer = settings.DATABASE_URL === undefined && !command.inTool;
    const status = isForServer ? await runInServer(settings, request, output) : null;
    if (status !== null) return status;
    try {
      return await runHere(command, { settings, request, output });
    } catch (error) {
      if (!isOperatorError(error) || error.operatorCode !== 'data-folder-in-use' || tries === TRIES) throw error;
      if (tries === 1)
        output.complain(`Waiting for ${settings.DATA_DIR}: a starting shop or another command uses it ...`);
      await sleep(APART_MS);
      output.signal.throwIfAborted();
    }
  }
}

type Here = { settings: Settings; request: Request; output: Terminal };

async function runHere(command: Command, { settings, request, output }: Here): Promise<number> {
  const copyFiles = { ...request, command: 'copy-files', argv: [] };
  const { shop, close } = openLocalShop(settings, {
    actor: { kind: 'machine', osUser: request.by },
    copyFiles: () => runInServer(settings, copyFiles, output),
  });
  try {
    const work = command.read(request.argv, request.cwd);
    if (request.as !== '' && !command.inTool) {
      const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }));
      shop.actor = await admitTo({ database: await shop.database(), log }, command, request);
    }
    return await work(shop, output);
  } finally {
    await close();
  }
}

/**
 * Runs the command in the server that uses the data folder and returns its exit status, or null if there is no such
 * server.
 */
async function runInServer({ DATA_DIR }: Settings, request: Request, output: Terminal): Promise<number | null> {
  const path = `/${randomUUID()}`;
  const stop = () => void callServer(DATA_DIR, { method: 'DELETE', path }).catch(() => undefined);
  output.signal.addEventListener('abort', stop);
  const response = await callServer(DATA_DIR, { method: 'POST', path, body: JSON.stringify(request) });
  if (response === null) return null;
  try {
    for await (const message of readSocketMessages(response)) {
      if ('exit' in message) return message.exit;
      if ('ask' in message) {
        const answer = await Promise.race([output.ask(message.ask), waitForEnd(response)]);
        if (answer !== 'ended') await sendReply(DATA_DIR, path, { answer });
      } else await show(message, output);
    }
  } catch (error) {
    response.destroy();
    throw error;
  }
  throw shopStoppedError();
}

/**
 * Waits for the end of the response. If the command ends while it waits for an answer, the command itself reports why.
 */
async function waitForEnd(response: IncomingMessage): Promise<'ended'> {
  if (!response.closed) await once(response, 'close').catch(() => undefined);
  return 'ended';
}

/** Ignores the response, because the command may have ended. */
async function sendReply(dataDir: string, path: string, reply: Reply): Promise<void> {
  const response = await callServer(dataDir, { method: 'PUT', path, body: JSON.stringify(reply) });
  response?.resume();
}

type Shown = Exclude<Message, { exit: number } | { ask: string }>;

async function show(message: Shown, output: Terminal): Promise<void> {
  if ('say' in message) output.say(message.say);
  else if ('complain' in message) output.complain(message.complain);
  else if ('progress' in message) output.progress(message.progress);
  else await output.write(message.write);
}
