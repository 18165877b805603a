import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { checkBooks } from '#server/domain/books/check-books.ts';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import { dispatchMessage } from '#server/platform/messaging/dispatcher.ts';
import type { OutgoingMail } from '#server/platform/ports/mail.ts';
import { machine } from '#test/support/actors.ts';
import { load, printedErrors, testFolder } from '#test/support/catalogue-files.ts';
import { openCounter, soldCard } from '#test/support/counter.ts';
import { databaseKinds } from '#test/support/database.ts';
import { mailTo } from '#test/support/shop.ts';
import { openSpendShop, type SpendShop } from '#test/support/spend-shop.ts';
import { type RefundInput, refundOrder } from '../refunds/refund-order.ts';

const LOAF_AND_MITT = `Handle,Title,Vendor,Published,Variant SKU,Variant Inventory Qty,Variant Price,Variant Taxable
sourdough,Sourdough loaf,Corner Oven,TRUE,LOAF-1,50,11.00,false
oven-mitt,Oven mitt,Corner Oven,TRUE,MITT-1,50,11.00,true
`;

describe.each(databaseKinds())('the GST of an order on %s', (kind) => {
  const files = testFolder();
  let shop: SpendShop;
  afterEach(() => shop.close());
  afterAll(() => files.remove());

  const buy = async (goods: Record<string, number>) => {
    await shop.fill(goods);
    for (const card of await shop.own()) await shop.put(card.public_id);
    const { extension_attributes } = await shop.onCart();
    const bought = await shop.buy(extension_attributes.card_due === 0 ? null : 'pm_card_visa', {
      expected_card_due: extension_attributes.card_due,
    });
    expect(bought).toMatchObject({ status: 200 });
    return Number(bought.body);
  };
  const redeemed = () => shop.query('select gst_cents, gst_basis from gift_card_redemptions order by id');
  const setFree = (sku: string) => shop.query(`update products set gst_free = true where sku = '${sku}'`);
  const unregister = () => shop.query(`update sellers set gst_registered = false where shop_url = 'teapots'`);

  async function receipts(mails: OutgoingMail[]): Promise<string[]> {
    for (const { id } of await shop.query("select id from messages where purpose = 'receipt' order by id"))
      await dispatchMessage(shop.context, messagePurposes, { messageId: id, last: false });
    return mails.map(({ text }) => text);
  }

  test('is that of its taxable goods: cart, order and receipt of a taxable product and one that is not', async () => {
    const mails: OutgoingMail[] = [];
    shop = await openSpendShop(kind, { ...mailTo(mails), cards: 0 });
    const path = files.write('21-not-taxable.csv', LOAF_AND_MITT);
    expect(printedErrors(await load(shop.context.database, [path]), [path])).toEqual([]);
    await shop.fill({ 'LOAF-1': 1, 'MITT-1': 1 });
    expect(await shop.totals()).toMatchObject({ tax_amount: 1, grand_total: 22 });
    const { body } = await shop.send('GET mobiledigital/cartproducts', { token: shop.customer.token });
    expect(body.data.items.map(({ taxable }) => taxable)).toEqual([false, true]);
    expect(await shop.buy('pm_card_visa')).toMatchObject({ status: 200 });
    const [order] = await shop.orders();
    expect(order).toMatchObject({ tax_amount: 1, sellers: [{ name: 'Corner Oven', gst_registered: true }] });
    expect(order?.items.map(({ gst_free }) => gst_free)).toEqual([true, false]);
    const [receipt] = await receipts(mails);
    expect(receipt).toContain('1 x Sourdough loaf (Corner Oven), GST-free: $11.00 AUD');
    expect(receipt).toContain('1 x Oven mitt (Corner Oven): $11.00 AUD');
    expect(receipt).toContain('of which GST: $1.00 AUD');
    expect(receipt).not.toMatch(/tax invoice|not registered/i);
  });

  test('of a seller who is not registered is none, in the shop, on receipts and in redemptions', async () => {
    const mails: OutgoingMail[] = [];
    shop = await openSpendShop(kind, mailTo(mails));
    await unregister();
    await buy({ MUG: 1 });
    expect((await shop.orders())[0]).toMatchObject({ tax_amount: 0, sellers: [{ gst_registered: false }] });
    expect(await redeemed()).toEqual([{ gst_cents: 0, gst_basis: 'seller not registered' }]);
    const [, receipt] = await receipts(mails);
    expect(receipt).toContain('of which GST: $0.00 AUD');
    expect(receipt).toContain('Teapots & Co is not registered for GST.');
  });

  test('of GST-free goods is none, nor is that of their delivery', async () => {
    shop = await openSpendShop(kind);
    await setFree('MUG');
    await buy({ MUG: 1 });
    expect((await shop.orders())[0]).toMatchObject({ tax_amount: 0, shipping_amount: 9.95 });
    expect(await redeemed()).toEqual([{ gst_cents: 0, gst_basis: 'gst-free' }]);
  });

  test('is shared by the gift cards that pay in proportion, in the order they pay', async () => {
    shop = await openSpendShop(kind, { cards: 2 });
    await setFree('TEAPOT');
    await buy({ MUG: 2, TEAPOT: 1 });
    // An eleventh of 25.00 is 2.27; of 9.95 for delivery 25.00 / 84.95 is taxable, which holds 27 cents.
    expect((await shop.orders())[0]).toMatchObject({ tax_amount: 2.54, grand_total: 94.9 });
    expect(await redeemed()).toEqual([
      { gst_cents: 67, gst_basis: 'mixed' },
      { gst_cents: 67, gst_basis: 'mixed' },
    ]);
  });

  test.each<[string, ((lines: Record<'Mug' | 'Teapot', number>) => RefundInput['what'])[]]>([
    ['the GST-free line first', [({ Teapot }) => ({ orderLineId: Teapot })]],
    ['the taxable line first', [({ Mug }) => ({ orderLineId: Mug })]],
    ['one piece, then an amount', [({ Mug }) => ({ orderLineId: Mug, qty: 1 }), () => ({ amountCents: 4_321 })]],
    ['small amounts', [() => ({ amountCents: 101 }), () => ({ amountCents: 333 }), () => ({ amountCents: 7_777 })]],
  ])('goes back by refunds and reversals to the cent: %s', async (_what, steps) => {
    shop = await openSpendShop(kind, { cards: 2 });
    await setFree('TEAPOT');
    const orderId = await buy({ MUG: 2, TEAPOT: 1 });
    const named = await shop.query(`select id, name from order_lines where order_id = ${orderId}`);
    const lines = Object.fromEntries(named.map(({ id, name }) => [name, Number(id)])) as Record<
      'Mug' | 'Teapot',
      number
    >;
    for (const [index, step] of [...steps.map((of) => of(lines)), 'everything' as const].entries()) {
      const refund = await refundOrder(shop.context, { actor: machine, orderId, what: step, reason: `step ${index}` });
      expect(refund).toMatchObject({ amountCents: expect.any(Number) });
      const [sums] = await shop.query(`select
        (select coalesce(sum(e.gst_cents), 0) from gift_card_entries e where e.kind = 'reverse')::int as reversed,
        (select coalesce(sum(s.gst_cents), 0) from refund_shares s where s.tender = 'gift card')::int as "giftCards",
        (select coalesce(sum(s.gst_cents), 0) from refund_shares s)::int as refunded`);
      expect(sums.reversed).toBe(sums.giftCards);
      if (step === 'everything') expect(sums.refunded).toBe(254);
    }
    expect((await shop.orders()).find(({ id }) => id === orderId)?.status).toBe('refunded');
    expect(await shop.query("select id from gift_card_entries where kind = 'reverse' and gst_cents is null")).toEqual(
      [],
    );
  });

  test.each([
    ['order_lines', "name = 'Mug'", '$2.54 GST, and $2.55 is in its lines and shipping.'],
    ['order_sellers', 'goods_cents > 0', '$0.27 GST in its shipping, and $0.28 is in what its sellers ship.'],
    ['gift_card_redemptions', 'id = 1', '$1.35 GST in what gift cards paid to teapots, and $1.34 is their part'],
    ['gift_card_entries', "kind = 'reverse'", 'GST went back with refund'],
  ])('that was changed in %s past the rules is found by the check of the books', async (table, which, sentence) => {
    shop = await openSpendShop(kind, { cards: 2 });
    await setFree('TEAPOT');
    const orderId = await buy({ MUG: 2, TEAPOT: 1 });
    await refundOrder(shop.context, { actor: machine, orderId, what: { amountCents: 1_000 }, reason: 'step' });
    expect((await checkBooks(shop.context, { days: 1 })).differences).toEqual([]);
    const column = table === 'order_sellers' ? 'shipping_gst_cents' : 'gst_cents';
    await shop.query(`alter table ${table} disable trigger user`);
    await shop.query(`update ${table} set ${column} = ${column} + 1 where ${which}`);
    const { differences } = await checkBooks(shop.context, { days: 1 });
    expect(differences.map((difference) => difference.sentence).join('\n')).toContain(sentence);
  });

  test('at a till is that of a taxable sale, whatever the shop sells', async () => {
    shop = await openSpendShop(kind);
    await setFree('MUG');
    await (await openCounter(shop)).redeem(await soldCard(shop), 12.5);
    expect(await redeemed()).toEqual([{ gst_cents: 114, gst_basis: 'all taxable' }]);
  });
});
