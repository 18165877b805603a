import type { Context } from '../../context.ts';
import {
  isOfAccount,
  type PaymentOutcome,
  type PaymentRequest,
  paymentsUnreachable,
} from '../../integrations/payments/port.ts';
import { DECLINE_WINDOW_MS, secondsUntil } from '../limits/payment-limits.ts';
import { paymentCustomerOf } from '../payments/payment-customer.ts';
import type { OrderRow } from '../stores/orders-store.ts';
import { keepCreatedPayment, type PaymentRow } from '../stores/payments-store.ts';

/** As it was written: nobody has asked the provider for it yet. */
export type StartedAttempt = { order: OrderRow; payment: PaymentRow };
/** `providerCustomerId`: where its caller knows it. */
type Attempt = StartedAttempt & { abandon: boolean; providerCustomerId?: string | null | undefined };

/** Nothing was charged: too many payments by this card were declined, whoever made them. */
export type Blocked = { state: 'blocked'; paymentId: string; retryAfter: number };

/**
 * Create, keep the id, confirm: nothing is charged before the id is kept, so whatever happens afterwards can be looked
 * up by id. An attempt that is abandoned is ended at the provider, never paid to find out; if it was paid after all,
 * that is the outcome. Null: the attempt never reached the provider.
 */
export async function chargePayment(
  context: Context,
  { abandon, ...charge }: Attempt,
): Promise<PaymentOutcome | Blocked | null> {
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
  if (known !== null) return payments.confirm(known, { again: true });
  return createAndConfirm(context, charge);
}

type Charge = Omit<Attempt, 'abandon'>;

async function createAndConfirm(context: Context, charge: Charge): Promise<PaymentOutcome | Blocked | null> {
  const { payments } = context.integrations;
  const now = context.clock.now();
  const { payment } = charge;
  const request = await requestOf(context, charge);
  if (request === null) return null;
  const created = await payments.createPayment(request);
  if ('state' in created) return created;
  const { paymentId, cardPrint } = created;
  const since = new Date(now.getTime() - DECLINE_WINDOW_MS);
  const atMost = context.settings.DECLINES_PER_CARD;
  const kept = await keepCreatedPayment(context.database.orm, {
    id: payment.id,
    paymentId,
    cardPrint,
    now,
    since,
    atMost,
  });
  // This one is never confirmed: another was kept first, or the attempt is over.
  if (kept?.paymentId !== paymentId) await payments.cancel(paymentId);
  if (kept === null) return payments.retrieve(paymentId);
  if (kept.limitedBy === null) return payments.confirm(kept.paymentId, { again: kept.paymentId !== paymentId });
  await payments.cancel(kept.paymentId);
  const present = await payments.retrieve(kept.paymentId);
  if (present.state !== 'voided') return present;
  const retryAfter = secondsUntil(kept.limitedBy, DECLINE_WINDOW_MS, now);
  return { state: 'blocked', paymentId: kept.paymentId, retryAfter };
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
