import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refundOrder } from '#server/domain/orders/refunds/refund-order.ts';
import { machine } from './actors.ts';
import { databaseKinds } from './database.ts';
import { openTestShop, type TestShop } from './shop.ts';
import { watchInvariants } from './shop-invariants.ts';

const CHANGES: Record<string, string> = {
  gift_card_accounts: 'update gift_card_accounts set entry_count = entry_count + 1',
  gift_card_entries: `update gift_card_entries set created_at = created_at + interval '1 second'`,
  messages: 'update messages set attempts = attempts + 1',
  payments: `update payments set error = 'declined'`,
  refunds: `update refunds set note = 'another'`,
};

describe.each(databaseKinds())('the fuzz test invariants on %s', (kind) => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await openTestShop(kind);
  });
  afterEach(() => shop.close());

  const query = async (text: string) => (await shop.context.database.query(text)).rows;

  it('reports no violation after a refund, and detects changed ledger, message, payment and refund rows', async () => {
    const { context } = shop;
    const watch = await watchInvariants(context.database);
    const { orderId } = await (await shop.customer()).buyCards([{}, {}]);
    await refundOrder(context, { actor: machine, orderId, target: 'everything', note: 'test' });
    expect((await shop.stored.one('orders')).status).toBe('refunded');
    expect(await watch.broken()).toEqual([]);
    for (const [table, change] of Object.entries(CHANGES)) {
      await query(`alter table ${table} disable trigger user`);
      const before = await watch.state();
      await query(change);
      expect(await watch.state(), table).not.toBe(before);
    }
    expect(await watch.broken()).toEqual([expect.stringContaining('account is the sum of its entries')]);
  });
});
