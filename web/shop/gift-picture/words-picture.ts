import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldErrors } from '#contract/rules/field-errors.ts';
import { isWithinLimits, type PictureWords } from '#contract/rules/gift-card/gift-picture.ts';
import { isApiError } from '#web/shared/api/api-error.ts';
import type { Answer } from '#web/shared/api/call-types.ts';
import { useDebouncedValue } from '#web/ui/form/use-debounced-value.ts';
import { api } from '../calls/api.ts';
import { CUSTOMER_SCOPE, queryClient } from '../queries/query-client.ts';

export type NotShown = WordsPicture['not_shown'];
type WordsPicture = NonNullable<Answer<'POST mobiledigital/giftcardpicture'>['data']>;

const TYPING_MS = 250;
/** Retries after temporary errors. The server may request a delay other than PAUSE_MS. */
const MAX_RETRIES = 5;
const PAUSE_MS = 3_000;
/** Maximum wait for the check of the words. It is short, because saving and ordering check the words again. */
const CHECK_MS = 2_000;
const KEPT_MS = 60_000;

/** `text`: PictureWords as JSON. */
const wordsQuery = (templateId: number, text: string) =>
  queryOptions({
    queryKey: [CUSTOMER_SCOPE, 'words-picture', templateId, text],
    queryFn: ({ signal }): Promise<WordsPicture | null> =>
      api(
        'POST mobiledigital/giftcardpicture',
        { body: { template_id: templateId, words: JSON.parse(text) } },
        { signal, quiet: true },
      ).then((answer) => answer.data ?? null),
    staleTime: Infinity,
    gcTime: KEPT_MS,
    meta: { quiet: true },
    retry: (failed, error) => failed < MAX_RETRIES && mayPass(error),
    retryDelay: (_failed, error) => (isApiError(error) && error.retryAfter * 1_000) || PAUSE_MS,
  });

const mayPass = (error: unknown) =>
  isApiError(error) && (error.kind === 'offline' || error.status === 429 || error.status >= 500);

/** Draws the words, debounced. Keeps the previous drawing while loading or if the words are too long. */
export function useWordsPicture(templateId: number | undefined, words: PictureWords, isWanted = true) {
  const text = JSON.stringify(words);
  // Draws the first words without delay.
  const settled = useDebouncedValue<string | null>(isWanted ? text : null, TYPING_MS) ?? text;
  const fits = isWithinLimits(JSON.parse(settled));
  const { data, isPlaceholderData, failureCount } = useQuery({
    ...wordsQuery(templateId ?? 0, settled),
    enabled: isWanted && fits && templateId !== undefined,
    placeholderData: (former, query) => (query?.queryKey[2] === templateId ? former : undefined),
  });
  const waiting = failureCount === 0 && (isPlaceholderData || data === undefined);
  return { picture: data, busy: isWanted && (settled !== text || (fits && waiting)) };
}

type CardPicture = {
  templates: readonly { id: number }[] | undefined;
  chosen: { id: number } | undefined;
  words: PictureWords;
  areWordsReady: boolean;
};

/** Returns the characters that cannot be drawn. `find` waits for the result for the latest words. */
export function useNotShown({ templates, chosen, words, areWordsReady }: CardPicture) {
  const templateId = (chosen ?? templates?.[0])?.id;
  const { picture } = useWordsPicture(templateId, words, areWordsReady);
  const [found, setFound] = useState<{ words: string; notShown: NotShown | undefined }>();
  const text = JSON.stringify(words);
  async function find(template = templateId): Promise<NotShown | undefined> {
    const notShown = await findNotShown(template, words);
    setFound({ words: text, notShown });
    return notShown;
  }
  const ofThese = found?.words === text ? found.notShown : undefined;
  return { notShown: ofThese ?? picture?.not_shown, find };
}

/** Returns the characters that cannot be drawn, or undefined if the server responds too slowly. */
async function findNotShown(templateId: number | undefined, words: PictureWords): Promise<NotShown | undefined> {
  if (templateId === undefined) return undefined;
  const query = { ...wordsQuery(templateId, JSON.stringify(words)), retry: false };
  const picture = await Promise.race([
    queryClient()
      .fetchQuery(query)
      .catch(() => null),
    new Promise<null>((resolve) => setTimeout(resolve, CHECK_MS, null)),
  ]);
  return picture?.not_shown;
}

export function notShownErrors(
  notShown: NotShown | undefined,
): FieldErrors<'recipient_firstname' | 'recipient_message'> {
  const { to = [], message = [] } = notShown ?? {};
  return {
    ...(to.length > 0
      ? { recipient_firstname: { code: 'recipient_firstname_not_shown', parameters: { signs: to.join(' ') } } }
      : {}),
    ...(message.length > 0
      ? { recipient_message: { code: 'recipient_message_not_shown', parameters: { signs: message.join(' ') } } }
      : {}),
  };
}
