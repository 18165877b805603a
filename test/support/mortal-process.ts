import type { Context } from '#server/context.ts';
import type { Handed, OutgoingMessage } from '#server/platform/ports/messages.ts';

/**
 * A process that can be killed where no test can time it: before or after a transaction, between its work and its
 * commit, before a message is handed over or before the answer is read.
 */
export type MortalProcess = {
  context: Context;
  /** Lets it live for so many steps more. */
  dieAfter: (steps: number) => void;
  /** What `work` makes, or 'died'; whatever it had in hand then stays as it is, for good. */
  live: <Result>(work: Promise<Result>) => Promise<Result | 'died'>;
  isDead: () => boolean;
};

const death = Symbol('death');
const never = (): Promise<never> => new Promise<never>(() => undefined);

/** A process on the database of `context`; `hand`: its carrier. */
export function startMortal(context: Context, hand: (message: OutgoingMessage) => Promise<Handed>): MortalProcess {
  const died = Promise.withResolvers<'died'>();
  let steps = Number.POSITIVE_INFINITY;
  let dead = false;
  /** True when the process dies of this step, or is dead. */
  const step = (): boolean => {
    steps -= 1;
    if (steps <= 0) dead = true;
    if (dead) died.resolve('died');
    return dead;
  };
  const { database } = context;
  const transaction: typeof database.transaction = async (work, config) => {
    if (step()) return never();
    const outcome = await database
      .transaction(async (tx) => {
        const result = await work(tx);
        // The server that is gone never commits: PostgreSQL rolls its transaction back.
        if (step()) throw death;
        return { result };
      }, config)
      .catch((error) => (error === death ? never() : Promise.reject(error)));
    return step() ? never() : outcome.result;
  };
  const send = async (message: OutgoingMessage): Promise<Handed> => {
    if (step()) return never();
    const handed = await hand(message);
    return step() ? never() : handed;
  };
  return {
    context: {
      ...context,
      database: { ...database, transaction },
      integrations: { ...context.integrations, messages: { ...context.integrations.messages, send } },
    },
    dieAfter: (more) => {
      steps = more;
    },
    live: (work) => Promise.race([work, died.promise]),
    isDead: () => dead,
  };
}
