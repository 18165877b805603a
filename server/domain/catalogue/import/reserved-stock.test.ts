import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refuseHeldOrder } from '#server/domain/orders/review/review-orders.ts';
import { machine } from '#test/support/actors.ts';
import { createTestFolder, load } from '#test/support/catalogue-files.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { streamSoldProducts } from './export-store.ts';

const ASKS = 'pm_card_authenticationRequired';

describe.each(databaseKinds())('import with reserved units on %s', (kind) => {
  const files = createTestFolder();
  let shop: TestShop;
  let wren: Customer;
  afterAll(() => files.remove());
  beforeEach(async () => {
    shop = await openTestShop(kind);
    wren = await shop.customer();
    await shop.stored.change('variants', { qty: 10 }, { sku: 'MUG' });
  });
  afterEach(() => shop.close());

  const stock = async () => (await shop.stored.one('variants', { sku: 'MUG' })).qty;
  const importStock = (qty: number, name = `${qty}`) => {
    const text = `sku,product_type,name,price,qty\nMUG,simple,Mug,12.50,${qty}\n`;
    return load(shop.context.database, [files.write(`${kind}-${name}.csv`, text)]);
  };
  async function reserve(qty: number, card = ASKS): Promise<void> {
    await wren.fillCart([], { MUG: qty });
    await wren.pay(card);
  }
  const fail = async () => {
    await shop.stored.change('sandboxPayments', { status: 'declined' }, { status: 'requires_action' });
    expect((await wren.pay(ASKS)).status).toBe(400);
  };

  it('restores reserved units exactly once when payment fails', async () => {
    await reserve(3);
    expect(await stock()).toBe(7);
    await importStock(10);
    expect(await stock()).toBe(7);
    await importStock(12);
    expect(await stock()).toBe(9);
    await fail();
    expect(await stock()).toBe(12);
  });

  it('leaves stock unchanged when an export is imported again', async () => {
    await reserve(3);
    const products = await shop.context.database.exclusive((run) => Array.fromAsync(streamSoldProducts(run)));
    const exported = products.find(({ sku }) => sku === 'MUG')?.variants[0]?.qty ?? -1;
    expect(exported).toBe(10);
    await importStock(exported);
    expect(await stock()).toBe(7);
    await fail();
    expect(await stock()).toBe(10);
  });

  it('counts reserved units as sold once the order is paid, without deducting them again', async () => {
    await reserve(3);
    await importStock(12);
    await shop.stored.change('sandboxPayments', { status: 'succeeded' });
    expect((await wren.pay(ASKS)).status).toBe(200);
    expect(await stock()).toBe(9);
    await importStock(9, 'after');
    expect(await stock()).toBe(9);
  });

  it('restores the units of an order that the operator refuses, and never makes stock negative', async () => {
    shop.context.settings = { ...shop.context.settings, APPROVAL_MAX_TOTAL: 1 };
    await reserve(3, 'pm_card_visa');
    await importStock(2);
    expect(await stock()).toBe(0);
    await importStock(10);
    const order = await shop.stored.one('orders');
    expect([order.status, await stock()]).toEqual(['held', 7]);
    await refuseHeldOrder(shop.context, { actor: machine, orderId: order.id, reason: 'unverifiable' });
    expect(await stock()).toBe(10);
  });
});
