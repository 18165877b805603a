import { and, eq, lt } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { CallName } from '#contract/calls.ts';
import type { Context } from '../context.ts';
import type { Handle, Transaction } from '../database/handle.ts';
import { idempotencyKeys } from '../database/schema.ts';
import { sha256 } from '../secrets.ts';
import { type Failure, failure, isFailure } from './failures.ts';

/** The header's name as clients and the API description write it (draft-ietf-httpapi-idempotency-key-header). */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

const KEPT_MS = 24 * 60 * 60_000;

/** A request that its sender may send again: whose key, and what was asked with it. */
export type Idempotency = { scope: string; key: string; fingerprint: string };

type Asked = { name: CallName; memberId: number | undefined; input: object };

/** The key of a request, quoted or bare; null without the header, invalid_value for one that is no key. */
export function idempotencyOf(request: FastifyRequest, { name, memberId, input }: Asked): Idempotency | null | Failure {
  const value = request.headers[IDEMPOTENCY_HEADER.toLowerCase()];
  if (value === undefined) return null;
  const key = /^(?:"([\x20-\x21\x23-\x7e]{1,255})"|([\x21\x23-\x7e]{1,255}))$/.exec(String(value));
  if (!key) return failure('invalid_value', { fieldName: IDEMPOTENCY_HEADER, value: String(value).slice(0, 60) });
  // Who repeats a call has fresh proofs, of being human or of a mobile; they are no part of what is asked.
  const asked = JSON.stringify(input, (field, given) => (field === 'r_token' || field === 'jwt' ? undefined : given));
  return {
    scope: memberId === undefined ? 'public' : `member:${memberId}`,
    key: key[1] ?? key[2] ?? '',
    fingerprint: sha256(`${name}\n${asked}`),
  };
}

/** What the key was answered before: null when it is new, idempotency_key_reused when it was another request's. */
export async function keptAnswer(handle: Handle, asked: Idempotency): Promise<{ answer: unknown } | Failure | null> {
  const [kept] = await handle.select().from(idempotencyKeys).where(rowOf(asked));
  if (!kept) return null;
  if (kept.fingerprint !== asked.fingerprint) return failure('idempotency_key_reused');
  if (kept.answer === null) throw new Error('A kept Idempotency-Key has no answer.');
  return { answer: JSON.parse(kept.answer) };
}

/**
 * Runs work in one transaction and keeps its answer under the request's key in the same one: both are there or neither. Of two requests
 * with one key the second waits for the first and gets its answer. A refusal (a Failure, null, `status: false`) is not kept, because
 * nothing was done that must not be done again. Without a key it is a plain transaction.
 */
export async function idempotent<T>(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  asked: Idempotency | null,
  work: (tx: Transaction) => Promise<T>,
): Promise<T | Failure> {
  if (!asked) return database.transaction(work);
  const createdAt = clock.now();
  return database.transaction(async (tx) => {
    const mine = await tx
      .insert(idempotencyKeys)
      .values({ ...asked, createdAt })
      .onConflictDoNothing()
      .returning({ key: idempotencyKeys.key });
    if (mine.length === 0) {
      const kept = await keptAnswer(tx, asked);
      if (!kept) throw new Error('An Idempotency-Key was refused and is not there.');
      return isFailure(kept) ? kept : (kept.answer as T);
    }
    const answer = await work(tx);
    if (isRefusal(answer)) await tx.delete(idempotencyKeys).where(rowOf(asked));
    else
      await tx
        .update(idempotencyKeys)
        .set({ answer: JSON.stringify(answer) })
        .where(rowOf(asked));
    return answer;
  });
}

/** The sweep that deletes keys nobody repeats any more. */
export async function forgetOldKeys({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  const before = new Date(clock.ms() - KEPT_MS);
  await database.orm.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
}

function rowOf({ scope, key }: Idempotency) {
  return and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key));
}

function isRefusal(answer: unknown): boolean {
  if (answer === null || isFailure(answer)) return true;
  return typeof answer === 'object' && Reflect.get(answer as object, 'status') === false;
}
