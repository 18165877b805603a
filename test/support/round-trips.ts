import pg from 'pg';

/**
 * What went to PostgreSQL: every statement, how many of them had to wait for the answer of another, one after the other,
 * and how many rows came back. Statements that go out behind or beside each other, before any answer, are one round trip.
 */
export type Sent = { statements: string[]; roundTrips: number; rows: number };

/** Heartbeats of this process, and what the queue does for itself. */
const OF_NO_CALL = /pg_notify\(|^(?!.*pgboss\.job).*pgboss\./s;

type Query = (config: string | { text?: string }, ...more: unknown[]) => unknown;

/** `answered`: the latest round trip of which an answer has come. */
let sent: (Sent & { answered: number }) | undefined;

/** Connections that are opened after this module was loaded are counted. */
const query = pg.Client.prototype.query as Query;
pg.Client.prototype.query = function counted(this: pg.Client, config: { text?: string }, ...more: unknown[]) {
  const counting = sent;
  const text = typeof config === 'string' ? config : (config.text ?? '');
  if (!counting || OF_NO_CALL.test(text)) return query.call(this, config, ...more);
  counting.statements.push(text);
  const trip = counting.answered + 1;
  counting.roundTrips = Math.max(counting.roundTrips, trip);
  const answered = (answer: unknown) => {
    counting.answered = Math.max(counting.answered, trip);
    counting.rows += (answer as Partial<pg.QueryResult> | undefined)?.rows?.length ?? 0;
  };
  const callback = more.at(-1);
  if (typeof callback === 'function') {
    const counted = (...answer: unknown[]) => {
      answered(answer[1]);
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
  const counting = { statements: [], roundTrips: 0, rows: 0, answered: 0 };
  sent = counting;
  try {
    await work();
  } finally {
    sent = undefined;
  }
  const { statements, roundTrips, rows } = counting;
  return { statements, roundTrips, rows };
}
