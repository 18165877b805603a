import pg from 'pg';

/**
 * What went to PostgreSQL: every statement, and how often one was sent after an answer had come. Statements that go out
 * behind or beside each other, before any answer, are one round trip.
 */
export type Sent = { statements: string[]; roundTrips: number };

type Query = (config: string | { text?: string }, ...more: unknown[]) => unknown;

let sent: (Sent & { answered: boolean }) | undefined;

/** Connections that are opened after this module was loaded are counted. */
const query = pg.Client.prototype.query as Query;
pg.Client.prototype.query = function counted(this: pg.Client, config: { text?: string }, ...more: unknown[]) {
  const counting = sent;
  if (!counting) return query.call(this, config, ...more);
  counting.statements.push(typeof config === 'string' ? config : (config.text ?? ''));
  if (counting.answered || counting.roundTrips === 0) counting.roundTrips += 1;
  counting.answered = false;
  const answered = () => {
    counting.answered = true;
  };
  const callback = more.at(-1);
  if (typeof callback === 'function') {
    const counted = (...answer: unknown[]) => {
      answered();
      callback(...answer);
    };
    return query.call(this, config, ...more.slice(0, -1), counted);
  }
  const answer = query.call(this, config, ...more) as Promise<unknown>;
  answer.then(answered, answered);
  return answer;
} as typeof pg.Client.prototype.query;

/** Counts what `work` sends; nothing else may use the database meanwhile. */
export async function countSent(work: () => Promise<unknown>): Promise<Sent> {
  if (sent) throw new Error('One count at a time.');
  const counting = { statements: [], roundTrips: 0, answered: false };
  sent = counting;
  try {
    await work();
  } finally {
    sent = undefined;
  }
  return { statements: counting.statements, roundTrips: counting.roundTrips };
}
