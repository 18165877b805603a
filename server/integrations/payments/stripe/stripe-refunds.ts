import type Stripe from 'stripe';
import {
  type Payments,
  type ProviderDispute,
  type ProviderRefund,
  type ProviderWarning,
  paymentsUnreachable,
} from '../port.ts';
import { rejectionError, type StripeAnswer, type StripeClient } from './stripe-client.ts';

const NO_RIGHT = new Set([401, 403]);

export function createStripeRefunds(
  client: StripeClient,
): Pick<Payments, 'refund' | 'refundById' | 'listRefunds' | 'disputeById' | 'warningById'> {
  const { sdk } = client;
  return {
    async refund({ key, attempt, paymentId, amountCents }) {
      const idempotencyKey = attempt === 1 ? key : `${key}-${attempt}`;
      const params = { payment_intent: paymentId, amount: amountCents, metadata: { refund: key } };
      const answer = await client.ask('refund', () => sdk.refunds.create(params, { idempotencyKey }));
      if (answer.ok) return toProviderRefund(answer.value);
      // The API key may not make refunds, so wait for a key that may.
      if (NO_RIGHT.has(answer.error.status)) throw paymentsUnreachable(rejectionError(answer.error));
      return { state: 'rejected', message: answer.error.message };
    },
    refundById: async (refundId) =>
      toProviderRefund(must(await client.ask('refund', () => sdk.refunds.retrieve(refundId)))),
    async listRefunds(paymentId) {
      const answer = await client.ask('list', () => sdk.refunds.list({ payment_intent: paymentId, limit: 100 }));
      return must(answer).data.map(toProviderRefund);
    },
    disputeById: async (disputeId) =>
      toProviderDispute(must(await client.ask('dispute', () => sdk.disputes.retrieve(disputeId)))),
    async warningById({ kind, warningId }) {
      if (kind === 'review')
        return toReviewWarning(must(await client.ask('review', () => sdk.reviews.retrieve(warningId))));
      const answer = await client.ask('radar.early_fraud_warning', () =>
        sdk.radar.earlyFraudWarnings.retrieve(warningId),
      );
      return toFraudWarning(must(answer));
    },
  };
}

function must<T>(answer: StripeAnswer<T>): T {
  if (answer.ok) return answer.value;
  throw rejectionError(answer.error);
}

export function toProviderRefund(refund: Stripe.Refund): ProviderRefund {
  const state = refund.status === 'succeeded' ? 'succeeded' : isOver(refund.status) ? 'failed' : 'pending';
  return {
    refundId: refund.id,
    paymentId: readId(refund.payment_intent),
    amountCents: refund.amount,
    state,
    key: refund.metadata?.refund ?? null,
  };
}

const isOver = (status: string | null): boolean => status === 'failed' || status === 'canceled';

/** A closed or prevented warning costs nothing. */
const NOTHING_LOST = new Set(['won', 'warning_closed', 'prevented']);

function toProviderDispute(dispute: Stripe.Dispute): ProviderDispute {
  const lostCents = dispute.status === 'lost' ? withdrawnCents(dispute) : 0;
  const isOver = NOTHING_LOST.has(dispute.status) || dispute.status === 'lost';
  return {
    disputeId: dispute.id,
    paymentId: readId(dispute.payment_intent),
    amountCents: dispute.amount,
    reason: dispute.reason,
    lostCents,
    state: lostCents > 0 ? 'lost' : isOver ? 'won' : 'open',
  };
}

/** A warning about a disputed or fully refunded payment needs no action. */
function toFraudWarning(warning: Stripe.Radar.EarlyFraudWarning): ProviderWarning {
  return {
    warningId: warning.id,
    paymentId: readId(warning.payment_intent ?? null),
    kind: 'early fraud warning',
    reason: warning.fraud_type,
    state: warning.actionable ? 'open' : 'replaced',
  };
}

const REPLACED: ReadonlySet<string> = new Set(['disputed', 'refunded', 'refunded_as_fraud']);

function toReviewWarning(review: Stripe.Review): ProviderWarning {
  return {
    warningId: review.id,
    paymentId: readId(review.payment_intent ?? null),
    kind: 'review',
    reason: review.reason,
    state: review.open ? 'open' : REPLACED.has(review.closed_reason ?? '') ? 'replaced' : 'cleared',
  };
}

/** Subtracts reinstated amounts (charge.dispute.funds_reinstated) if currencies match. */
function withdrawnCents({ amount, currency, balance_transactions: moves }: Stripe.Dispute): number {
  if (moves.length === 0 || moves.some((move) => move.currency !== currency)) return amount;
  const net = -moves.reduce((sum, move) => sum + move.amount, 0);
  return Math.min(amount, Math.max(0, net));
}

function readId(intent: string | { id: string } | null): string {
  return typeof intent === 'string' ? intent : (intent?.id ?? '');
}
