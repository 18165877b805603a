import type { GstBasis, RedemptionGst } from '#contract/rules/money/gst.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { splitInOrder } from '#server/platform/kernel/split-cents.ts';
import * as store from './spend-store.ts';
import { captureHold, holdValue, releaseHold } from './spend-value.ts';

type Tender = { giftCardId: number; sellerId: number; cents: number };
type Holding = { orderId: number; tenders: readonly Tender[]; expiresAt: Date; now: Date };

/** Holds the amounts that gift cards pay for an order. First lock and check the accounts, in ascending order. */
export async function holdCardsForOrder(tx: Transaction, { orderId, tenders, expiresAt, now }: Holding): Promise<void> {
  for (const { cents, ...card } of tenders)
    await holdValue(tx, { place: { channel: 'shop', orderId }, card, cents, reference: '', expiresAt, now });
}

export const extendHoldsOfOrder = (tx: Transaction, extended: { orderId: number; until: Date }): Promise<void> =>
  store.extendHoldsOfOrder(tx, extended);

/** Locks the cards of the order's holds. Returns false if one of them is frozen. */
export async function canCaptureHolds(tx: Transaction, orderId: number): Promise<boolean> {
  return (await store.lockHoldsOfOrder(tx, orderId)).every(({ card }) => card.status !== 'frozen');
}

/** What a seller sold in an order: goods and delivery including GST, without gift cards. */
export type SoldGoods = { cents: number; gstCents: number; basis: GstBasis };
type Capturing = { orderId: number; soldBySeller: ReadonlyMap<number, SoldGoods>; now: Date };
type HeldForOrder = Awaited<ReturnType<typeof store.lockHoldsOfOrder>>;

/** Captures the holds, even of cards that have expired meanwhile. */
export async function captureHoldsOfOrder(
  context: Pick<Context, 'jobs' | 'settings'>,
  tx: Transaction,
  { orderId, soldBySeller, now }: Capturing,
): Promise<void> {
  const lockedHolds = await store.lockHoldsOfOrder(tx, orderId);
  const gstByHold = splitGstByHold(lockedHolds, soldBySeller);
  for (const { card, hold } of lockedHolds) {
    const { amountCents: cents } = hold;
    const gst = gstByHold.get(hold.id);
    if (!gst)
      throw new Error(`Gift card ${card.publicId} pays for order ${orderId}, which contains nothing from its seller.`);
    await captureHold(context, tx, { card, hold, cents, now, sale: { place: { channel: 'shop', orderId }, gst } });
  }
}

/** Splits each seller's GST among that seller's cards, in payment order. */
function splitGstByHold(
  lockedHolds: HeldForOrder,
  soldBySeller: Capturing['soldBySeller'],
): Map<number, RedemptionGst> {
  const holds = lockedHolds.map(({ hold }) => hold).toSorted((a, b) => a.id - b.id);
  const gst = [...Map.groupBy(holds, ({ sellerId }) => sellerId)].flatMap(([sellerId, ofSeller]) => {
    const sold = soldBySeller.get(sellerId);
    if (!sold) return [];
    const paid = ofSeller.map(({ amountCents }) => amountCents);
    const parts = splitInOrder(sold.gstCents, paid, sold.cents);
    return ofSeller.map(({ id }, index) => [id, { gstCents: parts[index] ?? 0, gstBasis: sold.basis }] as const);
  });
  return new Map(gst);
}

export async function releaseHoldsOfOrder(
  tx: Transaction,
  { orderId, now }: { orderId: number; now: Date },
): Promise<void> {
  for (const lockedHold of await store.lockHoldsOfOrder(tx, orderId)) await releaseHold(tx, { ...lockedHold, now });
}
