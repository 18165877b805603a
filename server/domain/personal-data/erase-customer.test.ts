import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refundOrder } from '#server/domain/orders/refunds/refund-order.ts';
import { machine } from '#test/support/actors.ts';
import { type CardShop, openCardShop, right, wrong } from '#test/support/card-shop.ts';
import { cardOf25, fillCart, pay } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { fillPersonalData, LISTED } from '#test/support/personal-data.ts';
import { eraseCustomer } from './erase-customer.ts';

const GIVER = '+61412345678';
/** A STOP is kept. */
const ENDED = LISTED.filter(({ by, table }) => by !== 'nobody' && table !== 'opt_outs');
const columnOf = (value: string): string => value.slice(0, value.indexOf(':'));
/** What the recipient of the card is called, and what the giver and they wrote to each other. */
const OF_RECIPIENT = [wrong, 'Mia', 'Thank you', 'device of Mia', 'token of Mia'];

describe.each(databaseKinds())('a customer is erased on %s', (kind) => {
  let shop: CardShop;
  beforeEach(async () => {
    shop = await openCardShop(kind);
  });
  afterEach(() => shop.close());

  const idOf = async (mobile: string): Promise<number> =>
    (await shop.query(`select id from customers where mobile = '${mobile}'`))[0].id;
  const erase = async (mobile: string) =>
    eraseCustomer(shop.context, { actor: machine, customerId: await idOf(mobile), force: true, reason: 'asked for' });

  /** Every value of the columns that the page lists and something ends, as "table.column: value". */
  async function values(): Promise<string[]> {
    const found: string[] = [];
    for (const { table, columns } of ENDED)
      for (const column of columns)
        for (const { value } of await shop.query(`select to_jsonb(t) ->> '${column}' as value from ${table} t`))
          if (value) found.push(`${table}.${column}: ${value}`);
    return found;
  }

  test('who got a card: their name, number, thanks and phones go, and what was written to them; the card still works', async () => {
    await fillPersonalData(shop);
    const secret = await shop.secretOn(wrong);
    await shop.enter(wrong);
    const before = await values();
    for (const word of OF_RECIPIENT)
      expect({ word, in: before.filter((one) => one.includes(word)) }).not.toEqual({ word, in: [] });
    expect(await erase(wrong)).toMatchObject({ erased: true });
    const left = await values();
    for (const word of OF_RECIPIENT)
      expect({ word, in: left.filter((one) => one.includes(word)) }).toEqual({ word, in: [] });
    expect(left.filter((one) => /^(message_pictures|composed_pictures)\b/.test(one))).toEqual([]);
    const { data } = (await shop.card(secret)).body;
    expect(data).toMatchObject({ state: 'live', balance: 25, thanks: null, can_thank: false });
    expect(data?.picture_words).toMatchObject({ to: '', message: '', from: 'From Wren' });
    expect(await shop.line()).toMatchObject({ can_send_again: false });
    await shop.later('2026-11-02T03:00:00Z');
    expect((await shop.resend()).body).toMatchObject({ codes: { gift_card_details_id: 'recipient_mobile_required' } });
  });

  test('who gave a card: nothing of them is left, and who has it stays until they are erased, too', async () => {
    await fillPersonalData(shop);
    await shop.query(`update customers set unproved_since = created_at, unproved_email = 'before@example.com'`);
    await shop.query(`insert into leads (first_name, last_name, company, email, phone, country, opt_in, ret_url, address, created_at)
      select first_name, last_name, company, 'before@example.com', phone, country, opt_in, ret_url, address, created_at from leads`);
    const before = await values();
    const columns = ENDED.flatMap(({ table, columns: of }) => of.map((column) => `${table}.${column}`));
    expect([...new Set(before.map(columnOf))].toSorted()).toEqual(columns.toSorted());
    expect(await erase(GIVER)).toMatchObject({ erased: true });
    const left = (await values()).filter((one) => before.includes(one));
    expect([...new Set(left.map(columnOf))].toSorted()).toEqual([
      'gift_card_details.recipient_firstname',
      'gift_card_details.recipient_lastname',
      'gift_card_details.recipient_mobile',
      'gift_card_pass_holders.device_id',
      'gift_card_pass_holders.push_token',
      'messages.recipient',
    ]);
    await shop.enter(wrong);
    expect(await erase(wrong)).toMatchObject({ erased: true });
    expect((await values()).filter((one) => before.includes(one))).toEqual([]);
  });

  test('who left the number that a card was sent to: it goes there, too, and whoever has the number next has no such card', async () => {
    await fillPersonalData(shop);
    await shop.enter(wrong);
    const now = shop.context.clock.now().toISOString();
    await shop.query(`insert into mobile_changes (customer_id, old_mobile, new_mobile, proof, created_at)
      select id, mobile, '${right}', 'code', '${now}'::timestamptz + interval '1 minute' from customers where mobile = '${wrong}'`);
    await shop.query(`update customers set mobile = '${right}' where mobile = '${wrong}'`);
    expect(await erase(right)).toMatchObject({ erased: true });
    const left = (await values()).filter((one) => /^(gift_card|message_pic)/.test(one));
    for (const word of OF_RECIPIENT)
      expect({ word, in: left.filter((one) => one.includes(word)) }).toEqual({ word, in: [] });
    await shop.moveTo('2026-11-02T02:00:00Z');
    const next = await shop.enter(wrong);
    expect((await shop.send('GET mobiledigital/giftcards', { token: next.token })).body).toMatchObject({ data: [] });
  });

  test('who a card was for that was refunded before its day, or whose purchase was declined: nobody sends it', async () => {
    await shop.enter(wrong);
    await fillCart(shop.send, { mobile: GIVER, token: shop.token() }, [{ ...cardOf25, to: '0491570156' }]);
    expect((await pay(shop.send, { mobile: GIVER, token: shop.token() }, 'pm_card_chargeDeclined')).status).toBe(400);
    await shop.query(`update gift_card_details set deleted_at = null`);
    await shop.query(`update carts set state = 'ordered'`);
    await shop.buy('2026-11-20 12:00:00');
    const [{ id }] = await shop.query(`select max(id)::int as id from orders`);
    const refunded = await refundOrder(shop.context, {
      actor: machine,
      orderId: id,
      what: 'everything',
      reason: 'asked',
    });
    expect(refunded).toMatchObject({ state: 'succeeded' });
    expect((await values()).filter((one) => one.includes(wrong))).not.toEqual([]);
    expect(await erase(wrong)).toMatchObject({ erased: true });
    expect((await values()).filter((one) => one.includes(wrong) || one.includes('Mia'))).toEqual([]);
  });

  test('not when something began while the payment provider was asked', async () => {
    await shop.buy();
    await shop.deliver();
    const { payments } = shop.context.integrations;
    shop.context.integrations.payments = {
      ...payments,
      async deleteCustomer(id) {
        await fillCart(shop.send, { mobile: GIVER, token: shop.token() }, [cardOf25]);
        expect((await pay(shop.send, { mobile: GIVER, token: shop.token() }, 'pm_card_visa')).status).toBe(200);
        await payments.deleteCustomer(id);
      },
    };
    expect(await erase(GIVER)).toEqual({
      erased: false,
      because: [expect.stringMatching(/^Gift card gc_\w+ is sent on /)],
    });
    expect(await shop.query('select erased_at from customers')).toEqual([{ erased_at: null }]);
    expect(await shop.query("select count(*)::int as count from gift_card_details where text_content = ''")).toEqual([
      { count: 0 },
    ]);
  });
});
