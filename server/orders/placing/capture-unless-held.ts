import type { Context } from '../../context.ts';
import { type PaymentOutcome, paymentsUnreachable } from '../../integrations/payments/port.ts';
import type { HeldFor } from '../../kernel/states/order.ts';
import { mismatchOf } from '../review/approval.ts';
import type { OrderRow } from '../stores/orders-store.ts';

/** `heldFor`: why the order waits for an operator, by the rules before the payment or by what the bank said at it. */
export type Paid = { outcome: PaymentOutcome | null; heldFor: HeldFor | null };

/**
 * A payment that the bank has authorised is captured unless the order is held, or what the bank says of the card holds
 * it now. Whoever settles the order comes to the same: the order's addresses are fixed, the bank's words are those of
 * the one authorisation, and a payment is captured once however often it is asked for. Until it is recorded the attempt
 * stays as it was, so one that was cut off here is taken up again like any other.
 */
export async function captureUnlessHeld(
  context: Context,
  { order, outcome }: { order: OrderRow; outcome: PaymentOutcome | null },
): Promise<Paid> {
  if (order.heldFor !== null || outcome?.state !== 'authorised') return { outcome, heldFor: order.heldFor };
  const countries = [order.billingAddress, order.shippingAddress].map((address) => address.country_id ?? '');
  const heldFor = mismatchOf(outcome.card, { rule: context.settings.APPROVAL_MISMATCH, countries });
  if (heldFor !== null) return { outcome, heldFor };
  return { outcome: await capture(context, outcome.paymentId), heldFor };
}

/** What became of it: captured, or ended without anything held on the card. Throws while it is neither. */
async function capture(context: Context, paymentId: string): Promise<PaymentOutcome> {
  const { payments } = context.integrations;
  const outcome = await payments.capture(paymentId);
  // Nothing may be approved by money that is only held.
  if (outcome.state === 'authorised') throw paymentsUnreachable(new Error(`Payment ${paymentId} is not captured yet.`));
  if (outcome.state !== 'declined') return outcome;
  // By the bank, or our request was rejected: the attempt ends, and the hold on the customer's card ends with it.
  await payments.cancel(paymentId);
  const present = await payments.retrieve(paymentId);
  return present.state === 'captured' ? present : { ...outcome, paymentId };
}
