import type { Order } from '#contract/account.ts';
import type { GiftCardLine } from '../account/orders/progress/order-status.ts';

const SOON_MS = 3_000;
const LATER_MS = 15_000;
const HOUR_MS = 3_600_000;
/** The response for a larger order is about a megabyte, so it is polled less often. */
const LARGE = 100;

/**
 * Returns the milliseconds until the next poll, or false if the order will not change soon. If a card becomes due or
 * resendable within an hour, the poll waits until then.
 */
export function computePollDelay(order: Order | null | undefined, now: number): number | false {
  const waits = (order?.items ?? []).flatMap(({ gift_card }) => (gift_card ? listCardDelays(gift_card, now) : []));
  if (waits.length === 0) return false;
  return Math.max((order?.items.length ?? 0) > LARGE ? LATER_MS : 0, Math.min(...waits));
}

function listCardDelays(card: GiftCardLine, now: number): number[] {
  if (card.state === 'waiting' || card.state === 'sent') return [LATER_MS];
  const next = card.state === 'queued' ? card.send_at : card.send_again_from;
  if (next === null) return [];
  const wait = Date.parse(next) - now;
  return wait > HOUR_MS ? [] : [Math.max(SOON_MS, wait)];
}
