import { afterEach, describe, expect, it } from 'vitest';
import { hasPostgres } from '#test/support/database.ts';
import { countWaitingFor, doesUpdateWait, lockTable } from '#test/support/locks.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { settleOrder } from './settle-order.ts';

/** PostgreSQL only: the embedded database has one connection, so its transactions never interleave. */
describe.runIf(hasPostgres())('two concurrent calls for one cart on postgres', () => {
  let shop: TestShop;
  afterEach(() => shop.close());

  it('charges nothing when one call ends the attempt while the other stores the created payment', async () => {
    const isCreated = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    shop = await openTestShop('postgres', {
      env: { APPROVAL_MISMATCH: 'off' },
      change: ({ context }) => {
        const { payments } = context.integrations;
        context.integrations.payments = {
          ...payments,
          async createPayment(request) {
            const created = await payments.createPayment(request);
            isCreated.resolve();
            await goesOn.promise;
            return created;
          },
        };
      },
    });
    const wren = await shop.customer();
    await wren.fillCart();
    const paying = wren.pay('pm_card_visa', { cc_save: true });
    await isCreated.promise;
    const { id: orderId } = await shop.stored.one('orders');
    const release = await lockTable(shop, 'orderLines');
    const ending = settleOrder(shop.context, { orderId, abandon: true });
    await expect.poll(() => countWaitingFor(shop, 'orderLines')).toBe(1);
    goesOn.resolve();
    const isCharged = async () => (await shop.stored.count('sandboxPayments', { status: 'succeeded' })) > 0;
    await expect.poll(async () => (await doesUpdateWait(shop, 'payments')) || (await isCharged())).toBe(true);
    await release();
    expect(await ending).toBeNull();
    expect((await paying).status).toBe(400);
    expect(await shop.charges()).toEqual(['2500 canceled']);
    expect(await shop.stored.all('payments')).toMatchObject([{ state: 'voided' }]);
    expect(await shop.stored.all('orders')).toMatchObject([{ status: 'declined' }]);
  });
});
