import type { Context } from '#server/context.ts';
import { releaseStock } from '#server/domain/catalogue/stock/stock.ts';
import { releaseHoldsOfOrder } from '#server/domain/gift-cards/ledger/order-holds.ts';
import type { PaymentOutcome } from '#server/integrations/payments/port.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { type AppError, appError, tooManyDeclinesError } from '#server/platform/kernel/errors.ts';
import { queueOrphanRefund } from '../refunds/refund-orphan-payment.ts';
import type { OrderLineRow } from '../stores/order-lines-store.ts';
import { moveOrder, type OrderRow } from '../stores/orders-store.ts';
import { clearPaymentCustomer } from '../stores/payment-customers-store.ts';
import { movePayment, type PaymentRow } from '../stores/payments-store.ts';

/** Nothing was charged, because this card was declined too often across accounts. */
export type Blocked = { state: 'blocked'; paymentId: string; retryAfter: number };

export type LockedPaymentAttempt = { order: OrderRow; lines: readonly OrderLineRow[]; payment: PaymentRow };

type Unpaid = LockedPaymentAttempt & {
  outcome: Extract<PaymentOutcome, { state: 'declined' | 'voided' }> | Blocked | null;
  abandon: boolean;
  now: Date;
};

/** Ends an unpaid attempt. Returns the customer's error, or null if the attempt was abandoned. */
export async function endUnpaid(
  context: Context,
  tx: Transaction,
  { outcome, abandon, ...attempt }: Unpaid,
): Promise<AppError | null> {
  if (outcome?.state === 'blocked') {
    const { paymentId, retryAfter } = outcome;
    const { order, payment } = attempt;
    context.log.warn({ orderId: order.id, paymentId: payment.id, retryAfter }, 'payment.card_limited');
    await endAttempt(context, tx, { ...attempt, outcome: { state: 'voided', paymentId } });
    return abandon ? null : tooManyDeclinesError(retryAfter);
  }
  await endAttempt(context, tx, { ...attempt, outcome });
  return abandon ? null : declineError(toDecline(outcome));
}

type Captured = Extract<PaymentOutcome, { state: 'captured' }>;
type Uncovered = LockedPaymentAttempt & { outcome: Captured; now: Date };

/** Refunds the payment card, because the gift card was frozen during the payment. */
export async function endUncovered(
  context: Context,
  tx: Transaction,
  { outcome, ...attempt }: Uncovered,
): Promise<AppError> {
  const { order, payment } = attempt;
  context.log.error({ orderId: order.id, paymentId: payment.id }, 'order.gift_card_frozen');
  const ended = { state: 'voided', paymentId: outcome.paymentId } as const;
  await endAttempt(context, tx, { ...attempt, outcome: ended, wasPaid: true });
  await queueOrphanRefund(context, tx, { payment, outcome });
  return appError('gift_card_changed');
}

type Ended = LockedPaymentAttempt & { outcome: PaymentOutcome | null; now: Date; wasPaid?: true };

/** Declines and unanswered bank challenges count against the customer; attempts abandoned earlier do not. */
async function endAttempt(
  context: Context,
  tx: Transaction,
  { order, lines, payment, outcome, now, wasPaid }: Ended,
): Promise<void> {
  const decline = outcome?.state === 'declined' ? outcome : null;
  if (decline?.requestError) {
    context.log.error(
      { err: decline.requestError, orderId: order.id, paymentId: payment.id },
      'payment.request_rejected',
    );
  }
  const isDeclined = decline !== null && !decline.requestError;
  const isUnanswered = payment.state === 'requires_action' && decline === null && !wasPaid;
  await movePayment(tx, {
    id: payment.id,
    to: isDeclined ? 'declined' : 'voided',
    set: {
      ...toDecline(outcome),
      ...(isDeclined || isUnanswered ? { declinedAt: now } : {}),
      ...(outcome?.paymentId ? { providerPaymentId: outcome.paymentId } : {}),
      updatedAt: now,
    },
  });
  if (decline?.customerUnknown)
    await clearPaymentCustomer(tx, { customerId: order.customerId, account: context.integrations.payments.account });
  await moveOrder(tx, { id: order.id, to: 'declined' });
  // Takes these locks in the same order as placing an order does.
  await releaseHoldsOfOrder(tx, { orderId: order.id, now });
  await releaseStock(tx, lines);
}

/** Stored for callers that find the attempt ended. They get `card_declined` for a blocked or uncovered attempt. */
type Decline = Pick<PaymentRow, 'error' | 'errorCode'>;

function toDecline(outcome: PaymentOutcome | null): Decline {
  if (outcome?.state !== 'declined') return { error: null, errorCode: null };
  return { error: outcome.message, errorCode: outcome.code ?? null };
}

export function declineError({ error, errorCode }: Decline): AppError {
  if (errorCode === null && error !== null) return appError('card_declined_for', [error]);
  return appError(errorCode ?? 'card_declined');
}
