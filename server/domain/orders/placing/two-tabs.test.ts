import { afterEach, describe, expect, it } from 'vitest';
import type { PaymentOutcome } from '#server/integrations/payments/port.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { everyDatabase } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { sendQueuedRefunds } from '../refunds/send-refund.ts';
import { settleOrder } from './settle-order.ts';

type Answers = { created?: () => Promise<void>; confirmed?: (outcome: PaymentOutcome) => Promise<PaymentOutcome> };

describe.each(everyDatabase())('two calls for one payment attempt on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  afterEach(() => shop.close());

  async function open(answers: Answers, env: Record<string, string> = {}): Promise<void> {
    shop = await openTestShop(kind, {
      env,
      change: ({ context }) => {
        const { payments } = context.integrations;
        context.integrations.payments = {
          ...payments,
          async createPayment(request) {
            const created = await payments.createPayment(request);
            await answers.created?.();
            return created;
          },
          async confirm(paymentId) {
            const outcome = await payments.confirm(paymentId);
            return answers.confirmed ? answers.confirmed(outcome) : outcome;
          },
        };
      },
    });
    wren = await shop.customer();
    await wren.fillCart();
  }
  const pay = (paymentCard: string) => wren.pay(paymentCard, { cc_save: true });
  const statuses = async () => (await shop.charges()).map((charge) => charge.split(' ')[1]);
  const attempts = async () => (await shop.stored.all('payments')).map(({ state }) => state);

  const placed = { orders: 'approved', payments: 'captured', sandbox: 'succeeded' };
  const ended = { orders: 'declined', payments: 'voided', sandbox: 'canceled' };
  it.each([
    ['charges the card: one order and one charge', { APPROVAL_MISMATCH: 'off' }, placed],
    ['only authorises the card: no order and no charge', {}, ended],
  ])(
    'keeps order, payment and charge consistent when one call ends the attempt while the other %s',
    async (_, env, becomes) => {
      const created = Promise.withResolvers<void>();
      const isRead = Promise.withResolvers<void>();
      const charged = Promise.withResolvers<void>();
      const recorded = Promise.withResolvers<void>();
      await open(
        {
          async created() {
            created.resolve();
            await isRead.promise;
          },
          async confirmed(outcome) {
            charged.resolve();
            await recorded.promise;
            return outcome;
          },
        },
        env,
      );
      const paying = pay('pm_card_visa');
      await created.promise;
      const { database } = shop.context;
      const slow: typeof database.transaction = async (work) => {
        isRead.resolve();
        await charged.promise;
        return database.transaction(work);
      };
      const { id: orderId } = await shop.stored.one('orders');
      const context = { ...shop.context, database: { ...database, transaction: slow } };
      const settled = await settleOrder(context, { orderId, abandon: true });
      recorded.resolve();
      const isPlaced = becomes === placed;
      expect(settled).toEqual(isPlaced ? expect.objectContaining({ id: orderId }) : null);
      expect(await paying).toMatchObject(isPlaced ? { status: 200, body: orderId } : { status: 400 });
      expect(await shop.stored.all('orders')).toMatchObject([{ status: becomes.orders }]);
      expect([await attempts(), await statuses()]).toEqual([[becomes.payments], [becomes.sandbox]]);
    },
  );

  it.each([
    ['charges', {}, 'refunded'],
    ['authorises', { APPROVAL_MAX_TOTAL: '20' }, 'canceled'],
  ])(
    'keeps no charge without an order when one call ends the attempt while the other %s the card',
    async (_, env, becomes) => {
      const bothAsked = Promise.withResolvers<void>();
      const recorded = Promise.withResolvers<void>();
      let askCount = 0;
      await open(
        {
          async confirmed(outcome) {
            askCount += 1;
            const isFirst = askCount === 1;
            if (askCount === 2) bothAsked.resolve();
            await bothAsked.promise;
            if (isFirst) {
              await recorded.promise;
              return outcome;
            }
            const requestError = new Error('too many requests');
            return { state: 'declined', paymentId: null, message: 'no', code: 'payment_failed', requestError };
          },
        },
        env,
      );
      const calls = [1, 2].map(async () => {
        const answer = await pay('pm_card_visa');
        recorded.resolve();
        return answer.status;
      });
      expect(await Promise.all(calls)).toEqual([400, 400]);
      shop.wait(120_000);
      await sendQueuedRefunds(shop.context);
      expect([await statuses(), await attempts()]).toEqual([[becomes], ['voided']]);
    },
  );

  it('refunds a charge made after the attempt ended, even if a later attempt placed the order', async () => {
    const charged = Promise.withResolvers<void>();
    const recorded = Promise.withResolvers<void>();
    let first = true;
    await open({
      async confirmed(outcome) {
        if (!first) return outcome;
        first = false;
        charged.resolve();
        await recorded.promise;
        return outcome;
      },
    });
    const paying = pay('pm_card_visa');
    await charged.promise;
    await shop.stored.change('payments', { state: 'voided' });
    await shop.stored.change('orders', { status: 'declined' });
    const other = await pay('pm_card_mastercard');
    recorded.resolve();
    expect(await paying).toEqual({ status: 200, body: other.body });
    shop.wait(120_000);
    await sendQueuedRefunds(shop.context);
    expect((await statuses()).sort()).toEqual(['refunded', 'succeeded']);
    expect(await shop.stored.all('orders')).toMatchObject([{ status: 'approved' }]);
  });
});
