import type { Context } from '../../context.ts';
import {
  isOfAccount,
  type PaymentOutcome,
  type PaymentRequest,
  paymentsUnreachable,
} from '../../integrations/payments/port.ts';
import { paymentCustomerOf } from '../payments/payment-customer.ts';
import type { OrderRow } from '../stores/orders-store.ts';
import { keepProviderPaymentId, type PaymentRow } from '../stores/payments-store.ts';

/** As it was written: nobody has asked the provider for it yet. */
export type StartedAttempt = { order: OrderRow; payment: PaymentRow };
/** `providerCustomerId`: where its caller knows it. */
type Attempt = StartedAttempt & { abandon: boolean; providerCustomerId?: string | null | undefined };

/**
 * Create, keep the id, confirm: nothing is charged before the id is kept, so whatever happens afterwards can be looked
 * up by id. An attempt that is abandoned is ended at the provider, never paid to find out; if it was paid after all,
 * that is the outcome. Null: the attempt never reached the provider.
 */
export async function chargePayment(context: Context, { abandon, ...charge }: Attempt): Promise<PaymentOutcome | null> {
  const { payments } = context.integrations;
  const { payment } = charge;
  if (!isOfAccount(payment.provider, payments)) return ofAnotherAccount(payment);
  const known = payment.providerPaymentId;
  if (abandon) {
    if (known === null) return null;
    await payments.cancel(known);
    return payments.retrieve(known);
  }
  if (known !== null && payment.state === 'requires_action') return payments.retrieve(known);
  if (known !== null) return payments.confirm(known);
  return createAndConfirm(context, charge);
}

type Charge = Omit<Attempt, 'abandon'>;

async function createAndConfirm(context: Context, charge: Charge): Promise<PaymentOutcome | null> {
  const { payments } = context.integrations;
  const { payment } = charge;
  const request = await requestOf(context, charge);
  if (request === null) return null;
  const created = await payments.createPayment(request);
  if ('state' in created) return created;
  const { paymentId } = created;
  const kept = await keepProviderPaymentId(context.database.orm, {
    id: payment.id,
    paymentId,
    now: context.clock.now(),
  });
  // This one is never confirmed: another was kept first, or the attempt is over.
  if (kept !== paymentId) await payments.cancel(paymentId);
  return kept === null ? payments.retrieve(paymentId) : payments.confirm(kept);
}

/**
 * The settings name another account now. Sandbox and test mode never charged anybody; a live account needs its
 * own keys.
 */
function ofAnotherAccount({ id, provider }: PaymentRow): null {
  if (provider === 'sandbox' || provider === 'stripe-test') return null;
  throw paymentsUnreachable(
    new Error(`Payment ${id} is of the account ${provider}, which the settings no longer name.`),
  );
}

/**
 * Null when the provider no longer knows the customer: without a kept id nothing was confirmed, so the attempt can be
 * abandoned.
 */
async function requestOf(context: Context, { order, payment, ...charge }: Charge): Promise<PaymentRequest | null> {
  const providerCustomerId = charge.providerCustomerId ?? (await paymentCustomerOf(context, order.customerId));
  if (providerCustomerId === null) return null;
  return {
    idempotencyKey: payment.idempotencyKey,
    orderId: order.id,
    cartId: order.cartId,
    amountCents: payment.amountCents,
    currency: 'AUD',
    providerCustomerId,
    paymentMethod: payment.paymentMethod,
    saveCard: payment.saveCard,
    capture: payment.capture,
  };
}
