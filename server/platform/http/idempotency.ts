import type { FastifyRequest } from 'fastify';
import type { CallName } from '#contract/calls.ts';
import type { Context } from '#server/context.ts';
import { awaitAll, type Handle, sendWithCommit, type Transaction } from '#server/platform/database/handle.ts';
import { appError, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import { sha256 } from '#server/platform/kernel/secrets.ts';
import { deleteCustomerKeys, deleteKey, deleteKeysBefore, findKey, insertKey, setAnswer } from './idempotency-store.ts';

/** This header follows draft-ietf-httpapi-idempotency-key-header. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

const FRESH = new Set(['r_token', 'jwt', 'pin']);
const KEPT_MS = 24 * 60 * 60_000;

export type Idempotency = { customerId: number | null; counterKeyId: number | null; key: string; fingerprint: string };

type KeyedCall = { name: CallName; customerId: number | null; counterKeyId: number | null; input: object };

/** Returns null if the Idempotency-Key header is missing, and the error `invalid_value` if it is malformed. */
export function parseIdempotency(
  request: FastifyRequest,
  { name, customerId, counterKeyId, input }: KeyedCall,
): Result<Idempotency | null> {
  const value = request.headers[IDEMPOTENCY_HEADER.toLowerCase()];
  if (value === undefined) return null;
  const key = /^(?:"([\x20-\x21\x23-\x7e]{1,255})"|([\x21\x23-\x7e]{1,255}))$/.exec(String(value));
  if (!key) return appError('invalid_value', { fieldName: IDEMPOTENCY_HEADER, value: String(value).slice(0, 60) });
  // Excludes from the fingerprint the CAPTCHA token and the jwt, which differ per attempt, and the PIN, which anyone
  // with the key could otherwise guess.
  const text = JSON.stringify(input, (field, value) => (FRESH.has(field) ? undefined : value));
  return {
    customerId,
    counterKeyId,
    key: key[1] ?? key[2] ?? '',
    fingerprint: sha256(`${name}\n${text}`),
  };
}

/** Returns null if the key is new, and the error `idempotency_key_reused` if another request used it. */
export async function findStoredAnswer(
  handle: Handle,
  request: Idempotency,
): Promise<Result<{ answer: unknown } | null>> {
  const stored = await findKey(handle, request);
  if (!stored) return null;
  if (stored.fingerprint !== request.fingerprint) return appError('idempotency_key_reused');
  if (stored.answer === null) throw new Error('The stored Idempotency-Key has no response.');
  return { answer: JSON.parse(stored.answer) };
}

const readNothing = async (): Promise<undefined> => undefined;

/**
 * Stores the response in the transaction of `work`. Concurrent requests with the same key wait for that transaction.
 * Expected errors (AppError, null, `status: false`) are not stored. `read` runs in the same round trip as the key's
 * insert.
 */
export async function runIdempotently<T, Known = undefined>(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  request: Idempotency | null,
  work: (tx: Transaction, facts: Known) => Promise<T>,
  read: (tx: Transaction) => Promise<Known> = readNothing as () => Promise<Known>,
): Promise<Result<T>> {
  if (!request) return database.transaction(async (tx) => work(tx, await read(tx)));
  const createdAt = clock.now();
  return database.transaction(async (tx) => {
    const [isNew, facts] = await awaitAll([insertKey(tx, { ...request, createdAt }), read(tx)]);
    if (!isNew) {
      const stored = await findStoredAnswer(tx, request);
      if (!stored) throw new Error('The insert of an Idempotency-Key conflicted, but the key does not exist.');
      return isAppError(stored) ? stored : (stored.answer as T);
    }
    const answer = await work(tx, facts);
    if (isExpectedError(answer)) await deleteKey(tx, request);
    else sendWithCommit(tx, setAnswer(tx, { ...request, answer: JSON.stringify(answer) }));
    return answer;
  });
}

export async function purgeIdempotencyKeys({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  const before = new Date(clock.ms() - KEPT_MS);
  await deleteKeysBefore(database.orm, before);
}

function isExpectedError(answer: unknown): boolean {
  if (answer === null || isAppError(answer)) return true;
  return typeof answer === 'object' && Reflect.get(answer as object, 'status') === false;
}

export function eraseIdempotencyKeys(tx: Transaction, customerId: number): Promise<void> {
  return deleteCustomerKeys(tx, customerId);
}
