import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAppError } from '#server/platform/kernel/errors.ts';
import { machine } from '#test/support/actors.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { startStripe } from '#test/support/providers.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { refundOrder } from '../refunds/refund-order.ts';
import { sendQueuedRefunds } from '../refunds/send-refund.ts';
import { approveHeldOrder, refuseHeldOrder } from '../review/review-orders.ts';
import { purgeProviderEvents } from './purge-provider-events.ts';
import { reconcilePayments } from './reconcile-payments.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe.each(databaseKinds())('reconciliation without webhooks on %s', (kind) => {
  let stripe: Awaited<ReturnType<typeof startStripe>>;
  let shop: TestShop;
  let wren: Customer;
  let orderId: number;
  const open = async (env: Record<string, string> = {}) => {
    stripe = await startStripe();
    shop = await openTestShop(kind, { providers: [stripe], env });
    wren = await shop.customer();
    orderId = (await wren.buyCards()).orderId;
  };
  afterEach(() => shop.close());

  const intentId = () => [...stripe.state.intents.keys()][0] ?? '';
  const later = async (ms: number) => {
    shop.wait(ms);
    await reconcilePayments(shop.context);
  };
  const status = async () => {
    const { status, refusalReason: reason } = await shop.stored.one('orders');
    return { status, reason };
  };
  const left = async () =>
    (await shop.stored.all('giftCardEntries')).reduce((sum, { postedCents }) => sum + postedCents, 0);
  const stock = async () => (await shop.stored.one('variants', { sku: 'CARD-25' })).qty;
  const belongToLiveAccount = () => shop.stored.change('payments', { provider: 'stripe-live' });

  describe('a held order', () => {
    beforeEach(() => open({ APPROVAL_MAX_TOTAL: '20' }));

    it('refuses a held order and releases its stock when the authorisation has expired', async () => {
      stripe.state.cancel(intentId());
      const requestCount = stripe.requests.length;
      await later(HOUR_MS / 2);
      expect([stripe.requests.length, await status()]).toEqual([requestCount, { status: 'held', reason: null }]);
      await later(HOUR_MS);
      expect([await status(), await stock()]).toEqual([{ status: 'refused', reason: 'payment declined' }, 1_000]);
    });

    it('reconciles a held order again after an hour, even if Stripe was down before', async () => {
      await later(2 * HOUR_MS);
      await stripe.proxy.set('down');
      await later(2 * HOUR_MS);
      await stripe.proxy.set('works');
      stripe.state.capture(intentId());
      await later(HOUR_MS / 2);
      expect(await status()).toEqual({ status: 'held', reason: null });
      await later(HOUR_MS);
      expect(await status()).toEqual({ status: 'approved', reason: null });
      expect(await left()).toBe(2_500);
    });

    it('refuses a held order whose payment was partially captured, and refunds the captured amount', async () => {
      stripe.state.capture(intentId(), 1_000);
      await later(2 * HOUR_MS);
      expect(await status()).toEqual({ status: 'refused', reason: 'payment declined' });
      shop.wait(120_000);
      await sendQueuedRefunds(shop.context);
      expect([...stripe.state.refunds.values()].map(({ amount }) => amount)).toEqual([1_000]);
      expect(await shop.cards()).toEqual([]);
    });

    it('skips a payment of another provider account and names that account to the operator', async () => {
      await belongToLiveAccount();
      const requestCount = stripe.requests.length;
      await later(2 * HOUR_MS);
      const done = [
        await approveHeldOrder(shop.context, { orderId: orderId, actor: machine }),
        await refuseHeldOrder(shop.context, { actor: machine, orderId, reason: 'unverifiable' }),
      ];
      expect(done.map((result) => isAppError(result) && [result.code, result.parameters])).toEqual([
        ['other_account', ['stripe-live']],
        ['other_account', ['stripe-live']],
      ]);
      expect([stripe.requests.length, await status()]).toEqual([requestCount, { status: 'held', reason: null }]);
    });
  });

  describe('an ended attempt', () => {
    const endUnseen = async () => {
      await shop.stored.change('payments', { state: 'voided' });
      await shop.stored.change('orders', { status: 'declined' });
    };
    const refunds = () => [...stripe.state.refunds.values()].map(({ amount }) => amount);
    const intents = () => [...stripe.state.intents.values()].map(({ status }) => status);
    const buyUnanswered = async (card: string, path: RegExp) => {
      stripe = await startStripe();
      shop = await openTestShop(kind, {
        providers: [stripe],
        env: { APPROVAL_MISMATCH: 'off', APPROVAL_GIFTS_PER_CARD: '0' },
      });
      wren = await shop.customer();
      stripe.loseAnswers(path);
      await wren.fillCart();
      expect((await wren.pay(card, { cc_save: true })).status).toBe(503);
      stripe.loseAnswers(null);
      await endUnseen();
    };

    it('refunds a charge for an ended attempt once, an hour after the attempt ended', async () => {
      await buyUnanswered('pm_card_visa', /confirm$/);
      await later(HOUR_MS / 2);
      expect([intents(), refunds()]).toEqual([['succeeded'], []]);
      await later(HOUR_MS);
      expect(refunds()).toEqual([2_500]);
      const requestCount = stripe.requests.length;
      await later(DAY_MS);
      expect([stripe.requests.length, refunds()]).toEqual([requestCount, [2_500]]);
    });

    it('cancels the payment of an ended attempt that could still be paid at the provider', async () => {
      await buyUnanswered('pm_card_authenticationRequired', /confirm$/);
      expect(intents()).toEqual(['requires_action']);
      await later(2 * HOUR_MS);
      expect([intents(), refunds()]).toEqual([['canceled'], []]);
    });

    it('rechecks an ended payment attempt after an hour if Stripe was down', async () => {
      await buyUnanswered('pm_card_visa', /confirm$/);
      await stripe.proxy.set('down');
      await later(2 * HOUR_MS);
      await stripe.proxy.set('works');
      await later(HOUR_MS / 2);
      expect(refunds()).toEqual([]);
      await later(HOUR_MS);
      expect(refunds()).toEqual([2_500]);
    });
  });

  describe('a paid order', () => {
    beforeEach(() => open());

    const refundThatFailsLater = async () => {
      const { payments } = shop.context.integrations;
      const send = payments.refund;
      payments.refund = async (request) => {
        const answer = await send(request);
        return answer.state === 'rejected' ? answer : { ...answer, state: 'pending' };
      };
      await refundOrder(shop.context, {
        actor: machine,
        orderId,
        target: 'everything',
        note: 'asked by the seller',
      });
      expect([await left(), (await status()).status]).toEqual([0, 'refunded']);
      for (const refund of stripe.state.refunds.values()) refund.status = 'failed';
    };

    it('does not query refunds of another provider account', async () => {
      await refundThatFailsLater();
      await belongToLiveAccount();
      await later(7 * HOUR_MS);
      expect([await left(), (await status()).status]).toEqual([0, 'refunded']);
    });

    it('records that a pending refund failed and that a dispute was lost', async () => {
      await refundThatFailsLater();
      await later(7 * HOUR_MS);
      expect([await left(), (await status()).status]).toEqual([2_500, 'approved']);
      const { id } = stripe.state.dispute(intentId());
      const hook = stripe.post('charge.dispute.created');
      await shop.app.inject({ method: 'POST', url: '/webhooks/stripe', ...hook });
      stripe.state.endDispute(id, 'lost');
      await later(2 * DAY_MS);
      expect(await left()).toBe(0);
      expect(await shop.stored.all('disputes')).toMatchObject([{ state: 'lost' }]);
    });

    it('rejects a refund of a payment made on another provider account', async () => {
      await belongToLiveAccount();
      const done = await refundOrder(shop.context, {
        actor: machine,
        orderId,
        target: 'everything',
        note: 'asked by the seller',
      });
      expect(done).toMatchObject({ code: 'other_account', parameters: ['stripe-live'] });
      expect(await left()).toBe(2_500);
    });

    it('keeps provider events for 90 days to detect repeats, then deletes them', async () => {
      const hook = stripe.post('payment_intent.succeeded');
      const sendEvent = async () =>
        (await shop.app.inject({ method: 'POST', url: '/webhooks/stripe', ...hook })).statusCode;
      expect(await sendEvent()).toBe(200);
      const keptEvents = () => shop.stored.all('paymentEvents');
      shop.wait(89 * DAY_MS);
      await purgeProviderEvents(shop.context);
      expect(await sendEvent()).toBe(200);
      expect(await keptEvents()).toMatchObject([{ timesReceived: 2 }]);
      shop.wait(2 * DAY_MS);
      await purgeProviderEvents(shop.context);
      expect(await keptEvents()).toEqual([]);
      expect(await sendEvent()).toBe(200);
      expect(await shop.stored.all('orders')).toHaveLength(1);
    });
  });
});
