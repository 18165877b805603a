import { afterEach, describe, expect, it } from 'vitest';
import { ordersCommand } from '#server/commands/decide-orders.ts';
import { home, RECIPIENT } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCommand } from '#test/support/give-command.ts';
import { isWaitingForLock } from '#test/support/locks.ts';
import { countSent } from '#test/support/round-trips.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { openPriceOfCard } from '#test/support/test-catalogue.ts';

const HOUR_MS = 3_600_000;
const OFF = { APPROVAL_GIFTS_PER_DAY: '0', APPROVAL_GIFTS_PER_NETWORK: '0' };
const AT = '2026-11-20 12:30:00';

function holdFirstJudgement({ context }: TestShop): { isJudged: Promise<void>; commit: () => void } {
  const { database, integrations } = context;
  const { payments } = integrations;
  const judged = Promise.withResolvers<void>();
  const committing = Promise.withResolvers<void>();
  const createPayment: typeof payments.createPayment = async (request) => {
    const created = await payments.createPayment(request);
    context.database = { ...database, transaction: heldOpen };
    return created;
  };
  const heldOpen: typeof database.transaction = (work, config) => {
    context.database = database;
    integrations.payments = payments;
    return database.transaction(async (tx) => {
      const result = await work(tx);
      judged.resolve();
      await committing.promise;
      return result;
    }, config);
  };
  integrations.payments = { ...payments, createPayment };
  return { isJudged: judged.promise, commit: committing.resolve };
}

describe.each(databaseKinds())('the 24-hour limits on gift card value on %s', (kind) => {
  let shop: TestShop;
  afterEach(() => shop.close());

  const open = async (env: Record<string, string>) => {
    shop = await openTestShop(kind, { env: { ...OFF, ...env } });
  };
  const enter = (number: number) => shop.customer(`+6141234560${number}`);
  const cart = (customer: Customer, cards: number, to = RECIPIENT) =>
    customer.fillCart(Array(cards).fill({ to, scheduledAt: AT }));
  type Buying = { cards: number; to?: string; method?: string; address?: string };
  const checkOut = async (customer: Customer, { method = 'pm_card_visa', address = '203.0.113.7' } = {}) => {
    const additional_data = { cc_stripejs_token: method };
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/rest/default/V1/carts/mine/payment-information',
      remoteAddress: address,
      headers: { authorization: `Bearer ${customer.token}` },
      payload: { billingAddress: home, paymentMethod: { method: 'stripe_payments', additional_data } },
    });
    expect(answer.statusCode).toBe(200);
    return answer.json() as number;
  };
  const buy = async (customer: Customer, { cards, to, ...options }: Buying) => {
    await cart(customer, cards, to);
    return checkOut(customer, options);
  };
  const holdReasons = async () => (await shop.stored.all('orders')).map(({ heldFor }) => heldFor);
  const statuses = async () => (await shop.stored.all('orders')).map(({ status }) => status);

  it('holds the order that takes a customer over the limit across all recipients, and shows the reason', async () => {
    await open({ APPROVAL_GIFTS_PER_DAY: '75' });
    const wren = await enter(1);
    await buy(wren, { cards: 1 });
    await buy(wren, { cards: 2, to: '+61491570157' });
    await buy(wren, { cards: 1, to: '+61491570158' });
    await buy(await enter(2), { cards: 3, to: '+61491570159' });
    expect(await holdReasons()).toEqual([null, null, 'gift value', null]);
    const { output } = await giveCommand(shop.context, ordersCommand, 'held');
    expect(output.join('\n')).toContain('too many gift cards within 24 hours, over $75 for a customer or a number');
  });

  it('holds the order that takes a recipient over the limit, counting every card from every customer', async () => {
    await open({ APPROVAL_GIFTS_PER_DAY: '75' });
    await buy(await enter(1), { cards: 2 });
    await buy(await enter(2), { cards: 1 });
    await buy(await enter(3), { cards: 1 });
    await buy(await enter(4), { cards: 1, to: '+61491570157' });
    expect(await holdReasons()).toEqual([null, null, 'gift value', null]);
  });

  it('holds the order that takes a network over its limit, but not orders of other networks', async () => {
    await open({ APPROVAL_GIFTS_PER_NETWORK: '50' });
    for (const number of [1, 2, 3]) await buy(await enter(number), { cards: 1 });
    await buy(await enter(4), { cards: 2, address: '198.51.100.9' });
    expect(await holdReasons()).toEqual([null, null, 'gift value', null]);
  });

  it('holds orders by default above $1,000 per customer or number and above $10,000 per network', async () => {
    shop = await openTestShop(kind);
    const { optionValue } = await openPriceOfCard(shop.context.database);
    const cardOf500 = { optionValue, amount: 500, price: 500, to: RECIPIENT, scheduledAt: AT };
    const [wren, zoe, ann, tom] = [await enter(1), await enter(2), await enter(3), await enter(4)];
    await wren.fillCart([cardOf500, { ...cardOf500, to: '+61491570157' }]);
    const orderId = await checkOut(wren);
    await buy(wren, { cards: 1, to: '+61491570158' });
    await zoe.fillCart([cardOf500]);
    await checkOut(zoe);
    await buy(ann, { cards: 1 });
    expect(await holdReasons()).toEqual(['first order', 'gift value', null, 'gift value']);
    await shop.stored.change('orderLines', { priceCents: 471_250, totalCents: 471_250 }, { orderId });
    for (const number of [3, 4]) await buy(tom, { cards: 1, to: `+6149157011${number}` });
    expect((await holdReasons()).slice(4)).toEqual([null, 'gift value']);
  });

  it('counts an IPv6 /48 as one network, across all its /64s', async () => {
    await open({ APPROVAL_GIFTS_PER_NETWORK: '50' });
    for (const number of [1, 2, 3]) await buy(await enter(number), { cards: 1, address: `2001:db8:7:${number}::1` });
    await buy(await enter(4), { cards: 2, address: '2001:db8:8:1::1' });
    expect(await holdReasons()).toEqual([null, null, 'gift value', null]);
  });

  it('authorises but does not charge the order that takes a payment card over its limit', async () => {
    await open({ APPROVAL_GIFTS_PER_CARD: '50', APPROVAL_MISMATCH: 'off' });
    await buy(await enter(1), { cards: 2 });
    await buy(await enter(2), { cards: 1 });
    await buy(await enter(3), { cards: 2, method: 'pm_card_mastercard' });
    expect(await holdReasons()).toEqual([null, 'gift value', null]);
    expect(await shop.charges()).toEqual(['5000 succeeded', '2500 requires_capture', '5000 succeeded']);
    expect((await giveCommand(shop.context, ordersCommand, 'approve', '000000002')).status).toBe(0);
    expect(await statuses()).toEqual(['approved', 'approved', 'approved']);
  });

  it('does not count goods towards the limits and does not hold orders for goods', async () => {
    await open({ APPROVAL_GIFTS_PER_DAY: '25', APPROVAL_GIFTS_PER_NETWORK: '25', APPROVAL_GIFTS_PER_CARD: '25' });
    const wren = await enter(1);
    for (const cards of [[], [{ to: RECIPIENT, scheduledAt: AT }], []]) {
      await wren.fillCart(cards, { TEAPOT: 1 });
      await checkOut(wren);
    }
    expect(await holdReasons()).toEqual([null, null, null]);
  });

  it('locks the total of a payment card only for orders with gift cards', async () => {
    await open({ APPROVAL_GIFTS_PER_CARD: '25' });
    const wren = await enter(1);
    const countLocks = async (cards: { to: string; scheduledAt: string }[]) => {
      await wren.fillCart(cards, { TEAPOT: 1 });
      const { statements } = await countSent(() => checkOut(wren));
      return statements.filter((text) => text.includes('pg_advisory_xact_lock')).length;
    };
    expect(await countLocks([])).toBe(0);
    expect(await countLocks([{ to: RECIPIENT, scheduledAt: AT }])).toBe(1);
    expect(await statuses()).toEqual(['approved', 'approved']);
  });

  it('stops counting refused orders, refunded cards and orders placed 24 hours ago towards the limits', async () => {
    await open({ APPROVAL_GIFTS_PER_DAY: '75' });
    const wren = await enter(1);
    await buy(wren, { cards: 4 });
    await giveCommand(shop.context, ordersCommand, 'refuse', '000000001', '--reason', 'unverifiable');
    const orderId = await buy(wren, { cards: 3 });
    const [line] = await shop.stored.all('orderLines', { orderId });
    const refund = ['--line', String(line?.id), '--reason', 'goodwill', '--note', 'x', '--yes'];
    expect((await giveCommand(shop.context, ordersCommand, 'refund', '000000002', ...refund)).status).toBe(0);
    await buy(wren, { cards: 1 });
    await buy(wren, { cards: 1 });
    expect(await holdReasons()).toEqual(['gift value', null, null, 'gift value']);
    shop.wait(24 * HOUR_MS);
    await buy(await enter(1), { cards: 3 });
    expect((await holdReasons()).at(-1)).toBeNull();
  });

  it.each([
    ['soon after they were bought', 0],
    ['a day after they were bought', 24 * HOUR_MS],
  ])('limits the value of gift cards redirected to one number %s', async (_when, ms) => {
    await open({ APPROVAL_GIFTS_PER_DAY: '50' });
    const cards: { number: number; token: string; id: number }[] = [];
    for (const number of [1, 2, 3]) {
      const customer = await enter(number);
      const { detailsIds } = await cart(customer, 1, `+6149157016${number}`);
      await checkOut(customer);
      cards.push({ number, token: customer.token, id: detailsIds[0] ?? 0 });
    }
    shop.wait(ms);
    if (ms > 0) for (const card of cards) card.token = (await enter(card.number)).token;
    const redirect = (call: 'correctgiftcardmobile' | 'editgiftcarddetails', { token, id }: (typeof cards)[number]) =>
      shop.send(`POST mobiledigital/${call}`, {
        token,
        body: {
          gift_card_details_id: id,
          recipient_mobile: RECIPIENT,
          data: JSON.stringify({
            recipient_firstname: 'Mia',
            recipient_lastname: 'Tran',
            recipient_mobile: RECIPIENT,
            recipient_message: 'Hi',
            text_content: 'Hello',
          }),
        },
      });
    const [first, second, third] = cards as [(typeof cards)[0], (typeof cards)[0], (typeof cards)[0]];
    expect((await redirect('correctgiftcardmobile', first)).body).toMatchObject({ status: true });
    expect((await redirect('editgiftcarddetails', second)).body).toMatchObject({ status: true });
    const refused = { codes: { recipient_mobile: 'recipient_value_too_high' } };
    for (const call of ['correctgiftcardmobile', 'editgiftcarddetails'] as const)
      expect((await redirect(call, third)).body).toMatchObject(refused);
    shop.wait(24 * HOUR_MS);
    third.token = (await enter(3)).token;
    expect((await redirect('correctgiftcardmobile', third)).body).toMatchObject({ status: true });
  });

  it('counts an order that is still being paid, but not an order whose payment was declined', async () => {
    await open({ APPROVAL_GIFTS_PER_DAY: '50' });
    const [wren, zoe, ann] = [await enter(1), await enter(2), await enter(3)];
    await cart(wren, 2);
    expect((await wren.pay('pm_card_authenticationRequired', { cc_save: true })).status).toBe(400);
    await buy(zoe, { cards: 1 });
    expect(await holdReasons()).toEqual([null, 'gift value']);
    expect((await wren.pay('pm_card_chargeDeclined', { cc_save: true })).status).toBe(400);
    expect(await statuses()).toEqual(['declined', 'held']);
    await buy(ann, { cards: 1 });
    expect((await holdReasons()).at(-1)).toBeNull();
  });

  it.each([
    ['one recipient', { APPROVAL_GIFTS_PER_DAY: '50' }],
    ['one network', { APPROVAL_GIFTS_PER_NETWORK: '50' }],
  ])('enforces the exact limit for %s when several orders arrive simultaneously', async (_of, env) => {
    await open(env);
    const customers = [];
    for (const number of [1, 2, 3, 4, 5]) customers.push(await enter(number));
    for (const customer of customers) await cart(customer, 1);
    await Promise.all(customers.map((customer) => checkOut(customer)));
    expect((await holdReasons()).filter((reason) => reason === null)).toHaveLength(2);
    expect((await holdReasons()).filter((reason) => reason === 'gift value')).toHaveLength(3);
  });

  // The embedded database runs only one transaction at a time anyway.
  it.runIf(kind === 'postgres')(
    'enforces the exact limit for one payment card when its orders are checked concurrently',
    async () => {
      await open({ APPROVAL_GIFTS_PER_CARD: '25' });
      const [wren, zoe] = [await enter(1), await enter(2)];
      for (const customer of [wren, zoe]) await cart(customer, 1);
      const { isJudged, commit } = holdFirstJudgement(shop);
      const first = checkOut(wren);
      await isJudged;
      let isPlaced = false;
      const second = checkOut(zoe).finally(() => {
        isPlaced = true;
      });
      await expect.poll(async () => isPlaced || (await isWaitingForLock(shop))).toBe(true);
      commit();
      await Promise.all([first, second]);
      expect(await holdReasons()).toEqual([null, 'gift value']);
    },
  );
});
