import { useRouteLoaderData } from 'react-router';
import { composeTextBeforeLink } from '#contract/rules/gift-card/delivery-text.ts';
import type { Recipient } from '#contract/rules/gift-card/recipient.ts';
import { countSegments } from '#contract/rules/gift-card/segments.ts';
import { toCents } from '#contract/rules/money/money.ts';
import { useCardPicture } from '../../gift-picture/use-card-picture.ts';
import type { loader as rootLoader } from '../../root.tsx';
import type { FlowCard } from '../flow/flow-card.ts';

/** A placeholder as long as a link's secret, which must fit into the text. */
const SECRET = 'x'.repeat(24);

/** Returns the text as the server will write it, the link's base URL and segment counts. */
export function useCardText(card: FlowCard, recipient: Recipient = card.recipient) {
  const { product, giver, expiresAt } = useCardPicture(card, recipient);
  const root = useRouteLoaderData<typeof rootLoader>('root');
  const cards = `${root?.publicUrl ?? ''}/card/`;
  const link = cards + SECRET;
  const { before: text, isCut } = composeTextBeforeLink({
    text: recipient.text_content,
    giver,
    seller: product?.seller.name ?? '',
    shop: root?.settings.shop_name ?? '',
    valueCents: toCents(card.price),
    expiresAt,
    link,
  });
  return { text, isCut, cards, ...countSegments(text + link) };
}
