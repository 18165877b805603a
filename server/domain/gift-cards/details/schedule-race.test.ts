import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { giftCardDetails } from '#server/platform/database/schema/schema.ts';
import { type CardShop, openCardShop } from '#test/support/card-shop.ts';
import { databaseKinds } from '#test/support/database.ts';

const LATER = '2026-11-20T01:30:00.000Z';

describe.each(databaseKinds())('a new time at the moment of approval on %s', (kind) => {
  let shop: CardShop;

  beforeEach(async () => {
    shop = await openCardShop(kind);
  });
  afterEach(() => shop.close());

  test('given while the card is being issued, moves the card', async () => {
    const { jobs } = shop.context;
    const real = jobs.sendMany;
    const issuing = Promise.withResolvers<void>();
    const moved = issuing.promise.then(() => shop.schedule('2026-11-20 12:30:00'));
    let first = true;
    // The job is written in the transaction that issues the card: the call comes in before it commits.
    jobs.sendMany = async (...job) => {
      if (job[1] === 'send-message' && first) {
        first = false;
        issuing.resolve();
        await sleep(300);
      }
      return real(...job);
    };
    await shop.buy();
    expect((await moved).body).toMatchObject({ status: true, send_at: LATER });
    expect((await shop.line()).send_at).toBe(LATER);
  });

  test('given just before, is read by the approval', async () => {
    let paid: Promise<unknown> | undefined;
    const placed = shop.context.integrations.payments;
    const real = placed.confirm;
    let first = true;
    placed.confirm = async (paymentId) => {
      const answer = await real(paymentId);
      if (!first) return answer;
      first = false;
      // Another call holds the details, changed but not committed, while the order is approved.
      const changed = Promise.withResolvers<void>();
      paid = shop.context.database.transaction(async (tx) => {
        const change = { scheduledDelivery: '2026-11-20 12:30:00' };
        await tx.update(giftCardDetails).set(change).where(eq(giftCardDetails.recipientMobile, '+61491570156'));
        changed.resolve();
        await sleep(300);
      });
      await Promise.race([changed.promise, paid]);
      return answer;
    };
    await shop.buy();
    await paid;
    expect((await shop.line()).send_at).toBe(LATER);
  });
});
