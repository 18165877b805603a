import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { machine } from '#test/support/actors.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openStripeShop, type StripeShop } from '#test/support/stripe-shop.ts';
import { reconcilePayments } from '../provider-events/reconcile-payments.ts';
import { approveHeldOrder, refuseHeldOrder } from './review-orders.ts';

const HOUR_MS = 3_600_000;

describe.each(databaseKinds())('a webhook that overtakes the operator on %s', (kind) => {
  let at: StripeShop;
  let orderId: number;
  beforeEach(async () => {
    at = await openStripeShop(kind, { APPROVAL_MAX_TOTAL: '20' });
    await at.buy('pm_card_visa');
    orderId = Number((await at.query('select id from orders'))[0]?.id);
  });
  afterEach(() => at.close());

  const tell = async (type: string) => {
    const hook = at.stripe.post(type);
    expect((await at.shop.app.inject({ method: 'POST', url: '/webhooks/stripe', ...hook })).statusCode).toBe(200);
  };
  const order = async () => (await at.query('select status, refusal_reason as reason from orders'))[0];

  test('leaves a refusal its own reason, and says that it is done', async () => {
    const { payments } = at.shop.context.integrations;
    const { cancel } = payments;
    payments.cancel = async (paymentId) => {
      await cancel(paymentId);
      await tell('payment_intent.canceled');
    };
    expect(await refuseHeldOrder(at.shop.context, { actor: machine, orderId, reason: 'fraud suspected' })).toBe(
      'refused',
    );
    expect(await order()).toEqual({ status: 'refused', reason: 'fraud suspected' });
  });

  test('leaves an approval as it is, and says that it is done', async () => {
    const { payments } = at.shop.context.integrations;
    const { capture } = payments;
    payments.capture = async (paymentId) => {
      const outcome = await capture(paymentId);
      await tell('payment_intent.succeeded');
      return outcome;
    };
    expect(await approveHeldOrder(at.shop.context, { orderId: orderId, actor: machine })).toBe('approved');
    expect(await order()).toEqual({ status: 'approved', reason: null });
    expect(await at.query('select 1 from gift_cards')).toHaveLength(1);
  });

  test('finds the reason of a refusal that was cut off, which nobody is shown while the order is held', async () => {
    await at.proxy.set('down');
    await expect(
      refuseHeldOrder(at.shop.context, { actor: machine, orderId, reason: 'unverifiable' }),
    ).rejects.toThrow();
    await at.proxy.set('works');
    expect((await at.orders())[0]).toMatchObject({ status: 'held' });
    expect((await at.orders())[0]).not.toHaveProperty('refusal_reason');
    at.stripe.state.cancel([...at.stripe.state.intents.keys()][0] ?? '');
    at.shop.context.clock.moveTo?.(new Date(at.shop.context.clock.ms() + 2 * HOUR_MS));
    await reconcilePayments(at.shop.context);
    expect(await order()).toEqual({ status: 'refused', reason: 'unverifiable' });
  });

  test('leaves no reason on an order whose refusal was cut off and that is approved then', async () => {
    await at.proxy.set('down');
    await expect(
      refuseHeldOrder(at.shop.context, { actor: machine, orderId, reason: 'unverifiable' }),
    ).rejects.toThrow();
    await at.proxy.set('works');
    expect(await approveHeldOrder(at.shop.context, { orderId: orderId, actor: machine })).toBe('approved');
    expect(await order()).toEqual({ status: 'approved', reason: null });
  });
});
