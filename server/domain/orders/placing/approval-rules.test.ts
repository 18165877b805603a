import { afterEach, describe, expect, it } from 'vitest';
import { ordersCommand } from '#server/commands/decide-orders.ts';
import { paymentsUnreachable } from '#server/integrations/payments/port.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCommand } from '#test/support/give-command.ts';
import { startStripe } from '#test/support/providers.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { reconcilePendingOrders } from '../placing/reconcile-pending-orders.ts';

describe.each(databaseKinds())('the order approval rules on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  afterEach(() => shop.close());

  const open = async (env: Record<string, string>) => {
    shop = await openTestShop(kind, { env });
    wren = await shop.customer();
  };
  const openOnStripe = async () => {
    const stripe = await startStripe();
    shop = await openTestShop(kind, { providers: [stripe] });
    wren = await shop.customer();
    return stripe;
  };
  const buy = async ({ cards = 1, method = 'pm_card_visa' } = {}): Promise<number> => {
    await wren.fillCart(Array(cards).fill({}));
    return (await wren.pay(method, { cc_save: true })).status;
  };
  const states = async () => (await wren.orders()).map(({ status }) => status);
  const ledger = async (number: string) =>
    (await shop.app.inject({ url: `/sandbox/payments?order_id=${number}` }))
      .json()
      .map(({ status }: { status: string }) => status);
  const listHeldOrders = async () =>
    (await giveCommand(shop.context, ordersCommand, 'held')).output.slice(1).join('\n');
  const cards = async () => (await shop.cards()).length;

  it.each([
    ['value', { APPROVAL_MAX_TOTAL: '49', APPROVAL_FIRST_ORDER_MAX: '10' }, 'more than $49'],
    ['first order', { APPROVAL_FIRST_ORDER_MAX: '49' }, 'the first order of this customer, over $49'],
    ['first order of any amount', { APPROVAL_FIRST_ORDER_MAX: '0' }, 'the first order of this customer, over $0'],
  ])('authorises a held order and charges it only after approval: %s', async (_rule, env, reason) => {
    await open(env);
    expect(await buy({ cards: 2 })).toBe(200);
    expect([await states(), await ledger('000000001'), await cards()]).toEqual([['held'], ['requires_capture'], 0]);
    expect(await listHeldOrders()).toContain(reason);
    expect((await giveCommand(shop.context, ordersCommand, 'approve', '000000001')).status).toBe(0);
    expect([await states(), await ledger('000000001'), await cards()]).toEqual([['approved'], ['succeeded'], 2]);
  });

  it('counts approved orders, but not held or refused ones, as earlier orders under the first-order rule', async () => {
    await open({ APPROVAL_FIRST_ORDER_MAX: '49' });
    await buy({ cards: 2 });
    await giveCommand(shop.context, ordersCommand, 'refuse', '000000001', '--reason', 'unverifiable');
    await buy({ cards: 3 });
    expect(await states()).toEqual(['held', 'refused']);
    await giveCommand(shop.context, ordersCommand, 'approve', '000000002');
    await buy({ cards: 4 });
    expect(await states()).toEqual(['approved', 'approved', 'refused']);
  });

  it('approves an ordinary first order under the default settings', async () => {
    await open({});
    await buy({ cards: 4 });
    expect(await states()).toEqual(['approved']);
  });

  it("holds the same customer's next order within an hour under the velocity rule", async () => {
    await open({ APPROVAL_ORDERS_PER_HOUR: '2' });
    for (const cards of [1, 2, 3]) await buy({ cards });
    expect(await states()).toEqual(['held', 'approved', 'approved']);
    expect(await listHeldOrders()).toContain('2 orders of this customer within an hour');
    const another = await shop.customer('+61412345679');
    await another.buyCards();
    expect((await another.orders())[0]?.status).toBe('approved');
  });

  it('holds the order that follows too many declined payments', async () => {
    await open({ APPROVAL_DECLINES: '2' });
    for (const cards of [1, 2]) expect(await buy({ cards, method: 'pm_card_chargeDeclined' })).toBe(400);
    expect(await buy({ cards: 3 })).toBe(200);
    expect(await states()).toEqual(['held']);
    expect(await listHeldOrders()).toContain('2 declined payments of this customer within an hour');
  });

  it.each([
    ['checks', 'pm_card_avsZipFail', "the postcode doesn't match the bank's records"],
    ['checks', 'pm_card_cvcCheckFail', "the security code doesn't match the bank's records"],
    ['all', 'pm_card_visa', 'the card was issued in a different country from the addresses'],
  ])(
    'authorises an order under APPROVAL_MISMATCH=%s (%s) and charges the card only after approval',
    async (rule, method, reason) => {
      await open({ APPROVAL_MISMATCH: rule });
      expect(await buy({ method })).toBe(200);
      expect([await states(), await ledger('000000001'), await cards()]).toEqual([['held'], ['requires_capture'], 0]);
      expect(await listHeldOrders()).toContain(reason);
      expect((await giveCommand(shop.context, ordersCommand, 'approve', '000000001')).status).toBe(0);
      expect([await states(), await ledger('000000001'), await cards()]).toEqual([['approved'], ['succeeded'], 1]);
    },
  );

  it.each([
    ['checks', 'pm_card_visa'],
    ['all', 'pm_card_au'],
    ['off', 'pm_card_avsZipFail'],
  ])('charges an order immediately under APPROVAL_MISMATCH=%s (%s)', async (rule, method) => {
    await open({ APPROVAL_MISMATCH: rule });
    expect(await buy({ method })).toBe(200);
    expect([await states(), await ledger('000000001'), await cards()]).toEqual([['approved'], ['succeeded'], 1]);
  });

  it("cancels the authorisation when an operator refuses an order that does not match the bank's records", async () => {
    await open({});
    await buy({ method: 'pm_card_avsZipFail' });
    await giveCommand(shop.context, ordersCommand, 'refuse', '000000001', '--reason', 'unverifiable');
    expect([await states(), await ledger('000000001'), await cards()]).toEqual([['refused'], ['canceled'], 0]);
  });

  const later = async (minutes: number) => {
    shop.wait(minutes * 60_000);
    await reconcilePendingOrders(shop.context);
  };

  it('charges once when a capture is interrupted and several callers resume it', async () => {
    await open({});
    const { payments } = shop.context.integrations;
    const { capture } = payments;
    payments.capture = async () => {
      throw paymentsUnreachable(new Error('timed out'));
    };
    expect(await buy()).toBe(503);
    expect([await states(), await cards()]).toEqual([[], 0]);
    payments.capture = async (paymentId) => {
      await capture(paymentId);
      throw paymentsUnreachable(new Error('timed out'));
    };
    await later(2);
    expect([await states(), await cards()]).toEqual([[], 0]);
    payments.capture = capture;
    await Promise.all([later(2), later(2), wren.pay('pm_card_visa', { cc_save: true })]);
    expect([await states(), await ledger('000000001'), await cards()]).toEqual([['approved'], ['succeeded'], 1]);
  });

  const declineCapture = (failure: { requestError?: Error }) => {
    shop.context.integrations.payments.capture = async (paymentId) => {
      return { state: 'declined', paymentId, message: 'no', code: 'payment_failed', ...failure };
    };
  };

  it.each([
    ['rejected by the provider', { requestError: new Error('no right') }],
    ['declined by the bank', {}],
  ])('cancels the authorisation when the capture is %s', async (_by, failure) => {
    await open({});
    declineCapture(failure);
    expect(await buy()).toBe(400);
    expect(await shop.charges()).toEqual(['2500 canceled']);
    expect([await states(), await cards()]).toEqual([[], 0]);
  });

  it('refuses a held order and cancels its authorisation when the capture is declined on approval', async () => {
    await open({ APPROVAL_MAX_TOTAL: '20' });
    await buy();
    declineCapture({});
    expect((await giveCommand(shop.context, ordersCommand, 'approve', '000000001')).status).toBe(1);
    expect([await states(), await shop.charges(), await cards()]).toEqual([['refused'], ['2500 canceled'], 0]);
  });

  it('places the order if the customer passes the bank challenge and leaves, however late the shop checks', async () => {
    await open({});
    expect(await buy({ method: 'pm_card_authenticationRequired' })).toBe(400);
    const { clientSecret } = await shop.stored.one('sandboxPayments');
    const answer = { client_secret: clientSecret, passed: true };
    await shop.app.inject({ method: 'POST', url: '/sandbox/challenge', payload: answer });
    await later(45);
    expect([await states(), await ledger('000000001')]).toEqual([['approved'], ['succeeded']]);
  });

  it('abandons a bank challenge left unanswered for ten minutes, and releases the stock and the authorisation', async () => {
    await open({});
    await buy({ method: 'pm_card_authenticationRequired' });
    await later(9);
    const stock = async () => (await shop.stored.one('variants', { sku: 'CARD-25' })).qty;
    expect(await stock()).toBe(999);
    await later(2);
    expect(await stock()).toBe(1_000);
    expect([await states(), await shop.charges()]).toEqual([[], ['2500 canceled']]);
  });

  it('holds a Stripe order when Stripe reports a failed card check', async () => {
    const stripe = await openOnStripe();
    await buy({ method: 'pm_card_avsZipFail' });
    await buy({ cards: 2 });
    expect(await states()).toEqual(['approved', 'held']);
    expect([...stripe.state.intents.values()].map(({ status }) => status)).toEqual(['requires_capture', 'succeeded']);
  });

  it.each([
    ['the bank', /confirm$/, 'payment_intent.amount_capturable_updated', 'pm_card_visa', 'approved'],
    ['the charge', /capture$/, 'payment_intent.succeeded', 'pm_card_visa', 'approved'],
    ['the bank', /confirm$/, 'payment_intent.amount_capturable_updated', 'pm_card_avsZipFail', 'held'],
  ])(
    'settles the order by webhook when the response from %s is lost (%s): %s with %s leaves the order %s',
    async (_, path, event, method, state) => {
      const stripe = await openOnStripe();
      stripe.loseAnswers(path);
      expect(await buy({ method })).toBe(503);
      stripe.loseAnswers(null);
      const tell = () => shop.app.inject({ method: 'POST', url: '/webhooks/stripe', ...stripe.post(event) });
      await Promise.all([tell(), tell(), tell()]);
      expect((await tell()).statusCode).toBe(200);
      expect(await wren.orders()).toMatchObject([{ increment_id: '000000001', status: state }]);
      expect(await cards()).toBe(state === 'approved' ? 1 : 0);
      const [intent, ...otherStatuses] = [...stripe.state.intents.values()].map(({ status }) => status);
      expect([intent, otherStatuses]).toEqual([state === 'approved' ? 'succeeded' : 'requires_capture', []]);
    },
  );
});
