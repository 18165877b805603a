import { afterEach, describe, expect, it } from 'vitest';
import { lapseHolds } from '#server/domain/gift-cards/ledger/lapse-holds.ts';
import { paymentsUnreachable } from '#server/integrations/payments/port.ts';
import { machine } from '#test/support/actors.ts';
import { type Customer, OWN_MOBILE } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { sendQueuedRefunds } from '../refunds/send-refund.ts';
import { approveHeldOrder, refuseHeldOrder, refuseOverdueOrders } from '../review/review-orders.ts';
import { reconcilePendingOrders } from './reconcile-pending-orders.ts';

describe.each(databaseKinds())('an order paid by gift card on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  const open = async ({ cards = 1, ...options }: Parameters<typeof openTestShop>[1] & { cards?: number } = {}) => {
    shop = await openTestShop(kind, options);
    wren = await shop.customer();
    await giveCards(shop, wren, Array(cards).fill({ to: OWN_MOBILE }));
  };
  afterEach(() => shop.close());

  const putAll = async () => {
    for (const card of await wren.ownCards()) await wren.putCard(card.public_id);
  };
  const readStock = async (sku: string) => (await shop.stored.one('variants', { sku })).qty;
  const holds = async () => (await shop.stored.all('giftCardHolds')).map(({ state }) => state);

  it('charges the amount that gift cards do not cover to the payment card, and shows both payments', async () => {
    await open({ cards: 2 });
    await wren.fillCart([], { TEAPOT: 1 });
    await putAll();
    expect(await wren.pay('pm_card_visa', { expected_card_due: 19.9 })).toMatchObject({ status: 200 });
    expect(await shop.balances()).toEqual(['0/0', '0/0']);
    expect((await shop.charges()).at(-1)).toBe('1990 succeeded');
    const [order] = await wren.orders();
    const tenders = [
      expect.objectContaining({ kind: 'gift_card', amount: 25, seller_name: 'Teapots & Co' }),
      expect.objectContaining({ kind: 'gift_card', amount: 25 }),
      { kind: 'payment_card', amount: 19.9, last4: null, seller_name: null },
    ];
    expect(order).toMatchObject({ status: 'approved', grand_total: 69.9, tenders });
    const success = await shop.send('GET mobiledigital/checkoutsuccess', { token: wren.token });
    expect(success.body.data?.tenders).toEqual(tenders);
    const [card] = await wren.ownCards();
    expect(card?.history[0]).toMatchObject({ kind: 'spent', amount: -25, place: 'shop' });
    expect(await shop.stored.last('orderSellers')).toMatchObject({ giftCardTenderCents: 5_000, commissionCents: 62 });
    const gst = { gstCents: 227, gstBasis: 'all taxable' };
    expect(await shop.stored.all('giftCardRedemptions')).toMatchObject([gst, gst]);
  });

  it('needs no payment card and makes no provider calls when gift cards pay the whole order', async () => {
    let askCount = 0;
    await open({
      change: ({ context }) => {
        const { payments } = context.integrations;
        const createCustomer: typeof payments.createCustomer = (...input) => {
          askCount += 1;
          return payments.createCustomer(...input);
        };
        context.integrations.payments = { ...payments, createCustomer };
      },
    });
    const [before, charges] = [askCount, await shop.charges()];
    await shop.stored.remove('paymentCustomers');
    await wren.fillCart([], { MUG: 1 });
    expect(await wren.pay(null)).toMatchObject({ status: 400, body: { code: 'card_required' } });
    await putAll();
    expect(await wren.pay(null, { expected_card_due: 0 })).toMatchObject({ status: 200 });
    expect(await shop.balances()).toEqual(['255/0']);
    expect([askCount, await shop.charges()]).toEqual([before, charges]);
    expect((await wren.orders())[0]).toMatchObject({
      status: 'approved',
      tenders: [{ kind: 'gift_card', amount: 22.45 }],
    });
    expect(await readStock('MUG')).toBe(99);
  });

  it('charges the payment card at least 50 cents when 1 to 49 cents would remain', async () => {
    await open({ cards: 2 });
    await shop.stored.change('variants', { priceCents: 4_025 }, { sku: 'MUG' });
    await wren.fillCart([], { MUG: 1 });
    await putAll();
    expect(await wren.pay('pm_card_visa')).toMatchObject({ status: 200 });
    expect((await shop.charges()).at(-1)).toBe('50 succeeded');
    expect(await shop.balances()).toEqual(expect.arrayContaining(['0/0', '30/0']));
  });

  it('releases the gift card hold when the payment card is declined, and accepts another payment', async () => {
    await open();
    await wren.fillCart([], { TEAPOT: 1 });
    await putAll();
    expect(await wren.pay('pm_card_chargeDeclined')).toMatchObject({ status: 400 });
    expect([await shop.balances(), await holds()]).toEqual([['2500/0'], ['released']]);
    expect(await readStock('TEAPOT')).toBe(3);
    expect(await wren.pay('pm_card_visa')).toMatchObject({ status: 200 });
    expect([await shop.balances(), await holds()]).toEqual([['0/0'], ['released', 'captured']]);
  });

  it('keeps the gift card hold during a bank challenge and releases it after ten minutes', async () => {
    await open();
    await wren.fillCart([], { TEAPOT: 1 });
    await putAll();
    expect(await wren.pay('pm_card_authenticationRequired')).toMatchObject({
      body: { code: 'authentication_required' },
    });
    const till = await shop.counter();
    const { code } = await shop.lastCard();
    expect(await till.redeem({ code }, 5)).toMatchObject({ status: 422 });
    expect((await wren.cardsOnCart()).extension_attributes.card_due).toBe(44.9);
    await shop.moveTo('2026-11-02T01:09:00.000Z');
    await lapseHolds(shop.context);
    await reconcilePendingOrders(shop.context);
    expect(await holds()).toEqual(['held']);
    await shop.moveTo('2026-11-02T01:11:30.000Z');
    await lapseHolds(shop.context);
    expect(await holds()).toEqual(['held']);
    await reconcilePendingOrders(shop.context);
    expect(await holds()).toEqual(['lapsed']);
    expect(await till.redeem({ code }, 5)).toMatchObject({ status: 200 });
    expect((await shop.charges()).at(-1)).toBe('4490 canceled');
  });

  it('releases the gift card hold when the order is queried after the bank declined the challenge', async () => {
    await open();
    await wren.fillCart([], { TEAPOT: 1 });
    await putAll();
    await wren.pay('pm_card_authenticationRequired');
    expect(await holds()).toEqual(['held']);
    await shop.stored.change('sandboxPayments', { status: 'declined' }, { status: 'requires_action' });
    const { token } = wren;
    const cart_id = String((await shop.send('GET carts/mine', { token })).body.id);
    const answer = await shop.send('GET mobiledigital/checkoutsuccess', { token, query: { cart_id } });
    expect(answer.body).toEqual({ status: false, placing: false });
    expect(await holds()).toEqual(['released']);
  });

  it('cancels the challenged payment and charges the new amount when the cart changes', async () => {
    await open();
    await wren.fillCart([], { TEAPOT: 1 });
    await putAll();
    await wren.pay('pm_card_authenticationRequired');
    const [card] = await wren.ownCards();
    await wren.takeCard(card?.public_id ?? '');
    expect(await wren.pay('pm_card_visa')).toMatchObject({ status: 200 });
    expect([await shop.balances(), await holds()]).toEqual([['2500/0'], ['released']]);
    expect((await shop.charges()).slice(-2)).toEqual(['4490 canceled', '6990 succeeded']);
  });

  it('charges nothing when the gift card covers less than the amount that the customer was shown', async () => {
    await open();
    await wren.fillCart([], { TEAPOT: 1 });
    await putAll();
    const till = await shop.counter();
    await till.redeem({ code: (await shop.lastCard()).code }, 5);
    const charges = await shop.charges();
    expect(await wren.pay('pm_card_visa', { expected_card_due: 44.9 })).toMatchObject({
      status: 400,
      body: { code: 'gift_card_changed' },
    });
    expect(await wren.pay(null, { expected_card_due: 0 })).toMatchObject({
      status: 400,
      body: { code: 'gift_card_changed' },
    });
    expect([await shop.charges(), await holds()]).toEqual([charges, []]);
    expect(await wren.pay('pm_card_visa', { expected_card_due: 49.9 })).toMatchObject({ status: 200 });
  });

  it('spends a gift card once when two customers pay with it twenty times at the same time', async () => {
    await open();
    const { code } = await shop.lastCard();
    const other = await shop.customer('+61491570158');
    for (const customer of [wren, other]) {
      await customer.fillCart([], { MUG: 1 });
      await customer.putCard(code);
    }
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? wren : other).pay(null, { expected_card_due: 0 })),
    );
    const placed = all.filter(({ status }) => status === 200);
    expect(placed.length).toBeGreaterThan(0);
    expect(new Set(placed.map(({ body }) => body)).size).toBe(1);
    expect(await shop.balances()).toEqual(['255/0']);
    expect(await shop.stored.count('giftCardRedemptions')).toBe(1);
  });

  it('creates one order and one charge from twenty concurrent payments for one cart', async () => {
    await open();
    await wren.fillCart([], { TEAPOT: 1 });
    await putAll();
    const all = await Promise.all(Array.from({ length: 20 }, () => wren.pay('pm_card_visa')));
    expect(new Set(all.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
    expect(await shop.balances()).toEqual(['0/0']);
    expect((await shop.charges()).filter((charge) => charge.startsWith('4490'))).toEqual(['4490 succeeded']);
  });

  it('refunds the payment card when the gift card is frozen during the payment', async () => {
    await open({
      change: ({ context }) => {
        const { payments } = context.integrations;
        context.integrations.payments = {
          ...payments,
          async confirm(paymentId) {
            const outcome = await payments.confirm(paymentId);
            await shop.stored.change('giftCardAccounts', { status: 'frozen' });
            return outcome;
          },
        };
      },
    });
    await wren.fillCart([], { TEAPOT: 1 });
    await putAll();
    expect(await wren.pay('pm_card_visa')).toMatchObject({ status: 400, body: { code: 'gift_card_changed' } });
    await shop.moveTo('2026-11-02T01:05:00.000Z');
    await sendQueuedRefunds(shop.context);
    expect([await shop.balances(), await holds()]).toEqual([['2500/0'], ['released']]);
    expect(await shop.stored.all('refunds')).toMatchObject([{ amountCents: 4_490, state: 'succeeded' }]);
    expect((await wren.orders()).filter(({ grand_total }) => grand_total === 69.9)).toEqual([]);
  });

  it('keeps the gift card hold while the payment provider does not respond, until the outcome is known', async () => {
    let silent = false;
    await open({
      env: { APPROVAL_MISMATCH: 'off' },
      change: ({ context }) => {
        const { payments } = context.integrations;
        context.integrations.payments = {
          ...payments,
          async confirm(paymentId) {
            const outcome = await payments.confirm(paymentId);
            if (silent) throw paymentsUnreachable(new Error('No answer.'));
            return outcome;
          },
        };
      },
    });
    await wren.fillCart([], { TEAPOT: 1 });
    await putAll();
    silent = true;
    expect(await wren.pay('pm_card_visa')).toMatchObject({ status: 503 });
    expect(await shop.balances()).toEqual(['2500/2500']);
    await shop.moveTo('2026-11-02T01:20:00.000Z');
    await lapseHolds(shop.context);
    expect(await shop.balances()).toEqual(['2500/2500']);
    silent = false;
    await reconcilePendingOrders(shop.context);
    expect(await shop.balances()).toEqual(['0/0']);
    expect((await wren.orders())[0]).toMatchObject({ status: 'approved', grand_total: 69.9 });
  });

  describe('when held for an operator', () => {
    const hold = async (goods: Record<string, number>) => {
      await open({ env: { APPROVAL_ORDERS_PER_HOUR: '1' } });
      await wren.fillCart([], goods);
      await putAll();
      const paid = await wren.pay('MUG' in goods ? null : 'pm_card_visa');
      expect((await wren.orders())[0]).toMatchObject({ status: 'held' });
      return Number(paid.body);
    };

    it('keeps the gift card hold of a held order and captures it on approval', async () => {
      const id = await hold({ TEAPOT: 1 });
      await shop.moveTo('2026-11-05T01:00:00.000Z');
      await lapseHolds(shop.context);
      expect(await shop.balances()).toEqual(['2500/2500']);
      expect(await approveHeldOrder(shop.context, { orderId: id, actor: machine })).toBe('approved');
      expect([await shop.balances(), await holds()]).toEqual([['0/0'], ['captured']]);
    });

    it('approves or refuses a held order without a card payment when gift cards pay it in full', async () => {
      const id = await hold({ MUG: 1 });
      expect((await wren.orders())[0]?.tenders).toMatchObject([{ kind: 'gift_card', amount: 22.45 }]);
      expect(await refuseHeldOrder(shop.context, { actor: machine, orderId: id, reason: 'unverifiable' })).toBe(
        'refused',
      );
      expect([await shop.balances(), await holds()]).toEqual([['2500/0'], ['released']]);
      await wren.fillCart([], { MUG: 1 });
      await putAll();
      const secondOrderId = Number((await wren.pay(null)).body);
      expect(await approveHeldOrder(shop.context, { orderId: secondOrderId, actor: machine })).toBe('approved');
      expect(await shop.balances()).toEqual(['255/0']);
    });

    it('does not approve a held order while its gift card is frozen', async () => {
      const id = await hold({ TEAPOT: 1 });
      await shop.stored.change('giftCardAccounts', { status: 'frozen' });
      expect(await approveHeldOrder(shop.context, { orderId: id, actor: machine })).toMatchObject({
        code: 'gift_card_frozen',
      });
      expect((await shop.charges()).at(-1)).toBe('4490 requires_capture');
    });

    it('refuses a held order that gift cards pay in full after eight days, and releases their hold', async () => {
      await hold({ MUG: 1 });
      await shop.moveTo('2026-11-10T00:59:00.000Z');
      await refuseOverdueOrders(shop.context);
      expect(await shop.balances()).toEqual(['2500/2245']);
      await shop.moveTo('2026-11-10T01:01:00.000Z');
      await refuseOverdueOrders(shop.context);
      expect(await shop.balances()).toEqual(['2500/0']);
      expect((await shop.stored.last('orders')).status).toBe('refused');
    });
  });
});
