import type { Context } from '#server/context.ts';
import { HISTORY_MS } from '#server/domain/customers/devices/history-rules.ts';
import { recipientKey } from '#server/domain/gift-cards/gift-value.ts';
import { exceeds, GIFTS_WINDOW_MS } from '#server/domain/gift-cards/gift-value-rules.ts';
import { listPastRecipients, lockGiftSums, sumGiftsByRecipient } from '#server/domain/gift-cards/queries.ts';
import { awaitAll, type Transaction } from '#server/platform/database/handle.ts';
import type { HeldFor } from '#server/platform/database/schema/states/order.ts';
import { sumCents } from '#server/platform/kernel/split-cents.ts';
import { isNewToDevice } from '../payments/new-device.ts';
import { sumGifts, sumGiftsOfCard } from '../stores/gift-rules-store.ts';
import { lockOrder, type OrderRow, updateOrder } from '../stores/orders-store.ts';
import { lockPayment, type PaymentRow } from '../stores/payments-store.ts';
import type { PayingSession } from './place-order.ts';

export type Gift = { mobile: string; cents: number };

type Judging = {
  purchase: { customerId: number; sender: string };
  payingSession: Pick<PayingSession, 'savedCard' | 'device'>;
  gifts: readonly Gift[];
  now: Date;
};

/**
 * Returns why the order must be held, or null. Locks the gift sums of its network and recipients until the transaction
 * ends, so that concurrent orders cannot exceed a limit together.
 */
export async function judgeGifts(context: Context, tx: Transaction, judging: Judging): Promise<HeldFor | null> {
  const [isTooMuch, isDoubtful] = await awaitAll([
    areTooManyGifts(context, tx, judging),
    areDoubtfulGifts(tx, judging),
  ]);
  if (isTooMuch) return 'gift value';
  return isDoubtful ? 'new device' : null;
}

async function areTooManyGifts(
  { settings }: Context,
  tx: Transaction,
  { purchase: { customerId, sender }, gifts, now }: Judging,
): Promise<boolean> {
  const { APPROVAL_GIFTS_PER_DAY: perDay, APPROVAL_GIFTS_PER_NETWORK: perNetwork } = settings;
  const since = new Date(now.getTime() - GIFTS_WINDOW_MS);
  const byMobile = Map.groupBy(
    gifts.filter(({ mobile }) => mobile !== ''),
    ({ mobile }) => mobile,
  );
  const mobiles = [...byMobile.keys()];
  const keys = [...(perNetwork > 0 ? [`from ${sender}`] : []), ...(perDay > 0 ? mobiles.map(recipientKey) : [])];
  // Pipelined in one round trip, so that the sums are read under the lock.
  const [, earlier, earlierTo] = await awaitAll([
    lockGiftSums(tx, keys),
    sumGifts(tx, { customerId, sender, since }),
    sumGiftsByRecipient(tx, { mobiles, since }),
  ]);
  const cents = sumCents(gifts.map((gift) => gift.cents));
  const byRecipient = [...byMobile].map(
    ([mobile, cards]) => sumCents(cards.map((card) => card.cents)) + (earlierTo.get(mobile) ?? 0),
  );
  return exceedsGiftLimits(
    { customer: cents + earlier.customer, recipient: Math.max(0, ...byRecipient), network: cents + earlier.network },
    { perDay, perNetwork },
  );
}

/**
 * Sums of gift card value over 24 hours in cents, including this order. `recipient` is the highest sum for one number.
 */
type GiftSums = { customer: number; recipient: number; network: number };
/** Limits in dollars; 0 means no limit. `perDay` applies to each customer and to each recipient. */
type GiftLimits = { perDay: number; perNetwork: number };

export function exceedsGiftLimits(sums: GiftSums, { perDay, perNetwork }: GiftLimits): boolean {
  return exceeds(Math.max(sums.customer, sums.recipient), perDay) || exceeds(sums.network, perNetwork);
}

/** Returns true if a saved card pays for a gift to a new number, from a device new to both the account and the card. */
async function areDoubtfulGifts(
  tx: Transaction,
  { purchase: { customerId }, payingSession: { savedCard, device }, gifts, now }: Judging,
): Promise<boolean> {
  if (savedCard === null || !device.isNew) return false;
  const before = new Date(now.getTime() - HISTORY_MS);
  const mobiles = [...new Set(gifts.map(({ mobile }) => mobile))].filter((mobile) => mobile !== '');
  const [isNew, recipients] = await awaitAll([
    isNewToDevice(tx, { device, card: savedCard, now }),
    listPastRecipients(tx, { customerId, mobiles, before }),
  ]);
  return isNew && gifts.some(({ mobile }) => !recipients.has(mobile));
}

/** Replaces the reason 'new device' with 'gift value', because a security code lifts a 'new device' hold. */
export function holdReasonForCard(heldFor: HeldFor | null, isTooMuch: boolean): HeldFor | null {
  return isTooMuch && (heldFor === null || heldFor === 'new device') ? 'gift value' : heldFor;
}

type ByCard<Kept> = {
  order: OrderRow;
  payment: PaymentRow;
  cardPrint: string;
  keep: (tx: Transaction) => Promise<Kept | null>;
  now: Date;
};

/**
 * Locks the gift sums of the payment card, so that orders paid by one card run one after another. Only the call that
 * stores the payment first applies the limit.
 */
export async function recordAndJudgeGifts<Kept>(
  context: Context,
  { order: { id: orderId, heldFor: heldBefore }, payment, cardPrint, keep, now }: ByCard<Kept>,
): Promise<{ storedPayment: Kept | null; heldFor: HeldFor | null }> {
  const since = new Date(now.getTime() - GIFTS_WINDOW_MS);
  return context.database.transaction(async (tx) => {
    const [, order, before, storedPayment, sums] = await awaitAll([
      lockGiftSums(tx, [`card ${cardPrint}`]),
      lockOrder(tx, orderId),
      lockPayment(tx, payment.id),
      keep(tx),
      sumGiftsOfCard(tx, { cardPrint, orderId, since }),
    ]);
    if (storedPayment === null || order === null) return { storedPayment: null, heldFor: heldBefore };
    if (before?.providerPaymentId !== null || order.status !== 'pending')
      return { storedPayment, heldFor: order.heldFor };
    const isTooMuch = sums.order > 0 && exceeds(sums.card, context.settings.APPROVAL_GIFTS_PER_CARD);
    const heldFor = holdReasonForCard(order.heldFor, isTooMuch);
    if (heldFor !== order.heldFor) await updateOrder(tx, orderId, { heldFor });
    return { storedPayment, heldFor };
  });
}
