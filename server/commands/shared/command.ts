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

export type Progress = { phase: string; done: number; total: number; rows: number };

/** Null when the input ended without a response. */
export type Answer = 'yes' | 'no' | null;

export type Output = {
  /** Writes to standard output. */
  say(line: string): void;
  /** Writes to standard error. */
  complain(line: string): void;
  progress(stage: Progress): void;
  /** Writes raw text, and waits for a slow reader. */
  write(text: string): Promise<void>;
  /**
   * Throws when the operator stops the command or the shop closes. Never ask within a transaction, because people take
   * time to respond.
   */
  ask(question: string): Promise<Answer>;
  /** Aborts with an operator error when the operator stops the command or the shop closes. */
  signal: AbortSignal;
};

/** Parts of the running server, or parts that the tool opens on first use. */
export type CommandContext = {
  settings: Settings;
  clock: Clock;
  actor: Actor;
  /** The keys that sign sessions. To decrypt gift cards, use the keys in `context()`. */
  secrets(): Promise<SessionKeys>;
  keys(): Promise<GivenKeys>;
  cardKeys(): Promise<GivenKeys['cards']>;
  /** Returns false before an embedded shop's first start. */
  hasDatabase(): boolean;
  database(): Promise<Database>;
  /** Opens the database without migrating it, or a copy of it while an embedded shop is running. */
  databaseAsItIs(): Promise<Database>;
  /** Throws if a database exists. Leaves no database behind when `fill` fails. */
  newDatabase<T>(fill: (database: Database) => Promise<T>): Promise<T>;
  context(): Promise<Context>;
};

/** Runs the command and returns its exit status. Must open everything it needs before it acts. */
type Work = (shop: CommandContext, output: Output) => Promise<number>;

/**
 * `needs`: the permission that an operator must have. `leaves`: the audit event that the command records; absent for
 * read-only commands.
 */
type CommandWord = { needs: OperatorVerb; leaves?: AuditEvent };

/** A command behaves the same in the server and in the tool (docs/decisions/024). */
export type Command = {
  usage: string;
  /** Keyed by subcommand; '' if the command has none. */
  words: Readonly<Record<string, CommandWord>>;
  /** The command always runs in the tool, even while a server has the embedded database open. */
  inTool?: true;
  read(argv: string[], cwd: string): Work;
};

export const stoppedError = () => operatorError({ code: 'stopped', sentence: 'You stopped the command.' });
export const shopClosingError = () => operatorError({ code: 'stopped', sentence: 'The shop is closing.' });

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
      const sentence =
        'This shop is running. Stop it, and set DATA_DIR or DATABASE_URL to an empty folder or database.';
      throw operatorError({ code: 'not-empty', sentence });
    },
    context: async () => context,
  };
}

export async function openActingParts(
  shop: CommandContext,
): Promise<Pick<Context, 'database' | 'clock'> & { actor: Actor }> {
  return { database: await shop.database(), clock: shop.clock, actor: shop.actor };
}

export async function admitTo(
  parts: Pick<Context, 'database' | 'log'>,
  command: Pick<Command, 'words'>,
  { argv, ...giver }: { by: string; as: string; argv: string[] },
): Promise<Actor> {
  const actor = await admitActor(parts, giver);
  checkCommandVerb(command, { actor, argv });
  return actor;
}

export function checkCommandVerb(
  command: Pick<Command, 'words'>,
  { actor, argv }: { actor: Actor; argv: string[] },
): void {
  const word = findWord(command, argv);
  if (word) checkVerb(actor, word.needs);
}

function findWord({ words }: Pick<Command, 'words'>, argv: readonly string[]): CommandWord | undefined {
  const isGiven = (part: string) => (part.startsWith('--') ? argv.includes(part) : argv[0] === part);
  const matches = Object.keys(words).filter((word) => word !== '' && word.split(' ').every(isGiven));
  const [longest = ''] = matches.toSorted((a, b) => b.length - a.length);
  return words[longest];
}

export const isWord = <Words extends Command['words']>(words: Words, word: string): word is keyof Words & string =>
  Object.hasOwn(words, word);

export type Outcome = { status: 0 | 1; sentence: string };
export const done = (sentence: string): Outcome => ({ status: 0, sentence });
export const failed = (sentence: string): Outcome => ({ status: 1, sentence });

/** Throws if there is no database yet, because the command would create an empty shop. */
export function checkShop({ settings, hasDatabase }: CommandContext): void {
  if (!hasDatabase()) throw noShopError(settings);
}

export const noShopError = ({ DATA_DIR }: Settings) =>
  operatorError({
    code: 'no-shop',
    sentence: `There is no shop in ${DATA_DIR}. Set DATA_DIR or DATABASE_URL to the values of your shop.`,
  });
