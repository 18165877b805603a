import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { cardOf25, fillCart, pay, signIn } from '#test/support/customer.ts';
import { hasPostgres } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { settleOrder } from './settle-order.ts';

/** The embedded database has one connection: nothing comes between two statements of a transaction. */
describe.runIf(hasPostgres())('two rivals on one cart on postgres', () => {
  let shop: TestShop;
  afterEach(() => shop.close());

  const query = async (text: string) => (await shop.context.database.query(text)).rows;

  /** Whoever reads this table waits until `release`. */
  async function block(table: string): Promise<() => Promise<void>> {
    const isLocked = Promise.withResolvers<void>();
    const isReleased = Promise.withResolvers<void>();
    const locking = shop.context.database.transaction(async (tx) => {
      await tx.execute(sql.raw(`lock table ${table} in access exclusive mode`));
      isLocked.resolve();
      await isReleased.promise;
    });
    await isLocked.promise;
    return () => {
      isReleased.resolve();
      return locking;
    };
  }
  const waiting = async (table: string) =>
    (await query(`select 1 from pg_locks where relation = '${table}'::regclass and not granted`)).length;

  test('one ends the attempt while the other keeps what the provider made of it: nothing is charged', async () => {
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
    const customer = await signIn(shop.send, shop.phone, '+61412345678');
    await fillCart(shop.send, customer, [cardOf25]);
    const paying = pay(shop.send, customer, 'pm_card_visa');
    await isCreated.promise;
    const [order] = await query('select id from orders');
    // It has read that the provider knows of no payment yet, under the order's lock, and goes no further.
    const release = await block('order_lines');
    const ending = settleOrder(shop.context, { orderId: order.id, abandon: true });
    await expect.poll(() => waiting('order_lines')).toBe(1);
    goesOn.resolve();
    const keeps = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'update \"payments\"%'";
    const charged = "select 1 from demo.sandbox_payments where status = 'succeeded'";
    await expect.poll(async () => (await query(`${keeps} union all ${charged}`)).length).toBeGreaterThan(0);
    await release();
    expect(await ending).toBeNull();
    expect((await paying).status).toBe(400);
    expect(await query('select status from demo.sandbox_payments')).toEqual([{ status: 'canceled' }]);
    expect(await query('select state from payments')).toEqual([{ state: 'voided' }]);
    expect(await query('select status from orders')).toEqual([{ status: 'declined' }]);
  });
});
