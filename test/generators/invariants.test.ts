import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refundOrder } from '#server/domain/orders/refunds/refund-order.ts';
import { machine } from '#test/support/actors.ts';
import { cardOf25, fillCart, pay, signIn } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { watchInvariants } from './invariants.ts';

const CHANGES: Record<string, string> = {
  gift_card_accounts: 'update gift_card_accounts set entry_count = entry_count + 1',
  gift_card_entries: `update gift_card_entries set created_at = created_at + interval '1 second'`,
  messages: 'update messages set attempts = attempts + 1',
  payments: `update payments set error = 'declined'`,
  refunds: `update refunds set reason = 'another'`,
};

describe.each(databaseKinds())('the invariants of the fuzz test on %s', (kind) => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await openTestShop(kind);
  });
  afterEach(() => shop.close());

  const query = async (text: string) => (await shop.context.database.query(text)).rows;

  test('hold for a refunded order, and the state covers what a refund writes', async () => {
    const { context } = shop;
    const watch = await watchInvariants(context.database);
    const customer = await signIn(shop.send, shop.phone, '+61412345678');
    await fillCart(shop.send, customer, [cardOf25, cardOf25]);
    const placed = await pay(shop.send, customer, 'pm_card_visa');
    await refundOrder(context, { actor: machine, orderId: placed.body, what: 'everything', reason: 'test' });
    expect(await query('select status from orders')).toEqual([{ status: 'refunded' }]);
    expect(await watch.broken()).toEqual([]);
    for (const [table, change] of Object.entries(CHANGES)) {
      await query(`alter table ${table} disable trigger user`);
      const before = await watch.state();
      await query(change);
      expect(await watch.state(), table).not.toBe(before);
    }
    expect(await watch.broken()).toEqual([expect.stringContaining('an account is the sum of its entries')]);
  });
});
