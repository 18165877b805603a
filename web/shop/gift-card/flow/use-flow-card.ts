import { queryOptions, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { Template } from '#contract/catalogue.ts';
import type { Details } from '#contract/gift-cards.ts';
import type { Recipient } from '#contract/rules/gift-card/recipient.ts';
import { apiError } from '#web/shared/api/api-error.ts';
import { api } from '../../calls/api.ts';
import { type FieldMessages, toSaveErrors } from '../../errors/save-errors.ts';
import { CUSTOMER_SCOPE, queryClient } from '../../queries/query-client.ts';
import { withCode } from '../../sign-in/proof/with-code.ts';
import { dropDraft, readDraft } from '../../state/gift-card-drafts.ts';
import { updateGiftCard, useGiftCards } from '../../state/gift-cards.ts';
import { type FlowCard, flowCardFromDetails, flowCardFromDraft, toSavedRecipient } from './flow-card.ts';

const detailsQuery = (id: string) =>
  queryOptions({
    queryKey: [CUSTOMER_SCOPE, 'details', id],
    queryFn: async ({ signal }) => {
      const query = { gift_card_details_id: id };
      const { data } = await withCode(async () => {
        const answer = await api('GET mobiledigital/getgiftcarddetailsbyid', { query }, { signal });
        // A session opened by a link gets only initials, which the form must not save.
        if (answer.data?.masked) throw apiError({ kind: 'http', status: 400, code: 'code_required' });
        return answer;
      });
      return data ?? null;
    },
  });

type NotFetched = { error: unknown; retry: () => void };

/** Returns undefined while loading, null if there is no such card. */
export function useFlowCard(): FlowCard | null | undefined | NotFetched {
  const { key, detailsId = key ?? '' } = useParams();
  const saved = /^\d{1,9}$/.test(detailsId);
  const giftCard = useGiftCards(({ giftCards }) => (saved ? undefined : giftCards[detailsId]));
  const { data, error, refetch } = useQuery({ ...detailsQuery(detailsId), enabled: saved });
  if (!saved) return giftCard ? flowCardFromDraft(detailsId, giftCard) : null;
  if (error) return { error, retry: () => void refetch() };
  return data ? flowCardFromDetails(data) : data;
}

/** Saves the recipient and returns the server's errors, or null. Keeps a draft that has changed meanwhile. */
export async function saveRecipient(card: FlowCard, typed: Recipient): Promise<FieldMessages | null> {
  const recipient = toSavedRecipient(typed);
  if (card.local) {
    updateGiftCard(card.detailsId, recipient);
    dropDraft(card.detailsId, 'recipient', typed);
    dropDraft(card.detailsId, 'refused');
    return null;
  }
  const body = { gift_card_details_id: Number(card.detailsId), data: JSON.stringify(recipient) };
  const answer = await withCode(() => api('POST mobiledigital/editgiftcarddetails', { body }));
  if (answer.data) queryClient().setQueryData<Details | null>(detailsQuery(card.detailsId).queryKey, answer.data);
  if (answer.status) dropDraft(card.detailsId, 'recipient', typed);
  return toSaveErrors(answer);
}

export async function saveTemplate(card: FlowCard, template: Template): Promise<FieldMessages | null> {
  const { id, mms_template_id, mms_template_url } = template;
  const chosen = { mms_template_id, click2_giftcard_mms_template_id: id };
  const draft = readDraft(card.detailsId).template;
  if (card.local) {
    updateGiftCard(card.detailsId, { ...chosen, mms_template_url });
    dropDraft(card.detailsId, 'template', draft);
    return null;
  }
  const body = { gift_card_details_id: Number(card.detailsId), ...chosen };
  const answer = await withCode(() => api('POST mobiledigital/savegiftcardmmstemplate', { body }));
  if (answer.status) dropDraft(card.detailsId, 'template', draft);
  await fetchAgain(card);
  return toSaveErrors(answer);
}

type Schedule = { scheduled_delivery: string; timezone: string };

/** Saves a local card provisionally; only the save at checkout is binding. */
export async function saveSchedule(
  card: FlowCard,
  { scheduled_delivery, timezone }: Schedule,
): Promise<FieldMessages | null> {
  const when = { scheduled_delivery, delivery_timezone: timezone };
  const draft = readDraft(card.detailsId).schedule;
  if (card.local) {
    updateGiftCard(card.detailsId, { scheduled_delivery, timezone });
    dropDraft(card.detailsId, 'schedule', draft);
    const body = { gift_card_details_id: card.detailsId, ...when };
    // Ignore the result: the server does not know a local key yet.
    api('POST mobiledigital/savegiftcardscheduleddate', { body }).catch(() => undefined);
    return null;
  }
  const body = { gift_card_details_id: Number(card.detailsId), ...when };
  const answer = await withCode(() => api('POST mobiledigital/savegiftcardscheduleddate', { body }));
  if (answer.status) dropDraft(card.detailsId, 'schedule', draft);
  await fetchAgain(card);
  return toSaveErrors(answer);
}

function fetchAgain({ detailsId }: FlowCard): Promise<void> {
  return queryClient().invalidateQueries({ queryKey: detailsQuery(detailsId).queryKey });
}
