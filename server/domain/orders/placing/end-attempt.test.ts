import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentOutcome } from '#server/integrations/payments/port.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

describe.each(databaseKinds())('recording a payment outcome on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let replaceOutcome: (outcome: PaymentOutcome) => PaymentOutcome;

  beforeEach(async () => {
    replaceOutcome = (outcome) => outcome;
    const bothAsked = Promise.withResolvers<void>();
    let askCount = 0;
    shop = await openTestShop(kind, {
      change: ({ context }) => {
        const { payments } = context.integrations;
        const confirm = async (paymentId: string): Promise<PaymentOutcome> => {
          const outcome = await payments.confirm(paymentId);
          askCount += 1;
          if (askCount === 2) bothAsked.resolve();
          await bothAsked.promise;
          return replaceOutcome(outcome);
        };
        context.integrations.payments = { ...payments, confirm };
      },
    });
    wren = await shop.customer();
    await wren.fillCart();
  });
  afterEach(() => shop.close());

  const payTwice = (card: string) => Promise.all([1, 2].map(() => wren.pay(card, { cc_save: true })));
  const attempts = async () =>
    (await shop.stored.all('payments')).map(({ state, error, errorCode }) => ({ state, error, errorCode }));

  it('returns the same decline code to both calls of one payment attempt', async () => {
    const bodies = await payTwice('pm_card_chargeDeclinedInsufficientFunds');
    const body = { code: 'card_without_funds', message: 'Your card has insufficient funds.' };
    expect(bodies).toEqual([1, 2].map(() => ({ status: 400, body })));
    expect(await attempts()).toEqual([{ state: 'declined', error: body.message, errorCode: body.code }]);
  });

  it("returns the provider's decline message to both calls of one payment attempt", async () => {
    const message = 'Your card does not support this purchase.';
    replaceOutcome = ({ paymentId }) => ({ state: 'declined', paymentId, message });
    const bodies = await payTwice('pm_card_visa');
    const body = { code: 'card_declined_for', message, parameters: [message] };
    expect(bodies).toEqual([1, 2].map(() => ({ status: 400, body })));
    expect(await attempts()).toEqual([{ state: 'declined', error: message, errorCode: null }]);
  });

  it('returns payment_failed to both calls when the provider rejects the request', async () => {
    const message = 'There was an error processing your payment.';
    const requestError = new Error('no such account');
    replaceOutcome = () => ({ state: 'declined', paymentId: null, message, code: 'payment_failed', requestError });
    const bodies = await payTwice('pm_card_visa');
    expect(bodies).toEqual([1, 2].map(() => ({ status: 400, body: { code: 'payment_failed', message } })));
    expect(await attempts()).toEqual([{ state: 'voided', error: message, errorCode: 'payment_failed' }]);
  });
});
