import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refundOrder } from '#server/domain/orders/refunds/refund-order.ts';
import type { SqlRunner } from '#server/platform/database/database.ts';
import { machine } from '#test/support/actors.ts';
import { databaseKinds } from './database.ts';
import { LEDGER_INVARIANTS, listBrokenInvariants, watchStatuses } from './ledger-invariants.ts';
import { openTestShop, type TestShop } from './shop.ts';

const OTHER_SELLER = '(select min(s.id) from sellers s where s.id <> seller_id)';

/**
 * Maps the start of each invariant's name to a statement that violates it. The test first disables the database rules
 * that would refuse the statement.
 */
const BREAKS: Record<string, string> = {
  '1 an account': 'update gift_card_accounts set balance_cents = balance_cents - 1',
  '1 each entry': `update gift_card_entries set balance_after = balance_after - 1 where kind = 'issue'`,
  '2 no balance': 'update gift_card_accounts set held_cents = balance_cents + 1',
  '3 the amount': `update gift_card_entries set posted_cents = posted_cents - 1 where kind = 'issue'`,
  '4 a captured hold': `update gift_card_holds set state = 'released', captured_cents = 0 where state = 'captured'`,
  '4 a redemption': 'update gift_card_redemptions set reversed_cents = reversed_cents + 1',
  '5 a gift card': `update gift_card_redemptions set seller_id = ${OTHER_SELLER}`,
  '5 a frozen': `insert into watched_statuses (gift_card_id, status, entry_count) select id, 'frozen', 0 from gift_cards`,
  '6 gift cards and': 'update demo.sandbox_payments set amount_cents = amount_cents + 1',
  '6 gift cards pay at': 'update order_sellers set gift_card_tender_cents = goods_cents + shipping_cents + 1',
  '6 an approved': `update gift_card_holds set state = 'held', captured_cents = 0, ended_at = null where channel = 'shop'`,
  '7 refunds plus': `update refunds set amount_cents = amount_cents + 100000 where tender = 'payment card'`,
  '7 refunds to': `update refunds set amount_cents = amount_cents + 1 where tender = 'gift card'`,
  '8 the sellers': 'update order_sellers set goods_cents = goods_cents + 1',
  '8 charges': 'delete from demo.sandbox_refunds',
  '9 repeating': `insert into idempotency_keys (customer_id, counter_key_id, key, fingerprint, answer, created_at)
    select customer_id, counter_key_id, key || '2', fingerprint, answer, created_at from idempotency_keys`,
  '10 the gift cards': `update gift_card_redemptions set gst_cents = gst_cents + 1 where channel = 'shop'`,
  '10 a redemption': `update gift_card_redemptions set gst_cents = gst_cents + 1 where channel <> 'shop'`,
  '10 a reversal': `update gift_card_entries set gst_cents = gst_cents + 1 where kind = 'reverse' and refund_id is null`,
  '10 a refund': `update gift_card_entries set gst_cents = gst_cents + 1 where kind = 'reverse' and refund_id is not null`,
  '11 a posted order': `update book_transfers set cents = cents + 1 where kind = 'sale'`,
  '9 every stored': `update idempotency_keys set answer = replace(answer, 'gr_', 'gx_')`,
};
const TABLES = [
  'gift_card_accounts',
  'gift_card_entries',
  'gift_card_holds',
  'gift_card_redemptions',
  'refunds',
  'order_sellers',
  'book_transfers',
  'demo.sandbox_payments',
  'demo.sandbox_refunds',
];
const CHECKS = `select 'alter table ' || conrelid::regclass || ' drop constraint ' || conname as drop from pg_constraint
  where contype = 'c' and conrelid in (${TABLES.map((table) => `'${table}'::regclass`).join(', ')})`;

describe.each(databaseKinds())('the gift card money invariants on %s', (kind) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop(kind);
    await watchStatuses(shop.context.database);
    await shop.stored.change('variants', { qty: 10, priceCents: 100 }, { sku: 'JUG' });
    await shop.stored.change('products', { gstFree: true }, { sku: 'JUG' });
    const wren = await shop.customer();
    const { orderId } = await wren.buyCards([{}, {}]);
    const [{ code = '' } = {}, { orderLineId = 0 } = {}] = await shop.cards();
    const till = await shop.till();
    const { redemption } = (await till.redeem({ code }, 1)).body;
    await till.reverse(redemption, 0.5);
    await till.capture((await till.authorise({ code }, 2)).body.hold);
    await wren.fillCart([], { MUG: 2, JUG: 1 });
    await wren.putCard(code);
    const goods = await wren.pay();
    const refund = (id: number, target: Parameters<typeof refundOrder>[1]['target']) =>
      refundOrder(shop.context, { actor: machine, orderId: id, target, note: 'test' });
    await refund(Number(goods.body), { amountCents: 2_500 });
    await refund(orderId, { orderLineId });
  });
  afterAll(() => shop.close());

  it('reports nothing for a shop that has sold, redeemed, reversed and refunded gift cards', async () => {
    expect(await listBrokenInvariants(shop.context.database)).toEqual([]);
  });

  it('detects a violation of each invariant', async () => {
    expect(Object.keys(BREAKS)).toHaveLength(Object.keys(LEDGER_INVARIANTS).length);
    for (const [invariant, statement] of Object.entries(BREAKS)) {
      const found = await rolledBack(async (run) => {
        for (const table of TABLES) await run.exec(`alter table ${table} disable trigger all`);
        const { rows } = await run.query(CHECKS);
        for (const { drop } of rows as { drop: string }[]) await run.exec(drop);
        await run.query(statement);
        return listBrokenInvariants(run);
      });
      expect(
        found.filter((broken) => broken.startsWith(invariant)),
        invariant,
      ).toHaveLength(1);
    }
  });

  async function rolledBack<T>(work: (run: SqlRunner) => Promise<T>): Promise<T> {
    const rollback = new Error('rolled back');
    let outcome: { result: T } | undefined;
    const end = async (run: SqlRunner) => {
      outcome = { result: await work(run) };
      throw rollback;
    };
    const error = await shop.context.database
      .exclusive((connection) => connection.transaction(end))
      .catch((reason: unknown) => reason);
    if (error !== rollback || !outcome) throw error;
    return outcome.result;
  }
});
