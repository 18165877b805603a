import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { Picture } from '#contract/shapes/product.ts';
import { instantText } from '../gift-card/time/send-text.ts';
import type { PlacedGiftCard } from './placed-order.ts';

/** `now`: it is going out as we speak. */
export type NextStep = {
  key: string;
  who: string;
  what: string;
  when: string;
  now: boolean;
  price: number;
  picture: Picture | undefined;
};

/** Sending takes a moment: what goes out within this is going out now. */
const NOW_MS = 60_000;

type At = { i18n: I18n; now: number };

/** For each gift card who gets it and when it goes out, by the server's instant (quiet hours applied). */
export function nextSteps(giftCards: readonly PlacedGiftCard[], at: At): NextStep[] {
  return giftCards.map(({ card, sendAt }, place) => ({
    key: `${place} ${card.recipient_mobile}`,
    who: `${card.recipient_firstname} ${card.recipient_lastname}`,
    what: card.name,
    when: whenText(sendAt, card.timezone, at),
    now: isNow(sendAt, at.now),
    price: card.price,
    picture: card.picture,
  }));
}

/** The ending in one sentence: who is about to be made happy. '' where no gift card was bought. */
export function endingText(giftCards: readonly PlacedGiftCard[], { i18n, now }: At): string {
  const [first, ...others] = giftCards;
  if (!first) return '';
  const { recipient_firstname: name } = first.card;
  const going = giftCards.every(({ sendAt }) => isNow(sendAt, now));
  if (others.length === 0) {
    return i18n._(
      going ? msg`Your gift is on its way to ${name}.` : msg`Your gift for ${name} is wrapped and waiting.`,
    );
  }
  const count = giftCards.length;
  return i18n._(
    going
      ? msg({ message: plural(count, { other: '# gifts are on their way.' }) })
      : msg({ message: plural(count, { other: '# gifts are wrapped and waiting.' }) }),
  );
}

function isNow(sendAt: string | null, now: number): boolean {
  return sendAt !== null && Date.parse(sendAt) <= now + NOW_MS;
}

function whenText(sendAt: string | null, zone: string, { i18n, now }: At): string {
  if (sendAt === null) return i18n._(msg`Goes out as planned`);
  if (isNow(sendAt, now)) return i18n._(msg`Going out now`);
  const when = instantText(i18n, Date.parse(sendAt), zone);
  return i18n._(msg`Goes out ${when}`);
}
