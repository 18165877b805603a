import type { FastifyRequest } from 'fastify';
import type { CallName } from '#contract/calls.ts';
import type { Context } from '#server/context.ts';
import { type Handle, sendWithCommit, type Transaction, together } from '#server/platform/database/handle.ts';
import { appError, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import { sha256 } from '#server/platform/kernel/secrets.ts';
import { deleteKey, deleteKeysBefore, deleteKeysOf, findKey, insertKey, setAnswer } from './idempotency-store.ts';

/** The header's name as clients and the API description write it (draft-ietf-httpapi-idempotency-key-header). */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

const FRESH = new Set(['r_token', 'jwt', 'pin']);
const KEPT_MS = 24 * 60 * 60_000;

/** A request that its sender may send again: whose key, and a hash of its input. */
export type Idempotency = { customerId: number | null; counterKeyId: number | null; key: string; fingerprint: string };

type KeyedCall = { name: CallName; customerId: number | null; counterKeyId: number | null; input: object };

/** The key of a request, quoted or bare; null without the header, invalid_value for one that is no key. */
export function idempotencyOf(
  request: FastifyRequest,
  { name, customerId, counterKeyId, input }: KeyedCall,
): Result<Idempotency | null> {
  const value = request.headers[IDEMPOTENCY_HEADER.toLowerCase()];
  if (value === undefined) return null;
  const key = /^(?:"([\x20-\x21\x23-\x7e]{1,255})"|([\x21\x23-\x7e]{1,255}))$/.exec(String(value));
  if (!key) return appError('invalid_value', { fieldName: IDEMPOTENCY_HEADER, value: String(value).slice(0, 60) });
  // A repeated call carries a fresh human check and a fresh jwt; they are no part of its input. Nor is a PIN: whoever
  // knows the key of a sale would learn by its answer whether another PIN was the right one.
  const text = JSON.stringify(input, (field, value) => (FRESH.has(field) ? undefined : value));
  return {
    customerId,
    counterKeyId,
    key: key[1] ?? key[2] ?? '',
    fingerprint: sha256(`${name}\n${text}`),
  };
}

/** The stored answer of a key: null when the key is new, idempotency_key_reused when it was another request's. */
export async function storedAnswer(handle: Handle, request: Idempotency): Promise<Result<{ answer: unknown } | null>> {
  const stored = await findKey(handle, request);
  if (!stored) return null;
  if (stored.fingerprint !== request.fingerprint) return appError('idempotency_key_reused');
  if (stored.answer === null) throw new Error('A stored Idempotency-Key has no answer.');
  return { answer: JSON.parse(stored.answer) };
}

/** Nothing that could be read while the key is being written. */
const nothing = async (): Promise<undefined> => undefined;

/**
 * Runs work in one transaction and stores its answer under the request's key in the same one: both are there or
 * neither. Of two requests with one key the second waits for the first and gets its answer. An expected error (an
 * AppError, null, `status: false`) is not stored, because nothing was done that must not be done again. Without a key
 * it is a plain transaction. `read`: what the work needs to know, sent behind the key in the same round trip.
 */
export async function idempotent<T, Known = undefined>(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  request: Idempotency | null,
  work: (tx: Transaction, known: Known) => Promise<T>,
  read: (tx: Transaction) => Promise<Known> = nothing as () => Promise<Known>,
): Promise<Result<T>> {
  if (!request) return database.transaction(async (tx) => work(tx, await read(tx)));
  const createdAt = clock.now();
  return database.transaction(async (tx) => {
    const [isNew, known] = await together([insertKey(tx, { ...request, createdAt }), read(tx)]);
    if (!isNew) {
      const stored = await storedAnswer(tx, request);
      if (!stored) throw new Error('An Idempotency-Key conflicted and is not there.');
      return isAppError(stored) ? stored : (stored.answer as T);
    }
    const answer = await work(tx, known);
    if (isExpectedError(answer)) await deleteKey(tx, request);
    else sendWithCommit(tx, setAnswer(tx, { ...request, answer: JSON.stringify(answer) }));
    return answer;
  });
}

/** Scheduled job: deletes keys that nobody repeats any more. */
export async function purgeIdempotencyKeys({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  const before = new Date(clock.ms() - KEPT_MS);
  await deleteKeysBefore(database.orm, before);
}

function isExpectedError(answer: unknown): boolean {
  if (answer === null || isAppError(answer)) return true;
  return typeof answer === 'object' && Reflect.get(answer as object, 'status') === false;
}

/** Answers to a customer's own calls: they repeat what was in them. */
export function eraseIdempotencyKeys(tx: Transaction, customerId: number): Promise<void> {
  return deleteKeysOf(tx, customerId);
}
