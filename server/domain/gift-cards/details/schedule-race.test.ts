import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AT_ONCE, RECIPIENT } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { storedRows } from '#test/support/stored.ts';

const LATER = '2026-11-20T01:30:00.000Z';

describe.each(databaseKinds())('rescheduling at the moment of approval on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;

  beforeEach(async () => {
    shop = await openTestShop(kind);
    wren = await shop.customer();
  });
  afterEach(() => shop.close());

  it('moves the send time when the customer reschedules the card while it is being issued', async () => {
    const { jobs } = shop.context;
    const real = jobs.sendMany;
    const issuing = Promise.withResolvers<void>();
    const [detailsId = 0] = (await wren.fillCart([{ scheduledAt: AT_ONCE }])).detailsIds;
    const moved = issuing.promise.then(() => wren.schedule(detailsId, '2026-11-20 12:30:00'));
    let first = true;
    jobs.sendMany = async (...job) => {
      if (job[1] === 'send-message' && first) {
        first = false;
        issuing.resolve();
        await sleep(300);
      }
      return real(...job);
    };
    expect((await wren.pay()).status).toBe(200);
    expect((await moved).body).toMatchObject({ status: true, send_at: LATER });
    expect((await wren.cardLine()).send_at).toBe(LATER);
  });

  it('uses a send time saved just before the approval', async () => {
    let paid: Promise<unknown> | undefined;
    const placed = shop.context.integrations.payments;
    const real = placed.confirm;
    let first = true;
    placed.confirm = async (paymentId) => {
      const answer = await real(paymentId);
      if (!first) return answer;
      first = false;
      const changed = Promise.withResolvers<void>();
      paid = shop.context.database.transaction(async (tx) => {
        const scheduledDelivery = '2026-11-20 12:30:00';
        await storedRows({ orm: tx }).change('giftCardDetails', { scheduledDelivery }, { recipientMobile: RECIPIENT });
        changed.resolve();
        await sleep(300);
      });
      await Promise.race([changed.promise, paid]);
      return answer;
    };
    await wren.buyCards([{ scheduledAt: AT_ONCE }]);
    await paid;
    expect((await wren.cardLine()).send_at).toBe(LATER);
  });
});
