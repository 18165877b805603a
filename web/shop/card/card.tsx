import './card.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { data, type LoaderFunctionArgs, useLoaderData, useParams, useRouteLoaderData } from 'react-router';
import { type Card, deriveCardState, isAppleDevice } from '#web/shared/gift-cards/card-facts.ts';
import { LanguageChoice } from '#web/shared/languages/language-choice.tsx';
import { classes } from '#web/ui/classes.ts';
import { api } from '../calls/api.ts';
import { KEEP_HEADER } from '../offline/messages.ts';
import { loadContext } from '../queries/load-context.ts';
import type { loader as rootLoader } from '../root.tsx';
import { CardHead } from './card-head.tsx';
import { CardHistory } from './card-history.tsx';
import { CardPicture } from './card-picture.tsx';
import { SellerMark, SellerStory } from './card-seller.tsx';
import { HowToUse, KeepSafe } from './card-use.tsx';
import { CardValue } from './card-value.tsx';
import { NothingHere, Replaced } from './lost-card.tsx';
import { SayThanks } from './say-thanks.tsx';
import { readKeptMark, useLatestCard } from './use-latest-card.ts';
import { Wrapping } from './wrapping.tsx';

const SIZES = '(min-width: 1024px) 416px, (min-width: 640px) 384px, 84vw';
const SECRET = /^[\w-]{1,100}$/;

export async function loader({ context, params: { secret = '', wallet }, request }: LoaderFunctionArgs) {
  const options = { fetch: context.get(loadContext).fetch, signal: request.signal };
  const answer =
    SECRET.test(secret) && wallet === undefined
      ? await api('GET mobiledigital/card', { query: { secret } }, options)
      : null;
  const card = answer?.data ?? null;
  const onApple = isAppleDevice(request.headers.get('user-agent') ?? '');
  // Lets the phone store the page for tills without signal (docs/decisions/036).
  const headers = card && card.state !== 'void' ? { [KEEP_HEADER]: 'yes' } : undefined;
  return data(
    { card, replaced: answer?.replaced === true, onApple },
    { status: card ? 200 : 404, ...(headers && { headers }) },
  );
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders;

export default function CardPage() {
  const { onApple, ...loaded } = useLoaderData<typeof loader>();
  const { card, replaced, ...rest } = useLatestCard(loaded);
  useTellOpened(loaded.card !== null);
  if (card) return <OpenedCard card={card} onApple={onApple} {...rest} />;
  return replaced ? <Replaced /> : <NothingHere />;
}

/**
 * Reports that the card was opened. Runs in the browser only, because link previews fetch the page without running it.
 */
function useTellOpened(hasCard: boolean): void {
  const { secret = '' } = useParams();
  const reported = useRef('');
  useEffect(() => {
    // Does not report a page stored by the phone again, because it was reported when it first loaded.
    if (!hasCard || reported.current === secret || readKeptMark() !== '') return;
    reported.current = secret;
    // Only the giver needs this report, so an error must not disturb the recipient.
    api('POST mobiledigital/cardopened', { body: { secret } }, { keepalive: true }).catch(reportError);
  }, [hasCard, secret]);
}

type OpenedCardProps = { card: Card; onApple: boolean; keptAt: Date | null; refresh: () => Promise<void> };

function OpenedCard({ card, onApple, keptAt, refresh }: OpenedCardProps) {
  const { t } = useLingui();
  const publicUrl = useRouteLoaderData<typeof rootLoader>('root')?.publicUrl ?? '';
  const { secret = '' } = useParams();
  const { id, version } = card.picture;
  const state = deriveCardState(card);
  const isOver = state === 'void' || state === 'expired';
  const { recipient_firstname: recipient, purchaser_firstname: giver } = card;
  const [atFirst, afterwards] =
    recipient && giver
      ? [t`${recipient}, ${giver} has a gift for you`, t`A gift from ${giver} to ${recipient}`]
      : // A name is missing if a person's data was erased or the recipient's number was corrected.
        [t`A gift card is waiting for you`, t`A gift card`];
  const greeting = state === 'live' ? atFirst : afterwards;
  return (
    <div className="whole-window grow overflow-x-clip bg-linear-to-b from-accent-soft to-paper to-[34rem]">
      <CardHead picture={`${publicUrl}/share/${encodeURIComponent(id)}.jpg?v=${encodeURIComponent(version)}`} />
      <div className="page max-w-[68rem] pt-[max(1.25rem,env(safe-area-inset-top))] pb-16">
        <SellerMark seller={card.seller} />
        <div className="mt-7 grid gap-x-16 gap-y-10 lg:mt-10 lg:grid-cols-[26rem_minmax(0,1fr)] lg:grid-rows-[auto_auto_1fr]">
          <div className="lg:col-start-1 lg:row-start-1">
            <h1 className="mx-auto max-w-sm text-center text-32 lg:max-w-none lg:text-left lg:text-[2.5rem] lg:leading-[1.08]">
              {greeting}
            </h1>
            <div className="relative mx-auto mt-6 w-full max-w-[21rem] sm:max-w-[24rem] lg:mx-0 lg:max-w-none">
              <div
                className={classes(
                  'gift-picture overflow-hidden rounded-card shadow-float',
                  isOver && 'opacity-80 grayscale',
                )}
              >
                <CardPicture card={card} drawing={`/card/${secret}/words.svg`} sizes={SIZES} />
              </div>
              {state === 'live' && <Wrapping />}
            </div>
            <div className="mx-auto max-w-[21rem] sm:max-w-[24rem] lg:mx-0 lg:max-w-none">
              <Words card={card} />
              <SentOn card={card} />
              <SayThanks card={card} refresh={refresh} />
            </div>
          </div>
          <div className="flex min-w-0 flex-col gap-10 lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <CardValue card={card} state={state} onApple={onApple} keptAt={keptAt} />
            {state === 'live' && <HowToUse card={card} />}
            {card.history.length > 1 && <CardHistory card={card} />}
          </div>
          <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-2">
            <SellerStory seller={card.seller} reached={state === 'spent'} />
          </div>
          <div className="flex min-w-0 flex-col gap-10 lg:col-start-2 lg:row-start-3">
            {state === 'live' && <KeepSafe />}
            <LanguageChoice />
          </div>
        </div>
      </div>
    </div>
  );
}

function SentOn({ card: { sent_on, purchaser_firstname: giver } }: { card: Card }) {
  if (!sent_on) return null;
  return (
    <p className="mt-5 text-15 text-muted wrap-anywhere">
      {giver === '' ? (
        <Trans>Passed on: this gift card was sent to another number first.</Trans>
      ) : (
        <Trans>Passed on by {giver}: this gift card was sent to another number first.</Trans>
      )}
    </p>
  );
}

function Words({ card: { text_content, purchaser_firstname } }: { card: Card }) {
  if (text_content.trim() === '') return null;
  return (
    <figure className="mt-5">
      <blockquote className="rounded-[1.25rem] rounded-tl-[0.375rem] border border-line bg-surface px-5 py-4 text-20 whitespace-pre-line">
        {text_content.trim()}
      </blockquote>
      <figcaption className="mt-2 pl-5 text-15 text-muted">{purchaser_firstname}</figcaption>
    </figure>
  );
}
