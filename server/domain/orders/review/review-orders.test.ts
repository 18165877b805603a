import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { machine } from '#test/support/actors.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { startStripe } from '#test/support/providers.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { reconcilePayments } from '../provider-events/reconcile-payments.ts';
import { approveHeldOrder, refuseHeldOrder } from './review-orders.ts';

const HOUR_MS = 3_600_000;

describe.each(databaseKinds())(
  "a webhook that arrives before the operator's own command has finished on %s",
  (kind) => {
    let stripe: Awaited<ReturnType<typeof startStripe>>;
    let shop: TestShop;
    let wren: Customer;
    let orderId: number;
    beforeEach(async () => {
      stripe = await startStripe();
      shop = await openTestShop(kind, { providers: [stripe], env: { APPROVAL_MAX_TOTAL: '20' } });
      wren = await shop.customer();
      orderId = (await wren.buyCards()).orderId;
    });
    afterEach(() => shop.close());

    const tell = async (type: string) => {
      const hook = stripe.post(type);
      expect((await shop.app.inject({ method: 'POST', url: '/webhooks/stripe', ...hook })).statusCode).toBe(200);
    };
    const order = async () => {
      const { status, refusalReason: reason } = await shop.stored.one('orders');
      return { status, reason };
    };

    it("keeps the operator's reason for a refusal, and the command still reports success", async () => {
      const { payments } = shop.context.integrations;
      const { cancel } = payments;
      payments.cancel = async (paymentId) => {
        await cancel(paymentId);
        await tell('payment_intent.canceled');
      };
      expect(await refuseHeldOrder(shop.context, { actor: machine, orderId, reason: 'fraud suspected' })).toBe(
        'refused',
      );
      expect(await order()).toEqual({ status: 'refused', reason: 'fraud suspected' });
    });

    it("keeps the operator's approval, and the command still reports success", async () => {
      const { payments } = shop.context.integrations;
      const { capture } = payments;
      payments.capture = async (paymentId) => {
        const outcome = await capture(paymentId);
        await tell('payment_intent.succeeded');
        return outcome;
      };
      expect(await approveHeldOrder(shop.context, { orderId: orderId, actor: machine })).toBe('approved');
      expect(await order()).toEqual({ status: 'approved', reason: null });
      expect(await shop.cards()).toHaveLength(1);
    });

    it('uses the reason given in an interrupted refusal, and hides it while the order is held', async () => {
      await stripe.proxy.set('down');
      await expect(
        refuseHeldOrder(shop.context, { actor: machine, orderId, reason: 'unverifiable' }),
      ).rejects.toThrow();
      await stripe.proxy.set('works');
      expect((await wren.orders())[0]).toMatchObject({ status: 'held' });
      expect((await wren.orders())[0]).not.toHaveProperty('refusal_reason');
      stripe.state.cancel([...stripe.state.intents.keys()][0] ?? '');
      shop.wait(2 * HOUR_MS);
      await reconcilePayments(shop.context);
      expect(await order()).toEqual({ status: 'refused', reason: 'unverifiable' });
    });

    it('leaves no reason on an order that is approved after an interrupted refusal', async () => {
      await stripe.proxy.set('down');
      await expect(
        refuseHeldOrder(shop.context, { actor: machine, orderId, reason: 'unverifiable' }),
      ).rejects.toThrow();
      await stripe.proxy.set('works');
      expect(await approveHeldOrder(shop.context, { orderId: orderId, actor: machine })).toBe('approved');
      expect(await order()).toEqual({ status: 'approved', reason: null });
    });
  },
);
