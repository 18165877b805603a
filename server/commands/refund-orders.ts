import { REFUND_REASONS, type RefundReason } from '#contract/rules/refund-reasons.ts';
import { readCents } from '#server/domain/catalogue/formats/amounts.ts';
import { plannedCents, type RefundPlan } from '#server/domain/orders/refunds/plan-refund.ts';
import {
  planRefund,
  type RefundDone,
  type RefundInput,
  refundOrder,
} from '#server/domain/orders/refunds/refund-order.ts';
import {
  loadOrderToShow,
  type OrderToShow,
  type OrderWithCustomer,
} from '#server/domain/orders/review/operator-order-queries.ts';
import type { Actor } from '#server/platform/kernel/actor.ts';
import { errorAnswer, isAppError } from '#server/platform/kernel/errors.ts';
import { formatCount, formatDollars, formatTable } from '#server/platform/kernel/plain-texts.ts';
import type { Context } from '../context.ts';
import { done, failed, type Outcome, type Output } from './shared/command.ts';
import { formatOrderNumber, formatRefund, formatShortCustomer, formatSpentAmount } from './shared/order-texts.ts';
import { readLine } from './ship-orders.ts';

type RefundOptions = Required<Pick<RefundInput, 'target' | 'isIdempotent' | 'restock' | 'paymentCardOnly'>>;

export type RefundDecision = RefundOptions & {
  action: 'refund';
  reason: RefundReason;
  note: string;
  isAgreed: boolean;
};

type RefundValues = {
  reason?: string;
  note?: string;
  amount?: string;
  line?: string[];
  again?: boolean;
  restock?: boolean;
  'payment-card-only'?: boolean;
  yes?: boolean;
};

export function readRefund(values: RefundValues): RefundDecision {
  const note = values.note?.trim() || 'refunded by the operator';
  const { restock = false, 'payment-card-only': paymentCardOnly = false, again = false, yes = false } = values;
  const refund = { target: parseRefundTarget(values), isIdempotent: !again, restock, paymentCardOnly };
  return { action: 'refund', reason: parseRefundReason(values.reason), note, isAgreed: yes, ...refund };
}

function parseRefundReason(text = 'other'): RefundReason {
  const reason = REFUND_REASONS.find((candidate) => candidate === text.trim());
  if (!reason)
    throw new TypeError(
      `refund takes a --reason that the customer reads, one of: ${REFUND_REASONS.join(', ')}. Put your own words in --note.`,
    );
  return reason;
}

function parseRefundTarget({ amount, line: lines = [] }: RefundValues): RefundInput['target'] {
  const [line, ...otherLines] = lines;
  if (otherLines.length > 0) throw new TypeError('refund takes one --line.');
  if (amount !== undefined && line !== undefined) throw new TypeError('refund takes --amount or --line, not both.');
  if (line !== undefined) {
    const { orderLineId, qty } = readLine(line);
    return qty === undefined ? { orderLineId } : { orderLineId, qty };
  }
  if (amount === undefined) return 'everything';
  const cents = readCents(amount);
  if ('wrong' in cents) throw new TypeError(`--amount ${cents.wrong}`);
  return { amountCents: cents.value };
}

type Asking = { stored: OrderWithCustomer; decision: RefundDecision; output: Output };

/** Refunds only if the refund plan is still the same after the operator responds. */
export async function refundFromCommand(
  { context, actor }: { context: Context; actor: Actor },
  { stored, decision: { action: _action, reason, note, isAgreed, ...options }, output }: Asking,
): Promise<Outcome> {
  const name = `Order ${formatOrderNumber(stored.order)}`;
  const { target, restock } = options;
  if (target === 'everything' && stored.order.status === 'refunded') return done(`${name} has already been refunded.`);
  const input = { orderId: stored.order.id, ...options, reason, note, actor };
  const plan = isAgreed ? null : await planRefund(context, input);
  if (isAppError(plan)) return failed(`${name}: ${errorAnswer(plan).body.message}`);
  if (plan !== null && 'isEarlier' in plan) return reportEarlierRefund(name, plan);
  if (plan !== null) {
    for (const line of planText(await loadOrderToShow(context, stored), plan)) output.say(line);
    const answer = await output.ask(`Refund ${formatDollars(plannedCents(plan))}?`);
    if (answer === null)
      return failed('Nothing was refunded: the question got no answer. To skip the question, add --yes');
    if (answer === 'no') return failed('Nothing was refunded.');
  }
  const result = await refundOrder(context, { ...input, ...(plan === null ? {} : { agreed: plan }) });
  if (isAppError(result)) return failed(`${name}: ${errorAnswer(result).body.message}`);
  if (result.isEarlier) return reportEarlierRefund(name, result);
  const returned = restock ? ' The returned items are back in stock.' : '';
  const spent = target === 'everything' && result.spentCents > 0 ? formatSpentAmount(result.spentCents) : '';
  return done(`${name}: ${formatRefund(result)}${returned}${spent}`);
}

function reportEarlierRefund(name: string, { amountCents, state }: RefundDone): Outcome {
  const outcome =
    state === 'succeeded' ? 'has already been refunded for this reason' : 'is already being refunded for this reason';
  return done(`${name}: ${formatDollars(amountCents)} ${outcome} (${state}). Add --again to refund again.`);
}

function planText({ order, mobile, lines }: OrderToShow, plan: RefundPlan): string[] {
  const { shares, paymentCardCents, giftCards, soldCards, restockedQty } = plan;
  const [first] = shares;
  const findLine = (id: number | null) => lines.find(({ line }) => line.id === id);
  const findSellerName = (id: number) => lines.find(({ line }) => line.sellerId === id)?.sellerName ?? '';
  const rows = shares.map(({ orderLineId, sellerId, cents, tender }) => [
    orderLineId === null ? '' : String(orderLineId),
    findLine(orderLineId)?.line.name ?? 'Shipping',
    findSellerName(sellerId),
    formatDollars(cents),
    tender,
  ]);
  return [
    `Order ${formatOrderNumber(order)}, ${order.status}, ${formatShortCustomer(order.customerName, mobile)}. This will be refunded:`,
    ...formatTable([['Line', 'What', 'Seller', 'Amount', 'To'], ...rows]),
    ...giftCards.map(
      ({ last4, cents }) => `${formatDollars(cents)} goes back to the gift card ending ${last4}, at once.`,
    ),
    ...(paymentCardCents > 0 ? [`${formatDollars(paymentCardCents)} goes back to the payment card.`] : []),
    ...soldCards.flatMap(({ orderLineId, voidedCents, usedCents }) => [
      ...(voidedCents > 0 ? [`${formatDollars(voidedCents)} is taken off the gift card of line ${orderLineId}.`] : []),
      ...(usedCents > 0
        ? [
            `${formatDollars(usedCents)} of the gift card of line ${orderLineId} is not refunded: it was spent, is reserved or has expired.`,
          ]
        : []),
    ]),
    ...(soldCards.some(({ voidedCents }) => voidedCents > 0) ? [UNTOLD_HOLDER] : []),
    ...(restockedQty > 0 ? [restockText(restockedQty, first?.orderLineId ?? null)] : []),
  ];
}

/**
 * The shop does not tell the card's holder, because the gift may have been a mistake or the number wrong. The customer
 * explains the refund.
 */
const UNTOLD_HOLDER =
  'The shop does not tell the holder of the gift card. The card page and the till show what is left, or that the card was cancelled.';

const restockText = (qty: number, line: number | null): string =>
  `${formatCount(qty, `piece of line ${line} goes`, `pieces of line ${line} go`)} back into stock.`;
