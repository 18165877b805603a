import { setTimeout as sleep } from 'node:timers/promises';

export interface DatabaseError {
  code: string;
  constraint?: string | undefined;
  message: string;
}

/**
 * Error codes of a statement that was prepared before its table changed. Only another connection can prepare it again.
 */
const OUTDATED = ['0A000', '26000'];
const RETRYABLE = new Set(['40001', '40P01', ...OUTDATED]);

export function findDatabaseError(error: unknown): DatabaseError | undefined {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    const { code, constraint, severity } = inner as Error & { code?: string; constraint?: string; severity?: string };
    if (severity !== undefined && code?.length === 5) return { code, constraint, message: inner.message };
  }
  return undefined;
}

export function violates(error: unknown, constraint?: string): boolean {
  const postgresError = findDatabaseError(error);
  if (postgresError === undefined) return false;
  return constraint === undefined ? postgresError.code === '23505' : postgresError.constraint === constraint;
}

export function isOutdated(error: unknown): boolean {
  return OUTDATED.includes(findDatabaseError(error)?.code ?? '');
}

/** Returns true after a failover, when the server no longer accepts writes. */
export function isReadOnly(error: unknown): boolean {
  return findDatabaseError(error)?.code === '25006';
}

/** SQLSTATEs for shutdown, startup, read-only, lock timeout and statement timeout. */
const UNAVAILABLE_STATES = ['57P01', '57P02', '57P03', '25006', '55P03', '57014'];
/** SQLSTATE class 08: lost connection (also PgBouncer's 08P01). Class 53: out of connections, disk or memory. */
const UNAVAILABLE_CLASSES = /^(08|53)/;
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
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client (has encountered|was closed)|Cannot use a pool after calling end|the server is read-only)/;

/** Returns true if the database was unreachable or too slow. The statement may have taken effect. */
export function isUnavailable(error: unknown): boolean {
  const { code: state = '' } = findDatabaseError(error) ?? {};
  if (UNAVAILABLE_STATES.includes(state) || UNAVAILABLE_CLASSES.test(state)) return true;
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    const { code = '' } = inner as Error & { code?: string };
    if (UNAVAILABLE_CODES.includes(code) || UNAVAILABLE_WORDS.test(inner.message)) return true;
    if (inner instanceof AggregateError && inner.errors.some(isUnavailable)) return true;
  }
  return false;
}

/** Returns true if the statement failed because an earlier one had aborted the transaction. */
export function isConsequence(error: unknown): boolean {
  return findDatabaseError(error)?.code === '25P02';
}

function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(findDatabaseError(error)?.code ?? '');
}

const ATTEMPTS = 4;

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
