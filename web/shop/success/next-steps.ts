import type { Picture } from '#contract/shapes.ts';
import { instantText } from '../checkout/send-text.ts';
import type { PlacedGift } from './placed-order.ts';

export type NextStep = { key: string; who: string; when: string; picture: Picture | undefined };

/** Sending takes a moment: what goes out within this is going out now. */
const NOW_MS = 60_000;

/** For each gift who gets it and when it goes out, by the server's instant (quiet hours applied). */
export function nextSteps(gifts: readonly PlacedGift[], now: number): NextStep[] {
  return gifts.map(({ card, sendAt }, at) => ({
    key: `${at} ${card.recipient_mobile}`,
    who: `${card.name} for ${card.recipient_firstname} ${card.recipient_lastname}`,
    when: whenText(sendAt, { zone: card.timezone, now }),
    picture: card.picture,
  }));
}

function whenText(sendAt: string | null, { zone, now }: { zone: string; now: number }): string {
  if (sendAt === null) return 'Goes out as planned';
  const instant = Date.parse(sendAt);
  return instant <= now + NOW_MS ? 'Going out now' : `Goes out ${instantText(instant, zone)}`;
}
