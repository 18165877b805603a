import type { Clock } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/open.ts';
import { operatorError } from '../kernel/operator-error.ts';
import type { Secrets } from '../kernel/secrets.ts';
import type { Settings } from '../settings.ts';

/** A stage of long work: so much of so much is done, in rows or bytes. */
export type Progress = { phase: string; done: number; total: number; rows: number };

/** Where a command speaks to: the terminal of whoever gave it, near or at the other end of a socket. */
export type Output = {
  /** A line of the result, for standard output. */
  say(line: string): void;
  /** A line about what is wrong, for standard error. */
  complain(line: string): void;
  progress(stage: Progress): void;
  /** Text for standard output as it is; waits for a reader that is slower. */
  write(text: string): Promise<void>;
  /**
   * Aborted with an operator error as its reason when whoever gave the command stops it or is gone, and when the shop
   * closes.
   */
  signal: AbortSignal;
};

/**
 * What a command works on: the running server's own parts, or parts opened for this command alone when it first asks.
 */
export type CommandContext = {
  settings: Settings;
  clock: Clock;
  secrets(): Promise<Secrets>;
  /** False before the first start of an embedded shop. */
  hasDatabase(): boolean;
  /** Open and migrated. */
  database(): Promise<Database>;
  /** Null when no database exists or answers. */
  databaseToAsk(): Promise<Database | null>;
  /** With providers and the job queue. */
  context(): Promise<Context>;
};

/** Runs the command and returns its exit status. Opens what it needs before it does anything. */
type Work = (shop: CommandContext, output: Output) => Promise<number>;

/**
 * A command of an operator: one way through it, whether a server runs it or the tool itself does (docs/decisions/024).
 */
export type Command = {
  usage: string;
  /**
   * Reads the words behind the command; paths are relative to `cwd`. Throws a TypeError or an operator error that says
   * what is wrong.
   */
  read(argv: string[], cwd: string): Work;
};

export const stopped = () => operatorError({ code: 'stopped', sentence: 'You stopped it.' });
export const shopCloses = () => operatorError({ code: 'stopped', sentence: 'The shop is closing.' });

/** The running server as a command sees it. */
export function openShop(context: Context): CommandContext {
  return {
    settings: context.settings,
    clock: context.clock,
    secrets: async () => context.secrets,
    hasDatabase: () => true,
    database: async () => context.database,
    databaseToAsk: async () => context.database,
    context: async () => context,
  };
}

/** What a command says in the end: on standard output, or with exit status 1 on standard error. */
export type Outcome = { status: 0 | 1; sentence: string };
export const done = (sentence: string): Outcome => ({ status: 0, sentence });
export const failed = (sentence: string): Outcome => ({ status: 1, sentence });

/** Refuses where no shop has been started yet: a command that only changes one would make an empty one. */
export function checkShop({ settings, hasDatabase }: CommandContext): void {
  if (hasDatabase()) return;
  const sentence = `There is no shop in ${settings.DATA_DIR}. Set DATA_DIR or DATABASE_URL as that shop has them.`;
  throw operatorError({ code: 'no-shop', sentence });
}
