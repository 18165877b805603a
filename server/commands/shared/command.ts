import type { OperatorVerb } from '#contract/access/operator-roles.ts';
import { admitActor, checkVerb } from '#server/domain/operators/admit-actor.ts';
import type { AuditEvent } from '#server/domain/operators/record-action.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/kernel/actor.ts';
import { type GivenKeys, readKeys, readSealingKeys } from '#server/platform/kernel/keys/key-files.ts';
import { operatorError } from '#server/platform/kernel/operator-error.ts';
import type { SessionKeys } from '#server/platform/kernel/secrets.ts';
import type { Clock } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { Settings } from '../../settings.ts';

/** A stage of long work: so much of so much is done, in rows or bytes. */
export type Progress = { phase: string; done: number; total: number; rows: number };

/** The answer to a question; null when standard input ended without one. */
export type Answer = 'yes' | 'no' | null;

/** Where a command speaks to: the terminal of whoever gave it, near or at the other end of a socket. */
export type Output = {
  /** A line of the result, for standard output. */
  say(line: string): void;
  /** A line about what is wrong, for standard error. */
  complain(line: string): void;
  progress(stage: Progress): void;
  /** Text for standard output as it is; waits for a reader that is slower. */
  write(text: string): Promise<void>;
  /** Asks a question of yes or no. Ask with no transaction open: people take their time. Throws when it is stopped. */
  ask(question: string): Promise<Answer>;
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
  actor: Actor;
  /** Those that sign; whoever opens gift cards takes those of the context, which the database knows. */
  secrets(): Promise<SessionKeys>;
  /** As they are set and kept at this moment, right or wrong. */
  keys(): Promise<GivenKeys>;
  /** The same of gift cards alone. */
  cardKeys(): Promise<GivenKeys['cards']>;
  /** False before the first start of an embedded shop. */
  hasDatabase(): boolean;
  /** Open and migrated. */
  database(): Promise<Database>;
  /** Not migrated, to be read from; of an embedded shop that runs a copy as it was a moment ago. */
  databaseAsItIs(): Promise<Database>;
  /** Fills a new database, or refuses where there is one; what could not be filled is not there. */
  newDatabase<T>(fill: (database: Database) => Promise<T>): Promise<T>;
  /** With providers and the job queue. */
  context(): Promise<Context>;
};

/** Runs the command and returns its exit status. Opens what it needs before it does anything. */
type Work = (shop: CommandContext, output: Output) => Promise<number>;

/** `needs`: the verb that an operator behind --as needs. `leaves`: the event it records; without one it changes nothing. */
type CommandWord = { needs: OperatorVerb; leaves?: AuditEvent };

/**
 * A command of an operator: one way through it, whether a server runs it or the tool itself does (docs/decisions/024).
 */
export type Command = {
  usage: string;
  /** What may stand behind the command, '' for nothing. */
  words: Readonly<Record<string, CommandWord>>;
  /** The tool itself always runs it, also while a server has the embedded database. */
  inTool?: true;
  /**
   * Reads the words behind the command; paths are relative to `cwd`. Throws a TypeError or an operator error that says
   * what is wrong.
   */
  read(argv: string[], cwd: string): Work;
};

export const stopped = () => operatorError({ code: 'stopped', sentence: 'You stopped it.' });
export const shopCloses = () => operatorError({ code: 'stopped', sentence: 'The shop is closing.' });

/** The running server as a command sees it. */
export function openShop(context: Context, actor: Actor): CommandContext {
  return {
    settings: context.settings,
    actor,
    clock: context.clock,
    secrets: async () => context.secrets,
    keys: () => readKeys(context.settings),
    cardKeys: () => readSealingKeys(context.settings),
    hasDatabase: () => true,
    database: async () => context.database,
    databaseAsItIs: async () => context.database,
    newDatabase: async () => {
      const sentence = 'This shop is running. Stop it, and name an empty place by DATA_DIR or DATABASE_URL.';
      throw operatorError({ code: 'not-empty', sentence });
    },
    context: async () => context,
  };
}

/** What a use case of an operator takes. */
export async function actingParts(
  shop: CommandContext,
): Promise<Pick<Context, 'database' | 'clock'> & { actor: Actor }> {
  return { database: await shop.database(), clock: shop.clock, actor: shop.actor };
}

/** Returns who gives a command; refuses who may not, as admitActor() and checkVerbOf() do. */
export async function admitTo(
  parts: Pick<Context, 'database' | 'log'>,
  command: Pick<Command, 'words'>,
  { argv, ...giver }: { by: string; as: string; argv: string[] },
): Promise<Actor> {
  const actor = await admitActor(parts, giver);
  checkVerbOf(command, { actor, argv });
  return actor;
}

/** Refuses an operator behind --as whose roles lack what this word of the command needs. */
export function checkVerbOf(command: Pick<Command, 'words'>, { actor, argv }: { actor: Actor; argv: string[] }): void {
  const word = wordOf(command, argv);
  if (word) checkVerb(actor, word.needs);
}

/** Returns the word of a command's table that these words begin with, or the flag among them. */
function wordOf({ words }: Pick<Command, 'words'>, argv: readonly string[]): CommandWord | undefined {
  const isGiven = (part: string) => (part.startsWith('--') ? argv.includes(part) : argv[0] === part);
  const given = Object.keys(words).filter((word) => word !== '' && word.split(' ').every(isGiven));
  const [longest = ''] = given.toSorted((a, b) => b.length - a.length);
  return words[longest];
}

export const isWord = <Words extends Command['words']>(words: Words, word: string): word is keyof Words & string =>
  Object.hasOwn(words, word);

/** What a command says in the end: on standard output, or with exit status 1 on standard error. */
export type Outcome = { status: 0 | 1; sentence: string };
export const done = (sentence: string): Outcome => ({ status: 0, sentence });
export const failed = (sentence: string): Outcome => ({ status: 1, sentence });

/** Refuses where no shop has been started yet: a command that only changes one would make an empty one. */
export function checkShop({ settings, hasDatabase }: CommandContext): void {
  if (!hasDatabase()) throw noShop(settings);
}

export const noShop = ({ DATA_DIR }: Settings) =>
  operatorError({
    code: 'no-shop',
    sentence: `There is no shop in ${DATA_DIR}. Set DATA_DIR or DATABASE_URL as that shop has them.`,
  });
