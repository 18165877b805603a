import { afterEach, describe, expect, test } from 'vitest';
import type { PaymentOutcome } from '#server/integrations/payments/port.ts';
import { cardOf25, fillCart, pay, signIn, type TestCustomer } from '#test/support/customer.ts';
import { everyDatabase } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { sendQueuedRefunds } from '../refunds/send-refund.ts';
import { settleOrder } from './settle-order.ts';

type Answers = { created?: () => Promise<void>; confirmed?: (outcome: PaymentOutcome) => Promise<PaymentOutcome> };

describe.each(everyDatabase())('two calls about one attempt to pay on %s', (kind) => {
  let shop: TestShop;
  let customer: TestCustomer;
  afterEach(() => shop.close());

  /** `answers`: what each answer of the provider waits for, or becomes. */
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
    customer = await signIn(shop.send, shop.phone, '+61412345678');
    await fillCart(shop.send, customer, [cardOf25]);
  }
  const query = async (text: string) => (await shop.context.database.query(text)).rows;
  const statuses = async () =>
    (await query('select status from demo.sandbox_payments order by created_at, id')).map((row) => row.status);

  const placed = { orders: 'approved', payments: 'captured', sandbox: 'succeeded' };
  const ended = { orders: 'declined', payments: 'voided', sandbox: 'canceled' };
  test.each([
    ['charges it: there is one order and one charge', { APPROVAL_MISMATCH: 'off' }, placed],
    ['has it authorised: there is no order and no charge', {}, ended],
  ])('one ends it while the other %s', async (_, env, becomes) => {
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
    const paying = pay(shop.send, customer, 'pm_card_visa');
    await created.promise;
    // The other call has read the attempt, whose id at the provider is not kept yet, and records what it read later.
    const { database } = shop.context;
    const slow: typeof database.transaction = async (work) => {
      isRead.resolve();
      await charged.promise;
      return database.transaction(work);
    };
    const [order] = await query('select id from orders');
    const context = { ...shop.context, database: { ...database, transaction: slow } };
    const settled = await settleOrder(context, { orderId: order.id, abandon: true });
    recorded.resolve();
    const isPlaced = becomes === placed;
    expect(settled).toEqual(isPlaced ? expect.objectContaining({ id: order.id }) : null);
    expect(await paying).toMatchObject(isPlaced ? { status: 200, body: order.id } : { status: 400 });
    expect(await query('select status from orders')).toEqual([{ status: becomes.orders }]);
    expect([await query('select state from payments'), await statuses()]).toEqual([
      [{ state: becomes.payments }],
      [becomes.sandbox],
    ]);
  });

  test.each([
    ['charges', {}, 'refunded'],
    ['authorises', { APPROVAL_MAX_TOTAL: '20' }, 'canceled'],
  ])('one records its end while the other %s it: nobody pays for no order', async (_, env, becomes) => {
    const bothAsked = Promise.withResolvers<void>();
    const recorded = Promise.withResolvers<void>();
    let asked = 0;
    await open(
      {
        async confirmed(outcome) {
          asked += 1;
          const isFirst = asked === 1;
          if (asked === 2) bothAsked.resolve();
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
      const answer = await pay(shop.send, customer, 'pm_card_visa');
      recorded.resolve();
      return answer.status;
    });
    expect(await Promise.all(calls)).toEqual([400, 400]);
    shop.context.clock.moveTo?.(new Date(shop.context.clock.ms() + 120_000));
    await sendQueuedRefunds(shop.context);
    expect([await statuses(), await query('select state from payments')]).toEqual([[becomes], [{ state: 'voided' }]]);
  });

  test('what it charged after its end goes back, also when another attempt has placed the order', async () => {
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
    const paying = pay(shop.send, customer, 'pm_card_visa');
    await charged.promise;
    await query("update payments set state = 'voided'");
    await query("update orders set status = 'declined'");
    const other = await pay(shop.send, customer, 'pm_card_mastercard');
    recorded.resolve();
    expect(await paying).toEqual({ status: 200, body: other.body });
    shop.context.clock.moveTo?.(new Date(shop.context.clock.ms() + 120_000));
    await sendQueuedRefunds(shop.context);
    expect((await statuses()).sort()).toEqual(['refunded', 'succeeded']);
    expect(await query('select status from orders')).toEqual([{ status: 'approved' }]);
  });
});
