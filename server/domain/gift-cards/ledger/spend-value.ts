import { counterGst, type RedemptionGst } from '#contract/rules/money/gst.ts';
import { toDollars } from '#contract/rules/money/money.ts';
import type { cardStatuses } from '#contract/sellers/counter.ts';
import type { Context } from '#server/context.ts';
import { awaitAll, type Transaction } from '#server/platform/database/handle.ts';
import { type AppError, appError } from '#server/platform/kernel/errors.ts';
import { prorateCents } from '#server/platform/kernel/split-cents.ts';
import type { HoldRow, LockedCard, RedemptionRow } from '../card-locks-store.ts';
import { findHolderToText, queueRedemptionNotice, queueReversalNotice } from '../notices/redemption-notice.ts';
import * as store from './spend-store.ts';

type CounterPlace = { channel: 'till' | 'api'; counterKeyId: number };
type ShopPlace = { channel: 'shop'; orderId: number };
type Place = CounterPlace | ShopPlace;
/** Only the shop knows the GST: tills do not report what they sold. */
export type Sale = { place: CounterPlace } | { place: ShopPlace; gst: RedemptionGst };

/** Returns the card's effective status: a card expires immediately, although a job records it later. */
export function cardStatus(
  { status, expiresAt }: Pick<LockedCard, 'status' | 'expiresAt'>,
  now: Date,
): (typeof cardStatuses)[number] {
  return status !== 'void' && expiresAt !== null && expiresAt <= now ? 'expired' : status;
}

/**
 * Returns the error that prevents spending `cents`, or null. The card must be locked. The database enforces the same
 * rules.
 */
export function checkSpendable(card: LockedCard, { cents, now }: { cents: number; now: Date }): AppError | null {
  const status = cardStatus(card, now);
  if (status === 'frozen') return appError('gift_card_frozen');
  if (status !== 'active') return appError('gift_card_over');
  return cents > card.availableCents ? overBalanceError(card.availableCents) : null;
}

export function overBalanceError(availableCents: number): AppError {
  return appError('amount_over_balance', { available: toDollars(availableCents) });
}

type Holding = {
  place: Place;
  card: Pick<LockedCard, 'giftCardId' | 'sellerId'>;
  cents: number;
  reference: string;
  expiresAt: Date;
  now: Date;
};

/** Places a hold on a locked card. Call checkSpendable() first. */
export async function holdValue(
  tx: Transaction,
  { place, card, cents, reference, expiresAt, now }: Holding,
): Promise<{ hold: HoldRow; availableCents: number }> {
  const { giftCardId, sellerId } = card;
  const fields = { giftCardId, sellerId, ...place, reference };
  const hold = await store.insertHold(tx, { ...fields, amountCents: cents, expiresAt, createdAt: now });
  const movement = { giftCardId, kind: 'hold' as const, postedCents: 0, heldCents: cents, holdId: hold.id };
  return { hold, availableCents: await store.insertMovement(tx, { ...movement, createdAt: now }) };
}

/** A hold ends exactly once: captured, released or expired. */
export function isOver(hold: HoldRow, now: Date): boolean {
  return hold.state !== 'held' || hold.expiresAt <= now;
}

type Held = { card: LockedCard; hold: HoldRow; now: Date };

/** Releases a live or expired hold; returns the card's available cents. */
export async function releaseHold(tx: Transaction, { card, hold, now }: Held): Promise<number> {
  const { giftCardId } = card;
  const movement = { giftCardId, kind: 'release' as const, postedCents: 0, heldCents: -hold.amountCents };
  return store.insertMovement(tx, { ...movement, holdId: hold.id, createdAt: now });
}

type Parts = Pick<Context, 'jobs' | 'settings'>;

export function captureHold(
  context: Parts,
  tx: Transaction,
  { card, hold, cents, now, sale }: Held & { sale: Sale; cents: number },
): Promise<store.Spent> {
  const { reference, id: holdId, amountCents: freedCents } = hold;
  return spend(context, tx, { card, cents, sale, reference, now, holdId, freedCents });
}

type Redeeming = { sale: Sale; card: LockedCard; cents: number; reference: string; now: Date };

/** Redeems value from a locked card. Call checkSpendable() first. */
export function redeemValue(context: Parts, tx: Transaction, redeeming: Redeeming): Promise<store.Spent> {
  return spend(context, tx, { ...redeeming, holdId: null, freedCents: 0 });
}

/** Every redemption goes through this function, so that each card's holder gets a text. */
async function spend(
  context: Parts,
  tx: Transaction,
  { card, cents, sale, reference, now, holdId, freedCents }: Redeeming & { holdId: number | null; freedCents: number },
): Promise<store.Spent> {
  const { giftCardId, sellerId } = card;
  const { place } = sale;
  const fields = { giftCardId, sellerId, ...place, reference, holdId };
  const gst = 'gst' in sale ? sale.gst : counterGst(cents, card);
  const redemption = { ...fields, ...gst, amountCents: cents, createdAt: now };
  const orderId = place.channel === 'shop' ? place.orderId : null;
  const [holder, spent] = await awaitAll([
    findHolderToText(context, tx, { giftCardId, orderId, cents, now }),
    store.insertSpending(tx, { redemption, kind: holdId === null ? 'redeem' : 'capture', freedCents }),
  ]);
  if (holder) await queueRedemptionNotice(context, tx, { redemptionId: spent.redemption.id, holder, now });
  return spent;
}

type Reversing = {
  card: LockedCard;
  redemption: RedemptionRow;
  cents: number;
  cause: { sellerNote: string; counterKeyId: number } | { refundId: number; gstCents: number };
  now: Date;
};

/** Every reversal goes through this function. Returns the card's available cents. */
export async function reverseRedemption(
  context: Parts,
  tx: Transaction,
  { card, redemption, cents, cause, now }: Reversing,
): Promise<number> {
  const { giftCardId } = card;
  const gstCents = 'gstCents' in cause ? cause.gstCents : await calculateReversalGst(tx, { redemption, cents });
  const movement = { giftCardId, kind: 'reverse' as const, postedCents: cents, redemptionId: redemption.id };
  const step = store.nextReverseStep(redemption.id);
  const availableCents = await store.insertMovement(tx, { ...movement, ...cause, gstCents, step, createdAt: now });
  await queueReversalNotice(context, tx, { redemptionId: redemption.id, now });
  return availableCents;
}

/** Returns this reversal's GST, so that partial reversals add up to exactly the redemption's GST. */
async function calculateReversalGst(
  tx: Transaction,
  { redemption, cents }: Pick<Reversing, 'redemption' | 'cents'>,
): Promise<number> {
  const { id, amountCents, reversedCents, gstCents } = redemption;
  const before = reversedCents === 0 ? 0 : await store.sumReversedGstCents(tx, id);
  const due = prorateCents(gstCents, { upTo: reversedCents + cents, total: amountCents }) - before;
  // Older releases recorded reversals without GST, so the GST still due may exceed this reversal's amount.
  return Math.max(0, Math.min(due, cents));
}
