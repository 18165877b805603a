import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useRouteLoaderData } from 'react-router';
import { wallTimeAt } from '#contract/rules/wall-time.ts';
import { ordersQuery } from '../../api/queries.ts';
import type { loader as rootLoader } from '../../root.tsx';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { sameDay } from './calendar-grid.ts';
import { doneSteps, type FlowCard, homeOf } from './flow-card.ts';
import { FlowScreen } from './flow-screen.tsx';
import { GiftPicture } from './gift-picture.tsx';
import { MorePeople } from './more-people.tsx';
import { Phone, PictureBubble, TextBubble } from './phone.tsx';
import { Facts, Missing } from './preview-facts.tsx';
import { clockText, dateText, sendWords } from './send-words.ts';
import { useCardPicture } from './use-flow-card.ts';
import { useMorePeople } from './use-more-people.ts';
import { ownZone, useNow } from './use-now.ts';

/** RT-28..RT-33, EN-40. */
export default function PreviewPage() {
  return (
    <FlowScreen step="preview" title={msg`Gift Card Preview`}>
      {(card) => <Preview key={card.detailsId} card={card} />}
    </FlowScreen>
  );
}

function Preview({ card }: { card: FlowCard }) {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const now = useNow();
  const more = useMorePeople(card);
  const { data: orders } = useInfiniteQuery({ ...ordersQuery, enabled: !card.local, meta: { quiet: true } });
  const { scheduled_delivery: at, timezone: zone } = card;
  const words = sendWords({ i18n, at, zone, now, ownZone: ownZone(), paid: !card.local });
  const home = homeOf(card, orders);
  return (
    <>
      <div className="mt-5 grid gap-8 sm:grid-cols-[21rem_minmax(0,1fr)] sm:gap-12">
        <Thread card={card} sendAt={words?.sendAt ?? now} now={now} />
        <div className="flex min-w-0 flex-col gap-5">
          <Missing card={card} />
          <Facts card={card} words={words} now={now} />
          {card.local && doneSteps(card).preview && <MorePeople card={card} more={more} />}
        </div>
      </div>
      <ActionBar>
        {more.people.length > 0 ? (
          <Button className="sm:min-w-56" onClick={() => more.send() && void navigate(home)}>
            <Trans>Continue</Trans>
          </Button>
        ) : (
          <LinkButton to={home} className="sm:min-w-56">
            <Trans>Continue</Trans>
          </LinkButton>
        )}
      </ActionBar>
    </>
  );
}

/** First the picture message, then the text bubble with the card's link in place of the marker. */
function Thread({ card, sendAt, now }: { card: FlowCard; sendAt: number; now: number }) {
  const { i18n, t } = useLingui();
  const { templates, chosen, words } = useCardPicture(card);
  const host = (useRouteLoaderData<typeof rootLoader>('root')?.publicUrl ?? '').replace(/^https?:\/\//, '');
  const there = wallTimeAt(sendAt, card.timezone);
  const today = wallTimeAt(now, card.timezone);
  const day = sameDay(there, today) ? t`Today` : dateText(i18n, there, today);
  const { recipient_firstname: name, text_content: text } = card.recipient;
  return (
    <Phone
      // As phones show it: without 'am' or 'pm'.
      clock={clockText(i18n, there).replace(/ [ap]m$/i, '')}
      stamp={`${day} ${clockText(i18n, there)}`}
      caption={name ? t`What ${name} will see` : t`What your friend will see`}
    >
      {chosen ? (
        <PictureBubble>
          <GiftPicture template={chosen} words={words} sizes="264px" first />
        </PictureBubble>
      ) : (
        !templates && <Skeleton className="w-[84%] rounded-card" style={{ aspectRatio: '720 / 900' }} />
      )}
      <TextBubble>
        {`${text.trim()} `}
        <span className="underline decoration-accent underline-offset-3">{`${host}/card/…`}</span>
      </TextBubble>
    </Phone>
  );
}
