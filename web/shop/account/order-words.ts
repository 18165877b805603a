import type { Order, OrderItem, OrderStatus } from '#contract/account.ts';
import { instantText } from '../checkout/send-text.ts';

export type GiftCardLine = NonNullable<OrderItem['gift_card']>;

/** Orders are in AUD, whatever prices are shown in elsewhere (OQ-131). */
export const AUD = { country: 'AU', usdRate: null };

const STATUS: Record<OrderStatus, string> = {
  pending: 'Being processed',
  held: 'Being checked',
  approved: 'Approved',
  refused: 'Refused',
  refunded: 'Refunded',
};

/** 'Refused: payment declined' with the reason where there is one. */
export function orderStatusText({ status, refusal_reason }: Pick<Order, 'status' | 'refusal_reason'>): string {
  return refusal_reason ? `${STATUS[status]}: ${refusal_reason.replaceAll('_', ' ')}` : STATUS[status];
}

/** '24 Dec 2026', where the shopper is. */
export function dayText(instant: string): string {
  return new Date(instant).toLocaleDateString('en-AU', { day: 'numeric', month: 'short', year: 'numeric' });
}

export type DeliveryWords = { text: string; tone: 'muted' | 'good' | 'warn' | 'bad' };

/** How far a gift card's delivery is, in words, with times in the zone of its schedule. */
export function deliveryWords(card: GiftCardLine, now: number): DeliveryWords {
  const at = (instant: string | null) =>
    instant === null ? '' : ` ${instantText(Date.parse(instant), card.timezone)}`;
  switch (card.state) {
    case 'waiting':
      return { text: 'Waits until your order is approved', tone: 'muted' };
    case 'queued':
      return { text: isDue(card, now) ? 'Going out now' : `Goes out${at(card.send_at)}`, tone: 'muted' };
    case 'sent':
      return { text: `Sent${at(card.sent_at)}`, tone: 'good' };
    case 'delivered':
      return { text: `Delivered${at(card.delivered_at ?? card.sent_at)}`, tone: 'good' };
    case 'unknown':
      return { text: `Sent${at(card.sent_at)}, but the phone has not confirmed it`, tone: 'warn' };
    case 'failed':
      return { text: 'Could not be delivered', tone: 'bad' };
    case 'void':
      return { text: 'Cancelled', tone: 'muted' };
  }
}

function isDue({ send_at }: GiftCardLine, now: number): boolean {
  return send_at !== null && Date.parse(send_at) <= now;
}

/** The buyer can still change recipient, message and schedule (decisions 0, /giftcard/edit). */
export function isChangeable({ state }: GiftCardLine): boolean {
  return state === 'waiting' || state === 'queued';
}

const SOON_MS = 3_000;
const LATER_MS = 15_000;
const HOUR_MS = 3_600_000;

/**
 * When to look at an order again, in milliseconds from now; false: it will not change by itself soon. A card that is due is
 * looked at every few seconds, one that has been sent until its phone confirms it, one due within the hour when it is due.
 */
export function lookAgainIn(order: Order | null | undefined, now: number): number | false {
  const waits = (order?.items ?? []).flatMap(({ gift_card }) => (gift_card ? lookAgainAt(gift_card, now) : []));
  return waits.length === 0 ? false : Math.min(...waits);
}

function lookAgainAt(card: GiftCardLine, now: number): number[] {
  if (card.state === 'waiting' || card.state === 'sent') return [LATER_MS];
  if (card.state !== 'queued' || card.send_at === null) return [];
  const wait = Date.parse(card.send_at) - now;
  return wait > HOUR_MS ? [] : [Math.max(SOON_MS, wait)];
}
