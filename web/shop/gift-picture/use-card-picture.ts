import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { smallPrint } from '#contract/rules/gift-card/card-expiry.ts';
import { type PictureWords, pictureWords } from '#contract/rules/gift-card/gift-picture.ts';
import type { Recipient } from '#contract/rules/gift-card/recipient.ts';
import { toCents } from '#contract/rules/money/money.ts';
import { productQuery } from '../queries/catalogue.ts';
import { customerQuery } from '../queries/customer.ts';
import { useNow } from '../send-time/use-now.ts';
import { readLastOccasion } from '../state/recently-viewed.ts';
import { computeLastDay, type Planned } from './last-day.ts';
import { templatesQuery } from './templates-query.ts';

type Card = Planned & { productId: number; price: number; mms_template_id: string; recipient: Recipient };

/**
 * `quiet` hides errors of decorative images. `areWordsReady`: the names have loaded. `likely`: the template for the
 * occasion, otherwise the first, until one is chosen.
 */
export function useCardPicture(card: Card, recipient: Recipient = card.recipient, { quiet = false } = {}) {
  const now = useNow();
  const [occasion] = useState(readLastOccasion);
  const {
    data: templates,
    error,
    refetch,
  } = useQuery({
    ...templatesQuery(card.productId),
    // Loads in the background, because customers wait for templates only on the template step.
    meta: quiet ? { quiet } : { background: true },
  });
  const { data: product, isPending: noProduct } = useQuery({
    ...productQuery(card.productId),
    enabled: card.productId > 0,
    meta: { quiet: true },
  });
  const { data: me, isPending: noName } = useQuery({ ...customerQuery, meta: { quiet: true } });
  const expiresAt = product ? computeLastDay(card, { months: product.card_validity_months, now }) : null;
  const words: PictureWords = pictureWords({
    firstname: recipient.recipient_firstname.trim() || '…',
    customer: me?.firstname ?? '…',
    message: recipient.recipient_message,
    valueCents: toCents(card.price),
    smallPrint: product ? smallPrint(product.seller.name, expiresAt) : '',
  });
  const chosen = templates?.find(({ mms_template_id }) => mms_template_id === card.mms_template_id);
  const likely = chosen ?? templates?.find((template) => occasion && template.occasion === occasion) ?? templates?.[0];
  const giver = me?.firstname ?? '';
  return {
    templates,
    failed: error && { error, retry: () => void refetch() },
    chosen,
    likely,
    words,
    areWordsReady: !(noProduct && card.productId > 0) && !noName,
    product,
    giver,
    expiresAt,
  };
}
