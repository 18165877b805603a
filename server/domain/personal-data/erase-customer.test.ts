import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refundOrder } from '#server/domain/orders/refunds/refund-order.ts';
import { machine } from '#test/support/actors.ts';
import { AT_ONCE, RECIPIENT } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { fillPersonalData, LISTED, listColumnValues } from '#test/support/personal-data.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { eraseCustomer } from './erase-customer.ts';

const GIVER = '+61412345678';
const NEW = '+61491570157';
const ENDED = LISTED.filter(({ by, table }) => by !== 'none' && table !== 'opt_outs');
const parseColumn = (value: string): string => value.slice(0, value.indexOf(':'));
const OF_RECIPIENT = [RECIPIENT, 'Mia', 'Thank you', 'device of Mia', 'token of Mia'];

describe.each(databaseKinds())('erasing a customer on %s', (kind) => {
  let shop: TestShop;
  let giver: Customer;
  beforeEach(async () => {
    shop = await openTestShop(kind);
    giver = await shop.customer(GIVER);
  });
  afterEach(() => shop.close());

  const findCustomerId = async (mobile: string): Promise<number> => (await shop.stored.one('customers', { mobile })).id;
  const erase = async (mobile: string) =>
    eraseCustomer(shop.context, {
      actor: machine,
      customerId: await findCustomerId(mobile),
      force: true,
      reason: 'asked for',
    });

  const values = () => listColumnValues(shop, ENDED);

  it("erases a recipient's personal data and keeps the card working", async () => {
    const detailsId = await fillPersonalData(shop, giver);
    const secret = await shop.secretOn(RECIPIENT);
    await shop.customer(RECIPIENT);
    const before = await values();
    for (const word of OF_RECIPIENT)
      expect({ word, in: before.filter((value) => value.includes(word)) }).not.toEqual({ word, in: [] });
    expect(await erase(RECIPIENT)).toMatchObject({ erased: true });
    const left = await values();
    for (const word of OF_RECIPIENT)
      expect({ word, in: left.filter((value) => value.includes(word)) }).toEqual({ word, in: [] });
    expect(left.filter((value) => /^(message_pictures|composed_pictures)\b/.test(value))).toEqual([]);
    const { data } = (await shop.cardPage(secret)).body;
    expect(data).toMatchObject({ state: 'live', balance: 25, thanks: null, can_thank: false });
    expect(data?.picture_words).toMatchObject({ to: '', message: '', from: 'From Wren' });
    expect(await giver.cardLine()).toMatchObject({ can_send_again: false });
    await giver.comesBack('2026-11-02T03:00:00Z');
    expect((await giver.resend(detailsId)).body).toMatchObject({
      codes: { gift_card_details_id: 'recipient_mobile_required' },
    });
  });

  it('erases all data about a giver, but keeps recipients until they are erased themselves', async () => {
    await fillPersonalData(shop, giver);
    const email = 'before@example.com';
    await shop.stored.change('customers', ({ createdAt }) => ({ unprovedSince: createdAt, unprovedEmail: email }));
    const { id: _, ...lead } = await shop.stored.one('leads');
    await shop.stored.add('leads', { ...lead, email });
    const before = await values();
    const columns = ENDED.flatMap(({ table, columns: columnNames }) =>
      columnNames.map((column) => `${table}.${column}`),
    );
    expect([...new Set(before.map(parseColumn))].toSorted()).toEqual(columns.toSorted());
    expect(await erase(GIVER)).toMatchObject({ erased: true });
    const left = (await values()).filter((value) => before.includes(value));
    expect([...new Set(left.map(parseColumn))].toSorted()).toEqual([
      'gift_card_details.recipient_firstname',
      'gift_card_details.recipient_lastname',
      'gift_card_details.recipient_mobile',
      'gift_card_pass_holders.device_id',
      'gift_card_pass_holders.push_token',
      'messages.recipient',
    ]);
    await shop.customer(RECIPIENT);
    expect(await erase(RECIPIENT)).toMatchObject({ erased: true });
    expect((await values()).filter((value) => before.includes(value))).toEqual([]);
  });

  it("erases gift cards sent to the customer's former number, and hides them from its next owner", async () => {
    await fillPersonalData(shop, giver);
    await shop.customer(RECIPIENT);
    const customerId = await findCustomerId(RECIPIENT);
    const createdAt = new Date(shop.context.clock.ms() + 60_000);
    const numbers = { oldMobile: RECIPIENT, newMobile: NEW };
    await shop.stored.add('mobileChanges', { customerId, ...numbers, proof: 'code', createdAt });
    await shop.stored.change('customers', { mobile: NEW }, { id: customerId });
    expect(await erase(NEW)).toMatchObject({ erased: true });
    const left = (await values()).filter((value) => /^(gift_card|message_pic)/.test(value));
    for (const word of OF_RECIPIENT)
      expect({ word, in: left.filter((value) => value.includes(word)) }).toEqual({ word, in: [] });
    await shop.moveTo('2026-11-02T02:00:00Z');
    const next = await shop.customer(RECIPIENT);
    expect(await next.ownCards()).toEqual([]);
  });

  it('erases a recipient even if the card was refunded before delivery or its payment was declined', async () => {
    await shop.customer(RECIPIENT);
    await giver.fillCart([{ to: RECIPIENT }]);
    expect((await giver.pay('pm_card_chargeDeclined', { cc_save: true })).status).toBe(400);
    await shop.stored.change('giftCardDetails', { deletedAt: null });
    await shop.stored.change('carts', { state: 'ordered' });
    const { orderId } = await giver.buyCards([{ scheduledAt: '2026-11-20 12:00:00', to: RECIPIENT }]);
    const refunded = await refundOrder(shop.context, {
      actor: machine,
      orderId,
      target: 'everything',
      note: 'asked',
    });
    expect(refunded).toMatchObject({ state: 'succeeded' });
    expect((await values()).filter((value) => value.includes(RECIPIENT))).not.toEqual([]);
    expect(await erase(RECIPIENT)).toMatchObject({ erased: true });
    expect((await values()).filter((value) => value.includes(RECIPIENT) || value.includes('Mia'))).toEqual([]);
  });

  it('refuses to erase a customer who bought something during the call to the payment provider', async () => {
    await giver.buyCards([{ scheduledAt: AT_ONCE }]);
    await shop.deliver();
    const { payments } = shop.context.integrations;
    shop.context.integrations.payments = {
      ...payments,
      async deleteCustomer(id) {
        await giver.buyCards();
        await payments.deleteCustomer(id);
      },
    };
    expect(await erase(GIVER)).toEqual({
      erased: false,
      because: [expect.stringMatching(/^Gift card gc_\w+ is sent on /)],
    });
    expect((await shop.stored.one('customers')).erasedAt).toBeNull();
    expect(await shop.stored.count('giftCardDetails', { textContent: '' })).toBe(0);
  });
});
