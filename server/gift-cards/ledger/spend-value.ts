import { gstCents } from '#contract/rules/money/gst.ts';
import { toDollars } from '#contract/rules/money/money.ts';
import type { cardStatuses } from '#contract/sellers/counter.ts';
import type { Transaction } from '../../database/handle.ts';
import { type AppError, appError } from '../../kernel/errors.ts';
import * as store from './spend-store.ts';

export {
  type LockedCard,
  lockCardByCode,
  lockCardById,
  lockHold,
  lockRedemption,
  redemptionId,
  redemptionsOf,
  redemptionTotals,
} from './spend-store.ts';

/** Who spends: the seller's till or its software, or an order of the shop. */
export type Place = { channel: 'till' | 'api'; counterKeyId: number } | { channel: 'shop'; orderId: number };

/** What may be done with a card now: an active one whose time is over is expired, before the job says so. */
export function cardStatus(
  { status, expiresAt }: Pick<store.LockedCard, 'status' | 'expiresAt'>,
  now: Date,
): (typeof cardStatuses)[number] {
  return status !== 'void' && expiresAt !== null && expiresAt <= now ? 'expired' : status;
}

/** Why so much of a locked card cannot be spent now; null when it can. The database refuses the same, later. */
export function checkSpendable(card: store.LockedCard, { cents, now }: { cents: number; now: Date }): AppError | null {
  const status = cardStatus(card, now);
  if (status === 'frozen') return appError('gift_card_frozen');
  if (status !== 'active') return appError('gift_card_over');
  return cents > card.availableCents ? tooMuch(card.availableCents) : null;
}

/** `availableCents`: what a hold, a card or a redemption has left. */
export function tooMuch(availableCents: number): AppError {
  return appError('amount_over_balance', { available: toDollars(availableCents) });
}

type Holding = {
  place: Place;
  card: Pick<store.LockedCard, 'giftCardId' | 'sellerId'>;
  cents: number;
  reference: string;
  expiresAt: Date;
  now: Date;
};

/** Puts value of a locked card aside. Check with checkSpendable() first. */
export async function holdValue(
  tx: Transaction,
  { place, card, cents, reference, expiresAt, now }: Holding,
): Promise<{ hold: store.HoldRow; availableCents: number }> {
  const { giftCardId, sellerId } = card;
  const fields = { giftCardId, sellerId, ...place, reference };
  const hold = await store.insertHold(tx, { ...fields, amountCents: cents, expiresAt, createdAt: now });
  const movement = { giftCardId, kind: 'hold' as const, postedCents: 0, heldCents: cents, holdId: hold.id };
  return { hold, availableCents: await store.insertMovement(tx, { ...movement, createdAt: now }) };
}

/** A hold ends once: it was captured, released or its time is over. */
export function isOver(hold: store.HoldRow, now: Date): boolean {
  return hold.state !== 'held' || hold.expiresAt <= now;
}

type Held = { card: store.LockedCard; hold: store.HoldRow; now: Date };

/** Gives back what a live hold put aside, or one whose time is over; returns what can be spent then. */
export async function releaseHold(tx: Transaction, { card, hold, now }: Held): Promise<number> {
  const { giftCardId } = card;
  const movement = { giftCardId, kind: 'release' as const, postedCents: 0, heldCents: -hold.amountCents };
  return store.insertMovement(tx, { ...movement, holdId: hold.id, createdAt: now });
}

/** Spends so much of a live hold; the rest of it can be spent again. */
export async function captureHold(
  tx: Transaction,
  { card, hold, cents, now, place }: Held & { place: Place; cents: number },
): Promise<store.Spent> {
  const { reference, id: holdId, amountCents: freedCents } = hold;
  return spend(tx, { card, cents, place, reference, now, holdId, freedCents });
}

type Redeeming = { place: Place; card: store.LockedCard; cents: number; reference: string; now: Date };

/** Spends value of a locked card at once. Check with checkSpendable() first. */
export function redeemValue(tx: Transaction, redeeming: Redeeming): Promise<store.Spent> {
  return spend(tx, { ...redeeming, holdId: null, freedCents: 0 });
}

/**
 * What is sold at a counter is taken as taxable: nobody tells the shop what it was. The shop's own products and their
 * shipping all are.
 */
function spend(
  tx: Transaction,
  { card, cents, place, reference, now, holdId, freedCents }: Redeeming & { holdId: number | null; freedCents: number },
): Promise<store.Spent> {
  const { giftCardId, sellerId } = card;
  const fields = { giftCardId, sellerId, ...place, reference, holdId };
  const tax = { gstCents: gstCents({ cents }), gstBasis: 'all taxable' as const };
  const redemption = { ...fields, ...tax, amountCents: cents, createdAt: now };
  return store.insertSpending(tx, { redemption, kind: holdId === null ? 'redeem' : 'capture', freedCents });
}

type Reversing = {
  card: store.LockedCard;
  redemption: store.RedemptionRow;
  cents: number;
  /** Why: a counter's own words, or the refund of an order. */
  cause: { sellerNote: string } | { refundId: number };
  now: Date;
};

/** Gives back to the card what was spent; returns what can be spent then. */
export async function reverseRedemption(
  tx: Transaction,
  { card, redemption, cents, cause, now }: Reversing,
): Promise<number> {
  const { giftCardId } = card;
  const movement = { giftCardId, kind: 'reverse' as const, postedCents: cents, redemptionId: redemption.id };
  return store.insertMovement(tx, { ...movement, ...cause, step: store.nextReverse(redemption.id), createdAt: now });
}
