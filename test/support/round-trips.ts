import { PGlite, type Transaction } from '@electric-sql/pglite';
import pg from 'pg';

/**
 * Statements that are sent before any response arrives share a round trip. Round trips are slow on PostgreSQL and
 * hardly matter on the embedded database.
 */
export type Sent = { statements: string[]; roundTrips: number; rows: number };

/**
 * Matches statements that no API call causes: heartbeats, connection setup and the queue's own work. `locked_parents`
 * are jobs that other jobs waited for.
 */
const OF_NO_CALL = /pg_notify\(|set_config\('TimeZone'|locked_parents|^(?!.*pgboss\.job).*pgboss\./s;

let tally: (Sent & { answered: number }) | undefined;

function count(text: string): (answer?: unknown) => void {
  const counting = tally;
  if (!counting || OF_NO_CALL.test(text)) return () => undefined;
  counting.statements.push(text);
  const trip = counting.answered + 1;
  counting.roundTrips = Math.max(counting.roundTrips, trip);
  return (answer) => {
    counting.answered = Math.max(counting.answered, trip);
    counting.rows += (answer as Partial<pg.QueryResult> | undefined)?.rows?.length ?? 0;
  };
}

type Query = (config: string | { text?: string }, ...more: unknown[]) => unknown;
const query = pg.Client.prototype.query as Query;

/** Counts statements on connections that are opened after this module is loaded. */
pg.Client.prototype.query = function counted(this: pg.Client, config: { text?: string }, ...rest: unknown[]) {
  const answered = count(typeof config === 'string' ? config : (config.text ?? ''));
  const callback = rest.at(-1);
  if (typeof callback === 'function') {
    const counted = (...answer: unknown[]) => {
      answered(answer[1]);
      callback(...answer);
    };
    return query.call(this, config, ...rest.slice(0, -1), counted);
  }
  const answer = query.call(this, config, ...rest) as Promise<unknown>;
  answer.then(answered, answered);
  return answer;
} as typeof pg.Client.prototype.query;

type Send = (text: string, ...more: unknown[]) => Promise<unknown>;
const wrapSend = (send: Send): Send =>
  async function counted(this: unknown, text, ...rest) {
    const answered = count(text);
    const answer = send.call(this, text, ...rest);
    answer.then(answered, answered);
    return answer;
  };

const embedded = PGlite.prototype as unknown as Record<'query' | 'exec', Send> & Pick<PGlite, 'transaction'>;
embedded.query = wrapSend(embedded.query);
embedded.exec = wrapSend(embedded.exec);
const { transaction } = embedded;
embedded.transaction = async function counted(this: PGlite, work) {
  const committed: ReturnType<typeof count>[] = [];
  const whole = (tx: Transaction) => {
    count('begin');
    const open = Object.create(tx, {
      query: { value: wrapSend(tx.query as Send) },
      exec: { value: wrapSend(tx.exec as Send) },
    });
    return work(open).then(
      (result) => {
        committed.push(count('commit'));
        return result;
      },
      (error) => {
        committed.push(count('rollback'));
        throw error;
      },
    );
  };
  return transaction.call(this, whole).finally(() => {
    for (const answered of committed) answered();
  }) as ReturnType<typeof work>;
};

/** Counts the statements that `work` sends. Nothing else may use the database meanwhile. */
export async function countSent(work: () => Promise<unknown>): Promise<Sent> {
  if (tally) throw new Error('One count at a time.');
  const counting = { statements: [], roundTrips: 0, rows: 0, answered: 0 };
  tally = counting;
  try {
    await work();
  } finally {
    tally = undefined;
  }
  const { statements, roundTrips, rows } = counting;
  return { statements, roundTrips, rows };
}
