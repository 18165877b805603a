import { afterEach, describe, expect, test } from 'vitest';
import { lapseHolds } from '#server/domain/gift-cards/ledger/lapse-holds.ts';
import { paymentsUnreachable } from '#server/integrations/payments/port.ts';
import { machine } from '#test/support/actors.ts';
import { openCounter, soldCard } from '#test/support/counter.ts';
import { signIn } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openSpendShop, type SpendShop } from '#test/support/spend-shop.ts';
import { sendQueuedRefunds } from '../refunds/send-refund.ts';
import { approveHeldOrder, refuseHeldOrder, refuseOverdueOrders } from '../review/review-orders.ts';
import { reconcilePendingOrders } from './reconcile-pending-orders.ts';

describe.each(databaseKinds())('an order paid by gift card on %s', (kind) => {
  let shop: SpendShop;
  afterEach(() => shop.close());

  const putAll = async () => {
    for (const card of await shop.own()) await shop.put(card.public_id);
  };
  const stockOf = async (sku: string) => (await shop.query(`select qty from variants where sku = '${sku}'`))[0].qty;
  const holds = async () =>
    (await shop.query('select state from gift_card_holds order by id')).map(({ state }) => state);

  test('in part: the payment card pays the rest, and order, success page and card say so', async () => {
    shop = await openSpendShop(kind, { cards: 2 });
    await shop.fill({ TEAPOT: 1 });
    await putAll();
    expect(await shop.buy('pm_card_visa', { expected_card_due: 19.9 })).toMatchObject({ status: 200 });
    expect(await shop.accounts()).toEqual(['0/0', '0/0']);
    expect((await shop.charges()).at(-1)).toBe('1990 succeeded');
    const [order] = await shop.orders();
    const tenders = [
      expect.objectContaining({ kind: 'gift_card', amount: 25, seller_name: 'Teapots & Co' }),
      expect.objectContaining({ kind: 'gift_card', amount: 25 }),
      { kind: 'payment_card', amount: 19.9, last4: null, seller_name: null },
    ];
    expect(order).toMatchObject({ status: 'approved', grand_total: 69.9, tenders });
    const success = await shop.send('GET mobiledigital/checkoutsuccess', { token: shop.customer.token });
    expect(success.body.data?.tenders).toEqual(tenders);
    const [card] = await shop.own();
    expect(card?.history[0]).toMatchObject({ kind: 'spent', amount: -25, place: 'shop' });
    const [sold] = await shop.query(
      `select gift_card_tender_cents, commission_cents from order_sellers order by order_id desc limit 1`,
    );
    expect(sold).toEqual({ gift_card_tender_cents: 5_000, commission_cents: 62 });
    const [redeemed] = await shop.query('select gst_cents, gst_basis from gift_card_redemptions limit 1');
    expect(redeemed).toEqual({ gst_cents: 227, gst_basis: 'all taxable' });
  });

  test('as a whole: no payment card is asked for, none is charged, the provider is not asked', async () => {
    let asked = 0;
    shop = await openSpendShop(kind, {
      change: ({ context }) => {
        const { payments } = context.integrations;
        const createCustomer: typeof payments.createCustomer = (...input) => {
          asked += 1;
          return payments.createCustomer(...input);
        };
        context.integrations.payments = { ...payments, createCustomer };
      },
    });
    const [before, charges] = [asked, await shop.charges()];
    await shop.query('delete from payment_customers');
    await shop.fill({ MUG: 1 });
    expect(await shop.buy(null)).toMatchObject({ status: 400, body: { code: 'card_required' } });
    await putAll();
    expect(await shop.buy(null, { expected_card_due: 0 })).toMatchObject({ status: 200 });
    expect(await shop.accounts()).toEqual(['255/0']);
    expect([asked, await shop.charges()]).toEqual([before, charges]);
    expect((await shop.orders())[0]).toMatchObject({
      status: 'approved',
      tenders: [{ kind: 'gift_card', amount: 22.45 }],
    });
    expect(await stockOf('MUG')).toBe(99);
  });

  test('a rest of 1 to 49 cents is not charged: the payment card pays 50', async () => {
    shop = await openSpendShop(kind, { cards: 2 });
    await shop.query(`update variants set price_cents = 4025 where sku = 'MUG'`);
    await shop.fill({ MUG: 1 });
    await putAll();
    expect(await shop.buy('pm_card_visa')).toMatchObject({ status: 200 });
    expect((await shop.charges()).at(-1)).toBe('50 succeeded');
    expect(await shop.accounts()).toEqual(expect.arrayContaining(['0/0', '30/0']));
  });

  test('a declined payment gives back at once what was put aside, and the cart is paid otherwise', async () => {
    shop = await openSpendShop(kind);
    await shop.fill({ TEAPOT: 1 });
    await putAll();
    expect(await shop.buy('pm_card_chargeDeclined')).toMatchObject({ status: 400 });
    expect([await shop.accounts(), await holds()]).toEqual([['2500/0'], ['released']]);
    expect(await stockOf('TEAPOT')).toBe(3);
    expect(await shop.buy('pm_card_visa')).toMatchObject({ status: 200 });
    expect([await shop.accounts(), await holds()]).toEqual([['0/0'], ['released', 'captured']]);
  });

  test('while the bank asks, the value is put aside; ten minutes later it can be spent elsewhere', async () => {
    shop = await openSpendShop(kind);
    await shop.fill({ TEAPOT: 1 });
    await putAll();
    expect(await shop.buy('pm_card_authenticationRequired')).toMatchObject({
      body: { code: 'authentication_required' },
    });
    const till = await openCounter(shop);
    expect(await till.redeem(await soldCard(shop), 5)).toMatchObject({ status: 422 });
    expect((await shop.onCart()).extension_attributes.card_due).toBe(44.9);
    await shop.moveTo('2026-11-02T01:09:00.000Z');
    await lapseHolds(shop.context);
    await reconcilePendingOrders(shop.context);
    expect(await holds()).toEqual(['held']);
    await shop.moveTo('2026-11-02T01:11:30.000Z');
    await lapseHolds(shop.context);
    expect(await holds()).toEqual(['held']);
    await reconcilePendingOrders(shop.context);
    expect(await holds()).toEqual(['lapsed']);
    expect(await till.redeem(await soldCard(shop), 5)).toMatchObject({ status: 200 });
    expect((await shop.charges()).at(-1)).toBe('4490 canceled');
  });

  test('once the bank has refused, asking for the order gives back at once', async () => {
    shop = await openSpendShop(kind);
    await shop.fill({ TEAPOT: 1 });
    await putAll();
    await shop.buy('pm_card_authenticationRequired');
    expect(await holds()).toEqual(['held']);
    await shop.query("update demo.sandbox_payments set status = 'declined' where status = 'requires_action'");
    const { token } = shop.customer;
    const cart_id = String((await shop.send('GET carts/mine', { token })).body.id);
    const asked = await shop.send('GET mobiledigital/checkoutsuccess', { token, query: { cart_id } });
    expect(asked.body).toEqual({ status: false, placing: false });
    expect(await holds()).toEqual(['released']);
  });

  test('a cart that changed while the bank asks is paid anew, with other amounts', async () => {
    shop = await openSpendShop(kind);
    await shop.fill({ TEAPOT: 1 });
    await putAll();
    await shop.buy('pm_card_authenticationRequired');
    const [card] = await shop.own();
    await shop.take(card?.public_id ?? '');
    expect(await shop.buy('pm_card_visa')).toMatchObject({ status: 200 });
    expect([await shop.accounts(), await holds()]).toEqual([['2500/0'], ['released']]);
    expect((await shop.charges()).slice(-2)).toEqual(['4490 canceled', '6990 succeeded']);
  });

  test('what a card pays is as it was shown, or nothing is charged', async () => {
    shop = await openSpendShop(kind);
    await shop.fill({ TEAPOT: 1 });
    await putAll();
    const till = await openCounter(shop);
    await till.redeem(await soldCard(shop), 5);
    const charges = await shop.charges();
    expect(await shop.buy('pm_card_visa', { expected_card_due: 44.9 })).toMatchObject({
      status: 400,
      body: { code: 'gift_card_changed' },
    });
    expect(await shop.buy(null, { expected_card_due: 0 })).toMatchObject({
      status: 400,
      body: { code: 'gift_card_changed' },
    });
    expect([await shop.charges(), await holds()]).toEqual([charges, []]);
    expect(await shop.buy('pm_card_visa', { expected_card_due: 49.9 })).toMatchObject({ status: 200 });
  });

  test('twenty payments of two customers with one card at once spend it once', async () => {
    shop = await openSpendShop(kind);
    const [card] = await shop.codes();
    const other = await signIn(shop.send, shop.phone, '+61491570158');
    await shop.fill({ MUG: 1 });
    await shop.fill({ MUG: 1 }, other);
    for (const { token } of [shop.customer, other]) await shop.put(card?.code ?? '', {}, token);
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        shop.buy(null, { expected_card_due: 0 }, at % 2 === 0 ? shop.customer : other),
      ),
    );
    const placed = all.filter(({ status }) => status === 200);
    expect(placed.length).toBeGreaterThan(0);
    expect(new Set(placed.map(({ body }) => body)).size).toBe(1);
    expect(await shop.accounts()).toEqual(['255/0']);
    expect((await shop.query('select id from gift_card_redemptions')).length).toBe(1);
  });

  test('twenty payments of one cart in part by gift card make one order and one charge', async () => {
    shop = await openSpendShop(kind);
    await shop.fill({ TEAPOT: 1 });
    await putAll();
    const all = await Promise.all(Array.from({ length: 20 }, () => shop.buy('pm_card_visa')));
    expect(new Set(all.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
    expect(await shop.accounts()).toEqual(['0/0']);
    expect((await shop.charges()).filter((charge) => charge.startsWith('4490'))).toEqual(['4490 succeeded']);
  });

  test('a card frozen while the payment card pays the rest buys nothing, and that goes back', async () => {
    shop = await openSpendShop(kind, {
      change: ({ context }) => {
        const { payments } = context.integrations;
        context.integrations.payments = {
          ...payments,
          async confirm(paymentId) {
            const outcome = await payments.confirm(paymentId);
            await context.database.query(`update gift_card_accounts set status = 'frozen' where held_cents > 0`);
            return outcome;
          },
        };
      },
    });
    await shop.fill({ TEAPOT: 1 });
    await putAll();
    expect(await shop.buy('pm_card_visa')).toMatchObject({ status: 400, body: { code: 'gift_card_changed' } });
    await shop.moveTo('2026-11-02T01:05:00.000Z');
    await sendQueuedRefunds(shop.context);
    expect([await shop.accounts(), await holds()]).toEqual([['2500/0'], ['released']]);
    const [refund] = await shop.query('select amount_cents, state from refunds');
    expect(refund).toEqual({ amount_cents: 4_490, state: 'succeeded' });
    expect((await shop.orders()).filter(({ grand_total }) => grand_total === 69.9)).toEqual([]);
  });

  test('a provider that does not answer leaves the value put aside until it is known what became of it', async () => {
    let silent = false;
    shop = await openSpendShop(kind, {
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
    await shop.fill({ TEAPOT: 1 });
    await putAll();
    silent = true;
    expect(await shop.buy('pm_card_visa')).toMatchObject({ status: 503 });
    expect(await shop.accounts()).toEqual(['2500/2500']);
    await shop.moveTo('2026-11-02T01:20:00.000Z');
    await lapseHolds(shop.context);
    expect(await shop.accounts()).toEqual(['2500/2500']);
    silent = false;
    await reconcilePendingOrders(shop.context);
    expect(await shop.accounts()).toEqual(['0/0']);
    expect((await shop.orders())[0]).toMatchObject({ status: 'approved', grand_total: 69.9 });
  });

  describe('that is held', () => {
    const open = async (goods: Record<string, number>) => {
      shop = await openSpendShop(kind, { env: { APPROVAL_ORDERS_PER_HOUR: '1' } });
      await shop.fill(goods);
      await putAll();
      const paid = await shop.buy('MUG' in goods ? null : 'pm_card_visa');
      expect((await shop.orders())[0]).toMatchObject({ status: 'held' });
      return Number(paid.body);
    };

    test('keeps its value put aside, and spends it when it is approved', async () => {
      const id = await open({ TEAPOT: 1 });
      await shop.moveTo('2026-11-05T01:00:00.000Z');
      await lapseHolds(shop.context);
      expect(await shop.accounts()).toEqual(['2500/2500']);
      expect(await approveHeldOrder(shop.context, { orderId: id, actor: machine })).toBe('approved');
      expect([await shop.accounts(), await holds()]).toEqual([['0/0'], ['captured']]);
    });

    test('is approved or refused without a payment where gift cards pay everything', async () => {
      const id = await open({ MUG: 1 });
      expect((await shop.orders())[0]?.tenders).toMatchObject([{ kind: 'gift_card', amount: 22.45 }]);
      expect(await refuseHeldOrder(shop.context, { actor: machine, orderId: id, reason: 'unverifiable' })).toBe(
        'refused',
      );
      expect([await shop.accounts(), await holds()]).toEqual([['2500/0'], ['released']]);
      await shop.fill({ MUG: 1 });
      await putAll();
      const again = Number((await shop.buy(null)).body);
      expect(await approveHeldOrder(shop.context, { orderId: again, actor: machine })).toBe('approved');
      expect(await shop.accounts()).toEqual(['255/0']);
    });

    test('cannot be approved while its gift card is frozen', async () => {
      const id = await open({ TEAPOT: 1 });
      await shop.query(`update gift_card_accounts set status = 'frozen'`);
      expect(await approveHeldOrder(shop.context, { orderId: id, actor: machine })).toMatchObject({
        code: 'gift_card_frozen',
      });
      expect((await shop.charges()).at(-1)).toBe('4490 requires_capture');
    });

    test('is refused after eight days where gift cards pay everything, and its value can be spent', async () => {
      await open({ MUG: 1 });
      await shop.moveTo('2026-11-10T00:59:00.000Z');
      await refuseOverdueOrders(shop.context);
      expect(await shop.accounts()).toEqual(['2500/2245']);
      await shop.moveTo('2026-11-10T01:01:00.000Z');
      await refuseOverdueOrders(shop.context);
      expect(await shop.accounts()).toEqual(['2500/0']);
      expect((await shop.query('select status from orders order by id desc limit 1'))[0].status).toBe('refused');
    });
  });
});
