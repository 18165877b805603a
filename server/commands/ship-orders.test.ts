import { afterEach, describe, expect, it } from 'vitest';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import { refundOrder } from '#server/domain/orders/refunds/refund-order.ts';
import { dispatchMessage } from '#server/platform/messaging/dispatcher.ts';
import { machine } from '#test/support/actors.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCommand } from '#test/support/give-command.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { testShop } from '#test/support/test-catalogue.ts';
import { ordersCommand } from './decide-orders.ts';

const NUMBER = '000000001';

describe.each(databaseKinds())('npm run orders -- pack and ship on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  const open = async (env: Record<string, string> = {}) => {
    shop = await openTestShop(kind, { env: { SHOP_NAME: 'Snowgum', ...env } });
    wren = await shop.customer();
    const { products, sellers } = testShop;
    await shop.stored.change('products', { sellerId: sellers.prints }, { id: products.mug });
    await wren.fillCart([{}], { TEAPOT: 2, MUG: 1 });
    expect((await wren.pay()).status).toBe(200);
  };
  afterEach(() => shop.close());

  const orders = (...argv: string[]) => giveCommand(shop.context, ordersCommand, ...argv);
  const order = async () => {
    const [newest] = await wren.orders();
    if (!newest) throw new Error('No order was placed.');
    return newest;
  };
  const findItemId = async (name: string) => String((await order()).items.find((item) => item.name === name)?.item_id);
  const shipments = async () =>
    (await order()).shipments.map(({ items, packed_at, sent_at, received_at, ...rest }) => ({
      ...rest,
      qty: items.reduce((sum, { qty }) => sum + qty, 0),
      times: [packed_at, sent_at, received_at].map((time) => time !== null),
    }));
  const texts = async () => {
    for (const { id } of await shop.stored.all('messages', { purpose: 'order-sent' }))
      await dispatchMessage(shop.context, messagePurposes, { messageId: id, last: true });
    return (await shop.phone(wren.mobile)).filter(({ purpose }) => purpose === 'order').map(({ text }) => text);
  };

  it('lists unsent products by seller until they are shipped', async () => {
    await open();
    const row = (shopUrl: string, state: string, products: string) =>
      expect.stringMatching(new RegExp(`^000000001 .*${shopUrl} +${state} +${products}$`));
    const unsent = async () => (await orders('unsent')).output.slice(1);
    expect(await unsent()).toEqual([row('teapots', 'paid', '2 x Teapot'), row('prints', 'paid', '1 x Mug')]);
    await orders('pack', NUMBER, '--line', `${await findItemId('Teapot')}x1`);
    expect((await unsent())[0]).toEqual(row('teapots', 'packed', '1 x Teapot'));
    expect((await unsent())[1]).toEqual(row('teapots', 'paid', '1 x Teapot'));
    for (const seller of ['teapots', 'teapots', 'prints'])
      await orders('ship', NUMBER, '--seller', seller, '--tracking', ' XYZ 1 23 ');
    expect((await orders('unsent')).output).toEqual(['All paid products have been sent.']);
    expect((await shipments()).map(({ tracking }) => tracking)).toEqual(['XYZ123', 'XYZ123', 'XYZ123']);
    expect((await orders('pack', NUMBER, '--seller', 'nobody')).errorOutput).toEqual([
      'Order 000000001: Name one of these sellers: teapots, prints',
    ]);
  });

  it('marks items packed, shipped and received once each, and texts the customer when a parcel leaves', async () => {
    await open();
    const { output } = await orders('pack', NUMBER, '--seller', 'teapots');
    expect(output.join()).toMatch(
      /^Order 000000001: Teapots & Co: 2 x Teapot \(line \d+\) packed 2 Nov 2026, 12:00 pm\.$/,
    );
    expect((await orders('pack', NUMBER, '--seller', 'teapots')).output).toEqual([
      'Order 000000001: everything is already packed.',
    ]);
    expect(await texts()).toEqual([]);
    const ship = ['ship', NUMBER, '--seller', 'teapots', '--carrier', 'australia post', '--tracking', 'ABC123'];
    const [both] = [await Promise.all([orders(...ship), orders(...ship)])];
    expect(both.map(({ status }) => status)).toEqual([0, 0]);
    expect(both.flatMap((done) => done.output).sort()).toEqual([
      expect.stringMatching(/Teapot \(line \d+\) sent .* Australia Post ABC123\. The customer gets a message\.$/),
      'Order 000000001: everything has already been sent.',
    ]);
    const page = 'https://auspost.com.au/mypost/track/details/ABC123';
    expect(await shipments()).toEqual([
      {
        seller_name: 'Teapots & Co',
        state: 'sent',
        carrier: 'Australia Post',
        tracking: 'ABC123',
        qty: 2,
        tracking_url: page,
        times: [true, true, false],
      },
    ]);
    expect(await texts()).toEqual([
      `Snowgum: Teapots & Co has posted 2 x Teapot from your order 000000001 with Australia Post, tracking number ABC123. Follow it here: ${page}`,
    ]);
    expect((await orders('received', NUMBER, '--seller', 'teapots')).status).toBe(0);
    expect((await orders('received', NUMBER, '--seller', 'teapots')).output).toEqual([
      'Order 000000001: everything that was sent has already been received.',
    ]);
    expect(await shipments()).toMatchObject([{ state: 'received', times: [true, true, true] }]);
    expect((await orders('show', NUMBER)).output.join('\n')).toContain('Teapots & Co: 2 x Teapot');
    expect(await texts()).toHaveLength(1);
  });

  it('ships an order in two parcels, but never more items than were sold', async () => {
    await open();
    const teapot = await findItemId('Teapot');
    expect((await orders('ship', NUMBER, '--line', `${teapot}x1`)).status).toBe(0);
    expect((await orders('ship', NUMBER, '--line', `${teapot}x2`)).errorOutput).toEqual([
      `Order 000000001: Line ${teapot} has 1 left to send.`,
    ]);
    expect((await orders('ship', NUMBER)).errorOutput).toEqual([
      'Order 000000001: Name one of these sellers: teapots, prints',
    ]);
    expect((await orders('ship', NUMBER, '--seller', 'teapots')).status).toBe(0);
    expect(await shipments()).toMatchObject([
      { qty: 1, carrier: null, tracking_url: null },
      { qty: 1, state: 'sent' },
    ]);
    expect(await texts()).toHaveLength(2);
  });

  it('refuses to pack or ship a held or refunded order', async () => {
    await open({ APPROVAL_MAX_TOTAL: '20' });
    const no = ['Order 000000001: Only a paid order is packed and sent: this one is held, refused or refunded.'];
    for (const action of ['pack', 'ship'])
      expect((await orders(action, NUMBER, '--seller', 'teapots')).errorOutput).toEqual(no);
    expect((await orders('approve', NUMBER)).status).toBe(0);
    expect((await orders('pack', NUMBER, '--seller', 'teapots')).status).toBe(0);
    const orderId = (await order()).id;
    await refundOrder(shop.context, { actor: machine, orderId, target: 'everything', note: 'test' });
    expect((await orders('ship', NUMBER, '--seller', 'teapots')).errorOutput).toEqual(no);
    expect(await shipments()).toEqual([]);
  });
});
