import { randomUUID } from 'node:crypto';
import { isPaymentsBroken } from '../port.ts';
import type { StripeAnswer, StripeClient } from './stripe-client.ts';

type Write<T extends { object: string }> = {
  object: T['object'];
  /** Names this write to Stripe: the same key is the same write */
  key: string;
  run: (options: { idempotencyKey: string }) => Promise<T>;
  /** What it came to if it was done all the same; null if not */
  findResult?: () => Promise<T | null>;
};

/**
 * A write under an idempotency key. Stripe keeps a 5xx under its key and repeats it for a day, whatever happens since:
 * a key that met one is not used again. For writes alone that Stripe does at most once by their own nature (an intent
 * moves on from one state only) or that cost nothing twice. A refund is neither: see
 * server/domain/orders/refunds/send-refund.ts.
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
