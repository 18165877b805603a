import type { Transaction } from '#server/platform/database/handle.ts';
import { sumCents } from '#server/platform/kernel/split-cents.ts';
import type { Allocated, OrderFacts, RefundInput } from './allocate-refund.ts';
import { previewShares, type TenderShare } from './record-shares.ts';

export type RefundPlan = {
  paymentCardCents: number;
  giftCards: { last4: string; cents: number }[];
  /** Shares by order line or, for shipping, by seller. Each tender has its own shares. */
  shares: Pick<TenderShare, 'sellerId' | 'orderLineId' | 'cents' | 'tender'>[];
  /** Gift cards that the order sold. `usedCents` cannot be refunded. */
  soldCards: { orderLineId: number; voidedCents: number; usedCents: number }[];
  restockedQty: number;
};

type Planned = { orderId: number; target: RefundInput['target']; facts: OrderFacts; allocated: Allocated };

/** Call with the order and its cards locked. */
export async function planOfRefund(
  tx: Transaction,
  { orderId, target, facts, allocated }: Planned,
): Promise<RefundPlan> {
  const { money, giftCards, restock } = allocated;
  const shares = await previewShares(tx, { orderId, allocated });
  return {
    paymentCardCents: money.amountCents,
    giftCards: giftCards.map(({ paid, cents }) => ({ last4: paid.card.codeLast4, cents })),
    shares: shares.map(({ sellerId, orderLineId, cents, tender }) => ({ sellerId, orderLineId, cents, tender })),
    soldCards: soldCards({ target, facts, allocated }),
    restockedQty: restock?.qty ?? 0,
  };
}

/**
 * When everything is refunded, includes fully spent cards, so that spending after the plan was shown changes the plan.
 */
function soldCards({ target, facts, allocated }: Omit<Planned, 'orderId'>): RefundPlan['soldCards'] {
  const voided = new Map(allocated.money.cardVoids.map(({ card, cents }) => [card.giftCardId, cents]));
  return facts.money.cards
    .map(({ giftCardId, orderLineId, valueCents, balanceCents, voidedCents }) => ({
      orderLineId,
      voidedCents: voided.get(giftCardId) ?? 0,
      usedCents: valueCents - balanceCents - voidedCents,
    }))
    .filter(({ voidedCents, usedCents }) => voidedCents > 0 || (target === 'everything' && usedCents > 0));
}

export const plannedCents = ({ paymentCardCents, giftCards }: RefundPlan): number =>
  sumCents([paymentCardCents, ...giftCards.map(({ cents }) => cents)]);
