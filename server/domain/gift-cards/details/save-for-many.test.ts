import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '#contract/account.ts';
import type { RequestOf } from '#contract/calls.ts';
import { approveHeldOrder } from '#server/domain/orders/review/review-orders.ts';
import { machine } from '#test/support/actors.ts';
import { cardOf25 } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { manyNumber } from '#test/support/many-cards.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { checkRecipients } from './save-for-many.ts';

const CHECK = 'POST mobiledigital/checkgiftcardrecipients';
const SAVE = 'POST mobiledigital/savegiftcardrecipients';
type Body = RequestOf<typeof SAVE>['body'];
type Person = Body['recipients'][number];

const createPeople = (count: number): Person[] =>
  Array.from({ length: count }, (_, index) => ({
    recipient_firstname: `Ana${index}`,
    recipient_lastname: 'Ng',
    recipient_mobile: manyNumber(index),
  }));

const createBody = (recipients: Person[], change: Partial<Body> = {}): Body => ({
  cartItem: {
    sku: cardOf25.sku,
    product_option: {
      extension_attributes: {
        configurable_item_options: [{ option_id: '216', option_value: cardOf25.optionValue }],
      },
    },
  },
  recipients,
  recipient_message: 'Thank you',
  text_content: 'From all of us [gift-card]',
  scheduled_delivery: cardOf25.scheduledAt,
  delivery_timezone: cardOf25.zone,
  mms_template_id: cardOf25.templateId,
  ...change,
});

describe.each(databaseKinds())('buying the same card for many recipients on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;

  async function openShop(settings: Record<string, string> = {}) {
    shop = await openTestShop(kind, { env: settings });
    wren = await shop.customer();
    await wren.fillCart([]);
  }
  beforeEach(() =>
    openShop({
      APPROVAL_MAX_TOTAL: '30000',
      APPROVAL_FIRST_ORDER_MAX: '30000',
      APPROVAL_GIFTS_PER_DAY: '30000',
      APPROVAL_GIFTS_PER_NETWORK: '30000',
    }),
  );
  afterEach(() => shop.close());

  const save = (body: Body, key?: string) => shop.send(SAVE, { token: wren.token, body, ...(key ? { key } : {}) });
  const lines = async () =>
    (await shop.send('GET carts/mine/items', { token: wren.token })).body as unknown as { price: number }[];
  const count: TestShop['stored']['count'] = (...args) => shop.stored.count(...args);
  const order = async (orderId: number): Promise<Order> => {
    const query = { order_id: String(orderId) };
    const { body } = await shop.send('GET mobiledigital/order', { token: wren.token, query });
    return JSON.parse(body.data ?? '');
  };

  it('sells a thousand cards with one payment, and issues a card and a message for each', {
    timeout: 120_000,
  }, async () => {
    const saved = await save(createBody(createPeople(1_000)));
    expect(saved.body).toEqual({ status: true, data: { cart_id: expect.any(Number), price: 25, cards: 1_000 } });
    const first = await wren.pay();
    expect(first.status).toBe(200);
    expect((await wren.pay()).body).toBe(first.body);
    const charges = (await shop.app.inject({ url: `/sandbox/payments?order_id=${first.body}` })).json();
    expect(charges).toMatchObject([{ amount: 25_000, status: 'succeeded' }]);
    const { grand_total, items } = await order(Number(first.body));
    expect([grand_total, items.length]).toEqual([25_000, 1_000]);
    const ofItem = items.map(({ gift_card }) => [gift_card?.recipient_name, gift_card?.recipient_mobile]);
    expect(ofItem).toEqual(createPeople(1_000).map((p) => [`${p.recipient_firstname} Ng`, p.recipient_mobile]));
    expect(new Set(items.map(({ gift_card }) => `${gift_card?.state} ${gift_card?.send_at}`)).size).toBe(1);
    expect([await count('giftCards'), await count('messages', { purpose: 'gift' })]).toEqual([1_000, 1_000]);
    const issued = await count('giftCardEntries', { kind: 'issue', postedCents: 2_500 });
    expect([issued, await count('giftCardAccounts')]).toEqual([1_000, 1_000]);
  });

  it('gives every card the shared message, time and template', async () => {
    await save(createBody(createPeople(2)));
    const sharedFields = {
      recipientMessage: 'Thank you',
      textContent: 'From all of us',
      purchaserMobile: '',
      scheduledDelivery: cardOf25.scheduledAt,
      timezone: cardOf25.zone,
      templateId: expect.any(Number),
    };
    expect(await shop.stored.all('giftCardDetails')).toMatchObject([sharedFields, sharedFields]);
  });

  it('rejects more than a thousand cards, including those already in the cart, and adds none', async () => {
    const refused = await save(createBody(createPeople(1_001)));
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_value']);
    expect(await lines()).toHaveLength(0);
    expect((await save(createBody(createPeople(1)))).status).toBe(200);
    const beside = await save(createBody(createPeople(1_000)));
    expect(beside.body.code).toBe('qty_not_available');
    await shop.stored.change('variants', { qty: 5_000 }, { sku: 'CARD-25' });
    expect((await save(createBody(createPeople(1_000)))).body).toMatchObject({
      code: 'too_many_cards',
      parameters: [1_000],
    });
    expect(await lines()).toHaveLength(1);
  });

  it("rejects the whole list if one recipient is invalid, and names the recipient's position", async () => {
    const wrong = createPeople(5);
    wrong[1] = { recipient_firstname: ' ', recipient_lastname: 'x'.repeat(25), recipient_mobile: '' };
    wrong[3] = { recipient_firstname: 'Mia \u{2fffd}', recipient_lastname: 'Tran', recipient_mobile: '0299990000' };
    const codes = {
      'recipients.1.recipient_firstname': 'recipient_firstname_required',
      'recipients.1.recipient_lastname': 'recipient_lastname_too_long',
      'recipients.1.recipient_mobile': 'recipient_mobile_required',
      'recipients.3.recipient_firstname': 'recipient_firstname_not_shown',
      'recipients.3.recipient_mobile': 'mobile_invalid',
    };
    const saved = await save(createBody(wrong));
    expect(saved.body).toMatchObject({ status: false, codes });
    const checked = await shop.send(CHECK, { token: wren.token, body: { recipients: wrong } });
    expect(checked.body).toEqual(saved.body);
    expect([(await lines()).length, await count('giftCardDetails')]).toEqual([0, 0]);
    expect((await shop.send(CHECK, { token: wren.token, body: { recipients: createPeople(5) } })).body).toEqual({
      status: true,
    });
  });

  it('serves other requests while it checks a list of recipients', async () => {
    const done = new AbortController();
    const turns = async () => {
      let count = 0;
      for (; !done.signal.aborted; count += 1) await turnOfLoop();
      return count;
    };
    const counted = turns();
    await checkRecipients(shop.context, createPeople(1_000));
    done.abort();
    expect(await counted).toBeGreaterThan(40);
  });

  it('reports errors in the message, time and template that all cards share', async () => {
    const change = { recipient_message: '', text_content: ' ', scheduled_delivery: 'x', mms_template_id: 'none' };
    expect((await save(createBody(createPeople(2), change))).body.codes).toEqual({
      recipient_message: 'recipient_message_required',
      text_content: 'text_required',
      scheduled_delivery: 'schedule_missing',
      mms_template_id: 'template_missing',
    });
    expect(await lines()).toHaveLength(0);
  });

  it('adds the cards once when a batch is sent again with the same idempotency key', async () => {
    const body = createBody(createPeople(3));
    const first = await save(body, 'one');
    expect((await save(body, 'one')).body).toEqual(first.body);
    expect([(await lines()).length, await count('giftCardDetails')]).toEqual([3, 3]);
    await save(body, 'another');
    expect(await lines()).toHaveLength(6);
  });

  it('accepts a thousand of the longest names, and rejects a larger body before reading it', async () => {
    const long = createPeople(1_000).map((person) => ({
      ...person,
      recipient_firstname: '李'.repeat(24),
      recipient_lastname: '𠮷'.repeat(12),
    }));
    expect((await shop.send(CHECK, { token: wren.token, body: { recipients: long } })).status).toBe(200);
    const huge = long.map((person) => ({ ...person, recipient_lastname: '李'.repeat(200) }));
    expect((await shop.send(CHECK, { token: wren.token, body: { recipients: huge } })).status).toBe(413);
  });

  it('holds an order over the value limit and issues its cards on approval', {
    timeout: 120_000,
  }, async () => {
    await shop.close();
    await openShop();
    await save(createBody(createPeople(1_000)));
    const { body } = await wren.pay();
    expect((await order(Number(body))).status).toBe('held');
    expect(await count('giftCards')).toBe(0);
    const charges = async () => (await shop.app.inject({ url: `/sandbox/payments?order_id=${body}` })).json();
    expect(await charges()).toMatchObject([{ amount: 25_000, status: 'requires_capture' }]);
    expect(await approveHeldOrder(shop.context, { orderId: Number(body), actor: machine })).toBe('approved');
    expect(await charges()).toMatchObject([{ amount: 25_000, status: 'succeeded' }]);
    expect([await count('giftCards'), await count('messages', { purpose: 'gift' })]).toEqual([1_000, 1_000]);
  });
});
