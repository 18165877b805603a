import { setTimeout as sleep } from 'node:timers/promises';

/** What PostgreSQL says about a refused statement, the same on both drivers. */
export interface DatabaseError {
  /** SQLSTATE, such as '23505' for a unique violation */
  code: string;
  constraint?: string | undefined;
  message: string;
}

/**
 * A statement that this connection prepared before its table was changed: the connection is of no more use, another one
 * prepares it anew.
 */
const OUTDATED = ['0A000', '26000'];
const RETRYABLE = new Set(['40001', '40P01', ...OUTDATED]);

/**
 * Finds PostgreSQL's own words in an error, however deep drizzle has wrapped them; undefined when it is another error.
 */
export function databaseError(error: unknown): DatabaseError | undefined {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    const { code, constraint, severity } = inner as Error & { code?: string; constraint?: string; severity?: string };
    if (severity !== undefined && code?.length === 5) return { code, constraint, message: inner.message };
  }
  return undefined;
}

/** True when the named constraint (or, without a name, any unique constraint) refused the statement. */
export function violates(error: unknown, constraint?: string): boolean {
  const known = databaseError(error);
  if (known === undefined) return false;
  return constraint === undefined ? known.code === '23505' : known.constraint === constraint;
}

/** True when the connection holds an outdated prepared statement. */
export function isOutdated(error: unknown): boolean {
  return OUTDATED.includes(databaseError(error)?.code ?? '');
}

/** True where a server that took writes does so no longer: another one has taken its place. */
export function isReadOnly(error: unknown): boolean {
  return databaseError(error)?.code === '25006';
}

/** What PostgreSQL says when it shuts down, starts, takes no writes, or ended a statement that waited too long. */
const UNAVAILABLE_STATES = ['57P01', '57P02', '57P03', '25006', '55P03', '57014'];
/**
 * A connection that was lost (PgBouncer says 08P01 where it has lost its server, or finds none), and a server without
 * connections, disk or memory left.
 */
const UNAVAILABLE_CLASSES = /^(08|53)/;
/** What the driver, its pool and the network say, by code or by the beginning of a sentence. */
const UNAVAILABLE_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];
const UNAVAILABLE_WORDS =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client (has encountered|was closed)|Cannot use a pool after calling end|the server takes no writes)/;

/** True when the database could not be asked or did not answer in time: what a call did by then is not known. */
export function isUnavailable(error: unknown): boolean {
  const { code: state = '' } = databaseError(error) ?? {};
  if (UNAVAILABLE_STATES.includes(state) || UNAVAILABLE_CLASSES.test(state)) return true;
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    const { code = '' } = inner as Error & { code?: string };
    if (UNAVAILABLE_CODES.includes(code) || UNAVAILABLE_WORDS.test(inner.message)) return true;
    if (inner instanceof AggregateError && inner.errors.some(isUnavailable)) return true;
  }
  return false;
}

/** True for a statement that failed for no reason of its own: one before it in its transaction had failed. */
export function isConsequence(error: unknown): boolean {
  return databaseError(error)?.code === '25P02';
}

/**
 * True for a serialization failure, a deadlock or an outdated prepared statement: the same transaction may well pass
 * when it is run again.
 */
function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(databaseError(error)?.code ?? '');
}

const ATTEMPTS = 4;

/** Runs a transaction again, each time after a longer moment, while it fails by a conflict: four times in all. */
export async function retryOnConflict<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === ATTEMPTS || !isRetryable(error)) throw error;
      await sleep(Math.random() * 20 * 2 ** tries);
    }
  }
}
