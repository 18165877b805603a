import type { Context } from '#server/context.ts';
import type { Handed, OutgoingMessage } from '#server/platform/ports/messages.ts';

/**
 * Simulates a process that can die before, during or after a transaction, and before or after it hands a message to the
 * carrier.
 */
export type MortalProcess = {
  context: Context;
  dieAfter: (steps: number) => void;
  /** Returns the result of `work`. If the process dies first, returns 'died' and leaves the work unfinished. */
  live: <Result>(work: Promise<Result>) => Promise<Result | 'died'>;
  isDead: () => boolean;
};

const death = Symbol('death');
const waitForever = (): Promise<never> => new Promise<never>(() => undefined);

export function startMortal(context: Context, hand: (message: OutgoingMessage) => Promise<Handed>): MortalProcess {
  const died = Promise.withResolvers<'died'>();
  let steps = Number.POSITIVE_INFINITY;
  let dead = false;
  const step = (): boolean => {
    steps -= 1;
    if (steps <= 0) dead = true;
    if (dead) died.resolve('died');
    return dead;
  };
  const { database } = context;
  const transaction: typeof database.transaction = async (work, config) => {
    if (step()) return waitForever();
    const outcome = await database
      .transaction(async (tx) => {
        const result = await work(tx);
        // PostgreSQL rolls back the transaction when the server's process dies.
        if (step()) throw death;
        return { result };
      }, config)
      .catch((error) => (error === death ? waitForever() : Promise.reject(error)));
    return step() ? waitForever() : outcome.result;
  };
  const send = async (message: OutgoingMessage): Promise<Handed> => {
    if (step()) return waitForever();
    const handed = await hand(message);
    return step() ? waitForever() : handed;
  };
  return {
    context: {
      ...context,
      database: { ...database, transaction },
      integrations: { ...context.integrations, messages: { ...context.integrations.messages, send } },
    },
    dieAfter: (stepCount) => {
      steps = stepCount;
    },
    live: (work) => Promise.race([work, died.promise]),
    isDead: () => dead,
  };
}
