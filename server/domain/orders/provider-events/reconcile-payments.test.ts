import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isAppError } from '#server/platform/kernel/errors.ts';
import { machine } from '#test/support/actors.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openStripeShop, type StripeShop } from '#test/support/stripe-shop.ts';
import { refundOrder } from '../refunds/refund-order.ts';
import { sendQueuedRefunds } from '../refunds/send-refund.ts';
import { approveHeldOrder, refuseHeldOrder } from '../review/review-orders.ts';
import { purgeProviderEvents } from './purge-provider-events.ts';
import { reconcilePayments } from './reconcile-payments.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe.each(databaseKinds())('what no webhook reported on %s', (kind) => {
  let at: StripeShop;
  let orderId: number;
  const open = async (env: Record<string, string> = {}) => {
    at = await openStripeShop(kind, env);
    await at.buy('pm_card_visa');
    orderId = Number((await at.query('select id from orders'))[0]?.id);
  };
  afterEach(() => at.close());

  const intentId = () => [...at.stripe.state.intents.keys()][0] ?? '';
  const later = async (ms: number) => {
    at.shop.context.clock.moveTo?.(new Date(at.shop.context.clock.ms() + ms));
    await reconcilePayments(at.shop.context);
  };
  const status = async () => (await at.query('select status, refusal_reason as reason from orders'))[0];
  const left = async () => (await at.query('select sum(posted_cents)::int as left from gift_card_entries'))[0]?.left;
  const stock = async () => (await at.query("select qty from variants where sku = 'CARD-25'"))[0]?.qty;

  describe('of an order that is held', () => {
    beforeEach(() => open({ APPROVAL_MAX_TOTAL: '20' }));

    test('is reconciled: an authorisation that has expired refuses it and releases the stock', async () => {
      at.stripe.state.cancel(intentId());
      const asked = at.stripe.requests.length;
      await later(HOUR_MS / 2);
      expect([at.stripe.requests.length, await status()]).toEqual([asked, { status: 'held', reason: null }]);
      await later(HOUR_MS);
      expect([await status(), await stock()]).toEqual([{ status: 'refused', reason: 'payment declined' }, 1_000]);
    });

    test('is reconciled again an hour later while it is held, and when Stripe was down', async () => {
      await later(2 * HOUR_MS);
      await at.proxy.set('down');
      await later(2 * HOUR_MS);
      await at.proxy.set('works');
      at.stripe.state.capture(intentId());
      await later(HOUR_MS / 2);
      expect(await status()).toEqual({ status: 'held', reason: null });
      await later(HOUR_MS);
      expect(await status()).toEqual({ status: 'approved', reason: null });
      expect(await left()).toBe(2_500);
    });

    test('captured in part is no payment: it is refused, and that part is refunded', async () => {
      at.stripe.state.capture(intentId(), 1_000);
      await later(2 * HOUR_MS);
      expect(await status()).toEqual({ status: 'refused', reason: 'payment declined' });
      at.shop.context.clock.moveTo?.(new Date(at.shop.context.clock.ms() + 120_000));
      await sendQueuedRefunds(at.shop.context);
      expect([...at.stripe.state.refunds.values()].map(({ amount }) => amount)).toEqual([1_000]);
      expect(await at.query('select 1 from gift_cards')).toEqual([]);
    });

    test('of another account is skipped, and the operator sees which', async () => {
      await at.query("update payments set provider = 'stripe-live'");
      const asked = at.stripe.requests.length;
      await later(2 * HOUR_MS);
      const done = [
        await approveHeldOrder(at.shop.context, { orderId: orderId, actor: machine }),
        await refuseHeldOrder(at.shop.context, { actor: machine, orderId, reason: 'unverifiable' }),
      ];
      expect(done.map((result) => isAppError(result) && [result.code, result.parameters])).toEqual([
        ['other_account', ['stripe-live']],
        ['other_account', ['stripe-live']],
      ]);
      expect([at.stripe.requests.length, await status()]).toEqual([asked, { status: 'held', reason: null }]);
    });
  });

  describe('of an attempt that is over', () => {
    /** A rival has recorded its end without knowing that the card was charged, or is about to be. */
    const endUnseen = async () => {
      await at.query("update payments set state = 'voided'");
      await at.query("update orders set status = 'declined'");
    };
    const refunds = () => [...at.stripe.state.refunds.values()].map(({ amount }) => amount);
    const intents = () => [...at.stripe.state.intents.values()].map(({ status }) => status);
    const buyUnanswered = async (card: string, path: RegExp) => {
      at = await openStripeShop(kind, { APPROVAL_MISMATCH: 'off', APPROVAL_GIFTS_PER_CARD: '0' });
      at.stripe.loseAnswers(path);
      expect((await at.buy(card)).status).toBe(503);
      at.stripe.loseAnswers(null);
      await endUnseen();
    };

    test('and was charged all the same, the money goes back an hour later, once', async () => {
      await buyUnanswered('pm_card_visa', /confirm$/);
      await later(HOUR_MS / 2);
      expect([intents(), refunds()]).toEqual([['succeeded'], []]);
      await later(HOUR_MS);
      expect(refunds()).toEqual([2_500]);
      const asked = at.stripe.requests.length;
      await later(DAY_MS);
      expect([at.stripe.requests.length, refunds()]).toEqual([asked, [2_500]]);
    });

    test('and can still be paid at the provider, it is ended there', async () => {
      await buyUnanswered('pm_card_authenticationRequired', /confirm$/);
      expect(intents()).toEqual(['requires_action']);
      await later(2 * HOUR_MS);
      expect([intents(), refunds()]).toEqual([['canceled'], []]);
    });

    test('while Stripe is down it is asked for again, behind the others', async () => {
      await buyUnanswered('pm_card_visa', /confirm$/);
      await at.proxy.set('down');
      await later(2 * HOUR_MS);
      await at.proxy.set('works');
      await later(HOUR_MS / 2);
      expect(refunds()).toEqual([]);
      await later(HOUR_MS);
      expect(refunds()).toEqual([2_500]);
    });
  });

  describe('of an order that is paid', () => {
    beforeEach(() => open());

    /** Its refund is pending as far as is known here, and has failed at the provider. */
    const refundThatFailsLater = async () => {
      const { payments } = at.shop.context.integrations;
      const send = payments.refund;
      payments.refund = async (request) => {
        const answer = await send(request);
        return answer.state === 'rejected' ? answer : { ...answer, state: 'pending' };
      };
      await refundOrder(at.shop.context, {
        actor: machine,
        orderId,
        what: 'everything',
        reason: 'asked by the seller',
      });
      expect([await left(), (await status())?.status]).toEqual([0, 'refunded']);
      for (const refund of at.stripe.state.refunds.values()) refund.status = 'failed';
    };

    test('of another account has no refund that these keys ask about', async () => {
      await refundThatFailsLater();
      await at.query("update payments set provider = 'stripe-live'");
      await later(7 * HOUR_MS);
      expect([await left(), (await status())?.status]).toEqual([0, 'refunded']);
    });

    test('is reconciled: a pending refund that failed, a dispute that was lost', async () => {
      await refundThatFailsLater();
      await later(7 * HOUR_MS);
      expect([await left(), (await status())?.status]).toEqual([2_500, 'approved']);
      const { id } = at.stripe.state.dispute(intentId());
      const hook = at.stripe.post('charge.dispute.created');
      await at.shop.app.inject({ method: 'POST', url: '/webhooks/stripe', ...hook });
      at.stripe.state.endDispute(id, 'lost');
      await later(2 * DAY_MS);
      expect([await left(), await at.query('select state from disputes')]).toEqual([0, [{ state: 'lost' }]]);
    });

    test('of another account cannot be refunded with these keys', async () => {
      await at.query("update payments set provider = 'stripe-live'");
      const done = await refundOrder(at.shop.context, {
        actor: machine,
        orderId,
        what: 'everything',
        reason: 'asked by the seller',
      });
      expect(done).toMatchObject({ code: 'other_account', parameters: ['stripe-live'] });
      expect(await left()).toBe(2_500);
    });

    test('events are kept for 90 days, so that a repetition is known, and then deleted', async () => {
      const hook = at.stripe.post('payment_intent.succeeded');
      const sendEvent = async () =>
        (await at.shop.app.inject({ method: 'POST', url: '/webhooks/stripe', ...hook })).statusCode;
      expect(await sendEvent()).toBe(200);
      const kept = () => at.query('select times_received from payment_events');
      at.shop.context.clock.moveTo?.(new Date(at.shop.context.clock.ms() + 89 * DAY_MS));
      await purgeProviderEvents(at.shop.context);
      expect(await sendEvent()).toBe(200);
      expect(await kept()).toEqual([{ times_received: 2 }]);
      at.shop.context.clock.moveTo?.(new Date(at.shop.context.clock.ms() + 2 * DAY_MS));
      await purgeProviderEvents(at.shop.context);
      expect(await kept()).toEqual([]);
      expect(await sendEvent()).toBe(200);
      expect(await at.query('select 1 from orders')).toHaveLength(1);
    });
  });
});
