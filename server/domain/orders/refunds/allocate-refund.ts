import { toDollars } from '#contract/rules/money/money.ts';
import type { RefundReason } from '#contract/rules/refund-reasons.ts';
import { type AppError, appError, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import { sumCents } from '#server/platform/kernel/split-cents.ts';
import type { OrderLineRow } from '../stores/order-lines-store.ts';
import type { RefundShareRow } from '../stores/refund-shares-store.ts';
import type { RefundRow } from '../stores/refunds-store.ts';
import {
  allocateCardRefund,
  cardVoidsForRefund,
  type RefundAllocation,
  type RefundFacts,
  refundableCents,
} from './card-voids.ts';
import { type GiftCardShare, type PaidByGiftCard, splitOverGiftCards, sumShareCents } from './gift-card-refund.ts';

/**
 * What to refund: everything unspent, an amount, or an order line. For a gift card line, this is the card's unspent
 * value; for goods, `qty` items (by default, all that are left).
 */
type RefundWhat = 'everything' | { amountCents: number } | { orderLineId: number; qty?: number };

export type RefundInput = {
  orderId: number;
  target: RefundWhat;
  /** The customer sees this reason, unless it is the default, 'other'. */
  reason?: RefundReason;
  note: string;
  /** If true, does not repeat an earlier refund of the same amount or line with the same reason and note. */
  isIdempotent?: boolean;
  restock?: boolean;
  paymentCardOnly?: boolean;
};

/** The caller has locked the gift cards that the order sold or was paid with. */
export type OrderFacts = {
  now: Date;
  money: RefundFacts;
  paid: readonly PaidByGiftCard[];
  lines: readonly OrderLineRow[];
  refunds: readonly RefundRow[];
  shares: readonly RefundShareRow[];
};

export type Allocated = {
  giftCards: GiftCardShare[];
  money: RefundAllocation;
  orderLineId: number | null;
  qty: number | null;
  restock: { variantId: number; qty: number } | null;
};

type Input = Pick<RefundInput, 'target' | 'restock' | 'paymentCardOnly'>;

export function allocateRefund(facts: OrderFacts, input: Input): Result<Allocated> {
  const { target, restock = false } = input;
  if (typeof target === 'object' && 'orderLineId' in target) {
    const line = facts.lines.find(({ id }) => id === target.orderLineId);
    if (!line || line.isGiftcard) return restock ? appError('nothing_to_restock') : allocateCardLine(facts, target);
    return allocateGoods(facts, { ...input, line, wanted: target.qty });
  }
  if (restock) return appError('nothing_to_restock');
  return allocateAmount(facts, input);
}

function allocateCardLine({ money }: OrderFacts, { orderLineId }: { orderLineId: number }): Result<Allocated> {
  const refund = allocateCardRefund(money, orderLineId);
  if (!refund || refund.amountCents > refundableCents(money)) return appError('card_without_value');
  return { giftCards: [], money: refund, orderLineId, qty: null, restock: null };
}

function allocateAmount(facts: OrderFacts, { target, paymentCardOnly = false }: Input): Result<Allocated> {
  const moneyLeft = refundableCents(facts.money);
  const cardsLeft = paymentCardOnly ? 0 : sumCents(facts.paid.map(({ leftCents }) => leftCents));
  const maxCents = moneyLeft + cardsLeft;
  const cents = typeof target === 'object' && 'amountCents' in target ? target.amountCents : maxCents;
  if (maxCents === 0) return appError('nothing_to_refund');
  if (!Number.isInteger(cents) || cents < 1 || cents > maxCents) return tooLargeError(maxCents);
  return splitOverTenders(facts, { cents, paymentCardOnly });
}

type Goods = Input & { line: OrderLineRow; wanted: number | undefined };

function allocateGoods(
  facts: OrderFacts,
  { line, wanted, restock, paymentCardOnly = false }: Goods,
): Result<Allocated> {
  const ofLine = facts.refunds.filter(({ orderLineId }) => orderLineId === line.id);
  const refunded = sumCents(ofLine.filter(({ state }) => state !== 'failed').map(({ lineQty }) => lineQty ?? 0));
  const left = line.qty - refunded;
  const qty = wanted ?? left;
  const restocked = sumCents(ofLine.map(({ restockedQty }) => restockedQty));
  if (qty < 1 || qty > left || (restock && restocked + qty > line.qty))
    return appError('line_not_refundable', [line.id, left]);
  const shares = facts.shares.filter(({ orderLineId }) => orderLineId === line.id);
  const centsLeft = line.totalCents - sumCents(shares.map(({ cents }) => cents));
  const cents = Math.min(line.priceCents * qty, centsLeft);
  if (cents <= 0) return appError('nothing_to_refund');
  const { sellerId, variantId } = line;
  const split = splitOverTenders(facts, { cents, paymentCardOnly, sellerId });
  if (isAppError(split)) return split;
  return { ...split, orderLineId: line.id, qty, restock: restock ? { variantId, qty } : null };
}

type Amount = { cents: number; paymentCardOnly: boolean; sellerId?: number };

/** Splits a refund: first to gift cards, up to what they paid, then to the payment card. */
function splitOverTenders(facts: OrderFacts, { cents, paymentCardOnly, ...scope }: Amount): Result<Allocated> {
  const giftCards = paymentCardOnly ? [] : splitOverGiftCards(facts.paid, { cents, now: facts.now, ...scope });
  if (isAppError(giftCards)) return giftCards;
  const amountCents = cents - sumShareCents(giftCards);
  const maxCents = refundableCents(facts.money);
  if (amountCents > maxCents) return tooLargeError(maxCents + sumShareCents(giftCards));
  const money = amountCents === 0 ? { amountCents, cardVoids: [] } : cardVoidsForRefund(facts.money, amountCents);
  return { giftCards, money, orderLineId: null, qty: null, restock: null };
}

function tooLargeError(maxCents: number): AppError {
  return appError('refund_too_large', [`$${toDollars(maxCents).toFixed(2)}`]);
}
