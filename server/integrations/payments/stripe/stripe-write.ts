import { randomUUID } from 'node:crypto';
import { isPaymentsBroken } from '../port.ts';
import type { StripeAnswer, StripeClient } from './stripe-client.ts';

type Write<T extends { object: string }> = {
  object: T['object'];
  key: string;
  run: (options: { idempotencyKey: string }) => Promise<T>;
  /** Looks up the result of a write; returns null if Stripe did nothing. */
  findResult?: () => Promise<T | null>;
};

/**
 * Stripe replays a 5xx for the same idempotency key for a day, so that key is not reused. Use only for writes that
 * Stripe applies at most once anyway, or that are harmless when applied twice; not for refunds
 * (server/domain/orders/refunds/send-refund.ts).
 */
export async function writeOnce<T extends { object: string }>(
  client: StripeClient,
  { object, key, run, findResult }: Write<T>,
): Promise<StripeAnswer<T>> {
  const idempotencyKey = client.spentKeys.has(key) ? `${key}-${randomUUID()}` : key;
  try {
    return await client.ask(object, () => run({ idempotencyKey }));
  } catch (error) {
    if (!isPaymentsBroken(error)) throw error;
    client.spentKeys.add(key);
    const value = findResult ? await findResult() : null;
    if (value === null) throw error;
    return { ok: true, value };
  }
}
