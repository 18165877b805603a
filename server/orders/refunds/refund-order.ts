import { randomUUID } from 'node:crypto';
import { toDollars } from '#contract/rules/money/money.ts';
import type { RefundReason } from '#contract/rules/refund-reasons.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../database/handle.ts';
import { transactionResult } from '../../database/transaction-result.ts';
import { voidValue } from '../../gift-cards/ledger/void-value.ts';
import { isOfAccount, isPaymentsError } from '../../integrations/payments/port.ts';
import { appError, isAppError, type Result } from '../../kernel/errors.ts';
import { lockOrder } from '../stores/orders-store.ts';
import { type PaymentRow, paidPaymentOf } from '../stores/payments-store.ts';
import { insertRefund, type RefundRow, refundById, refundsOfPayment } from '../stores/refunds-store.ts';
import {
  cardVoidsForRefund,
  type RefundAllocation,
  type RefundFacts,
  refundableCents,
  refundOfCard,
} from './card-voids.ts';
import { loadRefundState } from './load-refund-state.ts';
import { markRefunded } from './record-refund.ts';
import { recordShares } from './record-shares.ts';
import { sendRefund } from './send-refund.ts';

/** What is to be refunded: everything unspent, an amount in cents, or the unspent value of one card's line. */
export type RefundInput = {
  orderId: number;
  what: 'everything' | { amountCents: number } | { orderLineId: number };
  /** The operator's own words, for operators. */
  reason: string;
  /** What the customer reads; 'other' says nothing. */
  customerReason?: RefundReason;
  /** A refund made before, with the same amount or line and the same reasons, is not made again. */
  once?: boolean;
};
/** 'queued': not at the provider yet; a job goes on. */
export type RefundDone = { refundId: number; amountCents: number; state: string; before?: true };
type MadeBefore = RefundDone & { before: true };

/**
 * Refunds an approved order: voids unspent card value and records the refund in one transaction, then sends
 * it. Not more than was paid, and nothing that recipients have spent. The order becomes 'refunded' when all its money
 * is back.
 */
export async function refundOrder(context: Context, input: RefundInput): Promise<Result<RefundDone>> {
  const queued = await transactionResult(context.database, (tx) => queueRefund(context, tx, input));
  if (isAppError(queued)) return queued;
  if ('before' in queued) return queued;
  try {
    await sendRefund(context, queued.id);
  } catch (error) {
    if (!isPaymentsError(error)) throw error;
    context.log.warn({ err: error, refundId: queued.id }, 'refund.send_postponed');
  }
  const refund = await refundById(context.database.orm, queued.id);
  if (refund?.state === 'failed') return appError('refund_rejected', [refund.error ?? 'The provider refused it.']);
  return { refundId: queued.id, amountCents: queued.amountCents, state: refund?.state ?? 'queued' };
}

async function queueRefund(
  context: Context,
  tx: Transaction,
  input: RefundInput,
): Promise<Result<RefundRow | MadeBefore>> {
  const now = context.clock.now();
  const order = await lockOrder(tx, input.orderId);
  const payment = order ? await paidPaymentOf(tx, order.id) : null;
  const before = payment && input.once ? await madeBefore(tx, { paymentId: payment.id, input }) : null;
  if (before) return before;
  if (order?.status !== 'approved' || payment?.state !== 'captured') {
    return appError('order_not_refundable');
  }
  if (!isOfAccount(payment.provider, context.integrations.payments))
    return appError('other_account', [payment.provider]);
  const facts = await loadRefundState(tx, payment);
  const allocated = allocate(facts, input.what);
  if (isAppError(allocated)) return allocated;
  const refund = await writeRefund(tx, { orderId: order.id, payment, input, allocated, now });
  await context.jobs.send(tx, 'send-refund', { refundId: refund.id }, { at: new Date(now.getTime() + 60_000) });
  return refund;
}

type NewRefund = { orderId: number; payment: PaymentRow; input: RefundInput; allocated: RefundAllocation; now: Date };

/** The refund, the value it voids and whose money it returns. */
async function writeRefund(
  tx: Transaction,
  { orderId, payment, input, allocated, now }: NewRefund,
): Promise<RefundRow> {
  const refund = await insertRefund(tx, {
    orderId,
    paymentId: payment.id,
    orderLineId: typeof input.what === 'object' && 'orderLineId' in input.what ? input.what.orderLineId : null,
    amountCents: allocated.amountCents,
    state: 'queued',
    requestedBy: 'operator',
    reason: input.reason,
    customerReason: input.customerReason ?? 'other',
    idempotencyKey: `refund-${orderId}-${randomUUID()}`,
    createdAt: now,
    updatedAt: now,
  });
  for (const { card, cents } of allocated.cardVoids) {
    await voidValue(tx, { card, cents, cause: { refundId: refund.id }, now });
  }
  await recordShares(tx, { refund, cards: allocated.cardVoids });
  await markRefunded(tx, { paymentId: payment.id, now });
  return refund;
}

/** The same refund, made already. One that failed refunded nothing: it may be requested again. */
async function madeBefore(
  tx: Transaction,
  { paymentId, input: { what, reason, customerReason = 'other' } }: { paymentId: number; input: RefundInput },
): Promise<MadeBefore | null> {
  if (what === 'everything') return null;
  const isSame = (refund: RefundRow): boolean =>
    'orderLineId' in what
      ? refund.orderLineId === what.orderLineId
      : refund.orderLineId === null && refund.amountCents === what.amountCents;
  const made = (await refundsOfPayment(tx, paymentId)).find(
    (refund) =>
      refund.requestedBy === 'operator' &&
      refund.state !== 'failed' &&
      refund.reason === reason &&
      refund.customerReason === customerReason &&
      isSame(refund),
  );
  return made ? { refundId: made.id, amountCents: made.amountCents, state: made.state, before: true } : null;
}

function allocate(facts: RefundFacts, what: RefundInput['what']): Result<RefundAllocation> {
  const most = refundableCents(facts);
  if (typeof what === 'object' && 'orderLineId' in what) {
    const refund = refundOfCard(facts, what.orderLineId);
    if (refund && refund.amountCents <= most) return refund;
    return appError('card_without_value');
  }
  const amountCents = what === 'everything' ? most : what.amountCents;
  if (most === 0) return appError('nothing_to_refund');
  if (!Number.isInteger(amountCents) || amountCents < 1 || amountCents > most) {
    return appError('refund_too_large', [`$${toDollars(most).toFixed(2)}`]);
  }
  return cardVoidsForRefund(facts, amountCents);
}
