import type { Transaction } from '../../database/handle.ts';
import * as store from './spend-store.ts';
import { captureHold, holdValue, releaseHold } from './spend-value.ts';

export {
  extendHoldsOfOrder,
  heldForOrders,
  lockCards,
  lockRedemptionsOfOrder,
  redemptionsOfOrders,
} from './spend-store.ts';

type Tender = { giftCardId: number; sellerId: number; cents: number };
type Holding = { orderId: number; tenders: readonly Tender[]; expiresAt: Date; now: Date };

/** Puts aside what gift cards pay of an order. Their accounts are locked, in ascending order, and checked already. */
export async function holdForOrder(tx: Transaction, { orderId, tenders, expiresAt, now }: Holding): Promise<void> {
  for (const { cents, ...card } of tenders)
    await holdValue(tx, { place: { channel: 'shop', orderId }, card, cents, reference: '', expiresAt, now });
}

/** Whether nothing keeps the holds of an order from being spent: a card that is frozen does. Its cards are locked. */
export async function canCaptureHolds(tx: Transaction, orderId: number): Promise<boolean> {
  return (await store.lockHoldsOfOrder(tx, orderId)).every(({ card }) => card.status !== 'frozen');
}

/** Spends all that gift cards have put aside for an order. One whose time is over meanwhile pays all the same. */
export async function captureHoldsOfOrder(
  tx: Transaction,
  { orderId, now }: { orderId: number; now: Date },
): Promise<void> {
  for (const { card, hold } of await store.lockHoldsOfOrder(tx, orderId)) {
    const { amountCents: cents } = hold;
    await captureHold(tx, { card, hold, cents, now, place: { channel: 'shop', orderId } });
  }
}

/** Gives back all that gift cards have put aside for an order. */
export async function releaseHoldsOfOrder(
  tx: Transaction,
  { orderId, now }: { orderId: number; now: Date },
): Promise<void> {
  for (const held of await store.lockHoldsOfOrder(tx, orderId)) await releaseHold(tx, { ...held, now });
}
