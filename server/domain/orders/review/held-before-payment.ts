import type { Context } from '#server/context.ts';
import { HISTORY_MS } from '#server/domain/customers/devices/history-rules.ts';
import { recipientKey } from '#server/domain/gift-cards/gift-value.ts';
import { GIFTS_WINDOW_MS } from '#server/domain/gift-cards/gift-value-rules.ts';
import { giftSumsTo, knownRecipients, lockGiftSums } from '#server/domain/gift-cards/queries.ts';
import { type Transaction, together } from '#server/platform/database/handle.ts';
import type { HeldFor } from '#server/platform/database/schema/states/order.ts';
import { isNewToDevice, type Paying } from '../payments/new-device.ts';
import type { CustomerActivity } from '../stores/customer-activity-store.ts';
import { giftSums } from '../stores/gift-rules-store.ts';
import { exceedsGiftLimits, heldFor } from './approval.ts';

type Line = { isGiftcard: boolean; details: { recipientMobile: string } | null; priceCents: number; qty: number };
type Judged = {
  purchase: { customerId: number; sender: string };
  paying: Pick<Paying, 'savedCard' | 'device'>;
  checkout: { lines: readonly Line[]; totalCents: number };
  activity: Pick<CustomerActivity, 'approved' | 'orders' | 'declines'>;
  now: Date;
};

/** A gift card that is bought; `mobile` '' of one for nobody's number. */
type Gift = { mobile: string; cents: number };

export function giftsOf(lines: readonly Line[]): Gift[] {
  return lines.flatMap(({ isGiftcard, details, priceCents, qty }) =>
    isGiftcard ? [{ mobile: details?.recipientMobile ?? '', cents: priceCents * qty }] : [],
  );
}

/**
 * Why an order waits for an operator, by what is known before its payment; null when nothing holds it. The customer and
 * the cart are locked. Gift cards of one network, and to one number, are judged one order after the other until the
 * transaction ends.
 */
export async function heldBeforePayment(context: Context, tx: Transaction, judged: Judged): Promise<HeldFor | null> {
  const { settings } = context;
  const { checkout, activity } = judged;
  const held = heldFor(
    {
      totalCents: checkout.totalCents,
      isFirst: activity.approved === 0,
      ordersLastHour: activity.orders,
      declinesLastHour: activity.declines,
    },
    {
      maxTotalDollars: settings.APPROVAL_MAX_TOTAL,
      firstOrderDollars: settings.APPROVAL_FIRST_ORDER_MAX,
      ordersPerHour: settings.APPROVAL_ORDERS_PER_HOUR,
      declines: settings.APPROVAL_DECLINES,
    },
  );
  const gifts = giftsOf(checkout.lines);
  // Orders that are held anyway need no exact sum: those after them count them.
  if (held !== null || gifts.length === 0) return held;
  const [isTooMuch, isDoubtful] = await together([
    areTooManyGifts(context, tx, { ...judged, gifts }),
    areDoubtfulGifts(tx, { ...judged, gifts }),
  ]);
  if (isTooMuch) return 'gift value';
  return isDoubtful ? 'new device' : null;
}

type Judging = Judged & { gifts: Gift[] };

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
