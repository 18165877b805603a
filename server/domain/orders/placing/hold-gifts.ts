import type { Context } from '#server/context.ts';
import { HISTORY_MS } from '#server/domain/customers/devices/history-rules.ts';
import { recipientKey } from '#server/domain/gift-cards/gift-value.ts';
import { exceeds, GIFTS_WINDOW_MS } from '#server/domain/gift-cards/gift-value-rules.ts';
import { giftSumsTo, knownRecipients, lockGiftSums } from '#server/domain/gift-cards/queries.ts';
import { type Transaction, together } from '#server/platform/database/handle.ts';
import type { HeldFor } from '#server/platform/database/schema/states/order.ts';
import { isNewToDevice, type Paying } from '../payments/new-device.ts';
import { giftSums, giftSumsOfCard } from '../stores/gift-rules-store.ts';
import { lockOrder, type OrderRow, updateOrder } from '../stores/orders-store.ts';
import { lockPayment, type PaymentRow } from '../stores/payments-store.ts';

type Line = { isGiftcard: boolean; details: { recipientMobile: string } | null; priceCents: number; qty: number };

/** A gift card that is bought; `mobile` '' of one for nobody's number. */
type Gift = { mobile: string; cents: number };

export function giftsOf(lines: readonly Line[]): Gift[] {
  return lines.flatMap(({ isGiftcard, details, priceCents, qty }) =>
    isGiftcard ? [{ mobile: details?.recipientMobile ?? '', cents: priceCents * qty }] : [],
  );
}

type Judging = {
  purchase: { customerId: number; sender: string };
  paying: Pick<Paying, 'savedCard' | 'device'>;
  gifts: readonly Gift[];
  now: Date;
};

/**
 * Why an order waits for an operator because of its gift cards, by what is known before its payment; null when nothing
 * holds it. Gift cards of one network, and to one number, are judged one order after the other until the transaction
 * ends.
 */
export async function judgeGifts(context: Context, tx: Transaction, judging: Judging): Promise<HeldFor | null> {
  const [isTooMuch, isDoubtful] = await together([
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
  // In one round trip: the sums are read behind the lock.
  const [, by, to] = await together([
    lockGiftSums(tx, keys),
    giftSums(tx, { customerId, sender, since }),
    giftSumsTo(tx, { mobiles, since }),
  ]);
  const own = centsOf(gifts);
  const toOne = [...byMobile].map(([mobile, cards]) => centsOf(cards) + (to.get(mobile) ?? 0));
  return exceedsGiftLimits(
    { customer: own + by.customer, recipient: Math.max(0, ...toOne), network: own + by.network },
    { perDay, perNetwork },
  );
}

/** Cents of gift cards ordered within 24 hours, the order that is judged included. `recipient`: the most for one. */
type GiftSums = { customer: number; recipient: number; network: number };
/** Dollars; 0: no limit. `perDay`: of a customer, and for a recipient. */
type GiftLimits = { perDay: number; perNetwork: number };

/** THE rule on the value of gift cards, but for that of one payment card: see heldByCard(). */
export function exceedsGiftLimits(sums: GiftSums, { perDay, perNetwork }: GiftLimits): boolean {
  const most = Math.max(sums.customer, sums.recipient);
  return exceeds(most, perDay) || exceeds(sums.network, perNetwork);
}

const centsOf = (gifts: readonly Gift[]): number => gifts.reduce((sum, { cents }) => sum + cents, 0);

/** A saved card, on a device where neither the account nor the card has history, pays a gift for a number new to it. */
async function areDoubtfulGifts(
  tx: Transaction,
  { purchase: { customerId }, paying: { savedCard, device }, gifts, now }: Judging,
): Promise<boolean> {
  if (savedCard === null || !device.isNew) return false;
  const before = new Date(now.getTime() - HISTORY_MS);
  const mobiles = [...new Set(gifts.map(({ mobile }) => mobile))].filter((mobile) => mobile !== '');
  const [isNew, known] = await together([
    isNewToDevice(tx, { device, card: savedCard, now }),
    knownRecipients(tx, { customerId, mobiles, before }),
  ]);
  return isNew && gifts.some(({ mobile }) => !known.has(mobile));
}

type ByCard<Kept> = {
  order: OrderRow;
  payment: PaymentRow;
  cardPrint: string;
  keep: (tx: Transaction) => Promise<Kept | null>;
  now: Date;
};

/**
 * Keeps a payment, and holds its order when the order's gift cards are too much for the payment card. The orders of one
 * card are judged one after the other, and each order once, by whoever keeps its payment first.
 */
export async function keepAndJudgeGifts<Kept>(
  context: Context,
  { order: { id: orderId, heldFor: heldBefore }, payment, cardPrint, keep, now }: ByCard<Kept>,
): Promise<{ kept: Kept | null; heldFor: HeldFor | null }> {
  const since = new Date(now.getTime() - GIFTS_WINDOW_MS);
  return context.database.transaction(async (tx) => {
    const [, order, before, kept, sums] = await together([
      lockGiftSums(tx, [`card ${cardPrint}`]),
      lockOrder(tx, orderId),
      lockPayment(tx, payment.id),
      keep(tx),
      giftSumsOfCard(tx, { cardPrint, orderId, since }),
    ]);
    if (kept === null || order === null) return { kept: null, heldFor: heldBefore };
    if (before?.providerPaymentId !== null || order.status !== 'pending') return { kept, heldFor: order.heldFor };
    const isTooMuch = sums.own > 0 && exceeds(sums.all, context.settings.APPROVAL_GIFTS_PER_CARD);
    const heldFor = heldByCard(order.heldFor, isTooMuch);
    if (heldFor !== order.heldFor) await updateOrder(tx, orderId, { heldFor });
    return { kept, heldFor };
  });
}

/** THE rule on the value of gift cards of one payment card: nothing proves a customer to the card. */
export function heldByCard(heldFor: HeldFor | null, isTooMuch: boolean): HeldFor | null {
  return isTooMuch && (heldFor === null || heldFor === 'new device') ? 'gift value' : heldFor;
}
