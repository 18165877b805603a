import { queryOptions, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { Template } from '#contract/catalogue.ts';
import type { Details } from '#contract/gift-cards.ts';
import type { PictureWords } from '#contract/rules/gift-picture.ts';
import { pictureWords } from '#contract/rules/gift-picture.ts';
import { toCents } from '#contract/rules/money.ts';
import type { Recipient } from '#contract/rules/recipient.ts';
import { api } from '../../api/client.ts';
import { customerQuery, productQuery, templatesQuery } from '../../api/queries.ts';
import { MINE, queryClient } from '../../api/query-client.ts';
import { updateGiftCard, useGiftCards } from '../../state/gift-cards.ts';
import { type FlowCard, fromDetails, fromEntry, savedRecipient } from './flow-card.ts';

const detailsQuery = (id: string) =>
  queryOptions({
    queryKey: [MINE, 'details', id],
    queryFn: ({ signal }) =>
      api('GET mobiledigital/getgiftcarddetailsbyid', { query: { gift_card_details_id: id } }, { signal }).then(
        (answer) => answer.data ?? null,
      ),
  });

/** The card of the address. Undefined while it loads, null when there is none, 'failed' when it could not be fetched. */
export function useFlowCard(): FlowCard | null | undefined | 'failed' {
  const { key, detailsId = key ?? '' } = useParams();
  const saved = /^\d{1,9}$/.test(detailsId);
  const entry = useGiftCards(({ entries }) => (saved ? undefined : entries[detailsId]));
  const { data, isError } = useQuery({ ...detailsQuery(detailsId), enabled: saved });
  if (!saved) return entry ? fromEntry(detailsId, entry) : null;
  if (isError) return 'failed';
  return data ? fromDetails(data) : data;
}

/** The picture message of a card: its templates, the one chosen, and the words for them as the server will set them. */
export function useCardPicture(card: FlowCard, recipient: Recipient = card.recipient) {
  const { data: templates, isError } = useQuery(templatesQuery(card.productId));
  const { data: product } = useQuery({ ...productQuery(card.productId), meta: { quiet: true } });
  const { data: me } = useQuery({ ...customerQuery, meta: { quiet: true } });
  const words: PictureWords = pictureWords({
    firstname: recipient.recipient_firstname.trim() || '…',
    purchaser: me?.firstname ?? '…',
    message: recipient.recipient_message,
    valueCents: toCents(card.price),
    // The day it expires is counted from delivery and not known yet; it is never sooner than this.
    smallPrint: product ? `${product.seller.name} · Valid at least 3 years` : '',
  });
  const chosen = templates?.find(({ mms_template_id }) => mms_template_id === card.mms_template_id);
  return { templates, failed: isError, chosen, words, product };
}

export type Refusal = Record<string, string>;

/** Saves who it is for: in this browser, or on the server (ST-045, ST-057). Answers what the server has against it. */
export async function saveRecipient(card: FlowCard, typed: Recipient): Promise<Refusal | null> {
  const recipient = savedRecipient(typed);
  if (card.local) {
    updateGiftCard(card.detailsId, { ...recipient, draft: undefined });
    return null;
  }
  const body = { gift_card_details_id: Number(card.detailsId), data: JSON.stringify(recipient) };
  const answer = await api('POST mobiledigital/editgiftcarddetails', { body });
  if (answer.data) queryClient().setQueryData<Details | null>(detailsQuery(card.detailsId).queryKey, answer.data);
  return refusalOf(answer);
}

/** Saves the template: its ids and its address (ST-047). */
export async function saveTemplate(card: FlowCard, template: Template): Promise<Refusal | null> {
  const { id, mms_template_id, mms_template_url } = template;
  const chosen = { mms_template_id, click2_giftcard_mms_template_id: id };
  if (card.local) {
    updateGiftCard(card.detailsId, { ...chosen, mms_template_url });
    return null;
  }
  const body = { gift_card_details_id: Number(card.detailsId), ...chosen };
  const answer = await api('POST mobiledigital/savegiftcardmmstemplate', { body });
  await fetchAgain(card);
  return refusalOf(answer);
}

type Schedule = { scheduled_delivery: string; timezone: string };

/** Saves when it goes out. A local card calls the server as well, but the binding save is checkout's (ST-050, ST-053). */
export async function saveSchedule(
  card: FlowCard,
  { scheduled_delivery, timezone }: Schedule,
): Promise<Refusal | null> {
  const when = { scheduled_delivery, delivery_timezone: timezone };
  if (card.local) {
    updateGiftCard(card.detailsId, { scheduled_delivery, timezone });
    const body = { gift_card_details_id: card.detailsId, ...when };
    // Nothing depends on this answer: the server does not know the key yet.
    api('POST mobiledigital/savegiftcardscheduleddate', { body }).catch(() => undefined);
    return null;
  }
  const body = { gift_card_details_id: Number(card.detailsId), ...when };
  const answer = await api('POST mobiledigital/savegiftcardscheduleddate', { body });
  await fetchAgain(card);
  return refusalOf(answer);
}

function fetchAgain({ detailsId }: FlowCard): Promise<void> {
  return queryClient().invalidateQueries({ queryKey: detailsQuery(detailsId).queryKey });
}

function refusalOf(answer: { status: boolean; input_validation?: Refusal | undefined }): Refusal | null {
  return answer.status ? null : (answer.input_validation ?? {});
}
