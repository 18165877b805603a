import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useRouteLoaderData } from 'react-router';
import { missingParts } from '#contract/rules/completeness.ts';
import { showMobile, toE164 } from '#contract/rules/mobile.ts';
import { wallTimeAt } from '#contract/rules/wall-time.ts';
import { ordersQuery } from '../../api/queries.ts';
import type { loader as rootLoader } from '../../root.tsx';
import { ActionBar } from '../../ui/action-bar.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { doneSteps, type FlowCard, homeOf, type Step, stepPath } from './flow-card.ts';
import { FlowScreen } from './flow-screen.tsx';
import { GiftPicture } from './gift-picture.tsx';
import { Phone, PictureBubble, TextBubble } from './phone.tsx';
import { SendNotice } from './send-notice.tsx';
import { clockText, dateText, type SendWords, sendWords } from './send-words.ts';
import { twoDigits } from './spin.ts';
import { useCardPicture } from './use-flow-card.ts';
import { ownZone, useNow } from './use-now.ts';

/** RT-28..RT-33, EN-40. */
export default function PreviewPage() {
  return (
    <FlowScreen step="preview" title="Gift Card Preview">
      {(card) => <Preview card={card} />}
    </FlowScreen>
  );
}

function Preview({ card }: { card: FlowCard }) {
  const now = useNow();
  const { data: orders } = useQuery({ ...ordersQuery, enabled: !card.local, meta: { quiet: true } });
  const { scheduled_delivery: at, timezone: zone } = card;
  const words = sendWords({ at, zone, now, ownZone: ownZone(), paid: !card.local });
  return (
    <>
      <div className="mt-5 grid gap-8 sm:grid-cols-[21rem_minmax(0,1fr)] sm:gap-12">
        <Thread card={card} sendAt={words?.sendAt ?? now} now={now} />
        <div className="flex min-w-0 flex-col gap-5">
          <Missing card={card} />
          <Facts card={card} words={words} now={now} />
        </div>
      </div>
      <ActionBar>
        <LinkButton to={homeOf(card, orders)} className="sm:min-w-56">
          Continue
        </LinkButton>
      </ActionBar>
    </>
  );
}

/** First the picture message, then the text bubble with the card's link in place of the marker. */
function Thread({ card, sendAt, now }: { card: FlowCard; sendAt: number; now: number }) {
  const { templates, chosen, words } = useCardPicture(card);
  const host = (useRouteLoaderData<typeof rootLoader>('root')?.publicUrl ?? '').replace(/^https?:\/\//, '');
  const there = wallTimeAt(sendAt, card.timezone);
  const today = wallTimeAt(now, card.timezone);
  const day = there.day === today.day && there.month === today.month ? 'Today' : dateText(there, today);
  const { recipient_firstname: name, text_content: text } = card.recipient;
  return (
    <Phone
      clock={`${there.hour % 12 || 12}:${twoDigits(there.minute)}`}
      stamp={`${day} ${clockText(there)}`}
      caption={`What ${name || 'your friend'} will see`}
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

const stepOf: { text: string; step: Step; done: keyof ReturnType<typeof doneSteps> }[] = [
  { text: 'Say who it is for', step: 'recipient', done: 'recipient' },
  { text: 'Choose a wrapping', step: 'template', done: 'template' },
  { text: 'Choose a time', step: 'schedule', done: 'schedule' },
];

function Missing({ card }: { card: FlowCard }) {
  const { recipient, mms_template_id, scheduled_delivery } = card;
  const missing = missingParts({ ...recipient, mms_template_id, scheduled_delivery });
  const done = doneSteps(card);
  const open = stepOf.filter((step) => !done[step.done]);
  if (missing.length === 0 && open.length === 0) return null;
  return (
    <Notice tone="warn">
      <p className="font-semibold">Almost there</p>
      <ul className="mt-1 list-disc pl-5">
        {missing.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      <p className="mt-2 flex flex-wrap gap-x-4">
        {open.map(({ text, step }) => (
          <Link
            key={step}
            to={stepPath(card, step)}
            className="inline-flex min-h-12 items-center font-semibold text-accent"
          >
            {text}
          </Link>
        ))}
      </p>
    </Notice>
  );
}

function Facts({ card, words, now }: { card: FlowCard; words: SendWords | null; now: number }) {
  const { recipient_firstname, recipient_lastname, recipient_mobile } = card.recipient;
  return (
    <>
      <dl className="divide-y divide-line rounded-card border border-line bg-surface px-4">
        <Fact label="Deliver To" card={card} step="recipient" change="who it is for">
          {`${recipient_firstname} ${recipient_lastname}`.trim() || 'Nobody yet'}
        </Fact>
        <Fact label="On Mobile" card={card} step="recipient" change="the mobile">
          <span className="tabular">{showMobile(toE164(recipient_mobile) ?? recipient_mobile) || 'No number yet'}</span>
        </Fact>
        <Fact label="Wrapping" card={card} step="template" change="the wrapping">
          <WrappingName card={card} />
        </Fact>
        <Fact label="When" card={card} step="schedule" change="when it goes out">
          {words ? whenText(words, card.timezone, now) : 'No time yet'}
        </Fact>
      </dl>
      {words && (
        <SendNotice words={words.kind === 'passed' ? { ...words, kind: 'now', sentence: atOnce(card) } : words} />
      )}
    </>
  );
}

const atOnce = ({ local }: FlowCard): string =>
  local ? 'It goes out as soon as you have paid.' : 'It goes out straight away.';

function whenText({ kind, sendAt }: SendWords, zone: string, now: number): string {
  if (kind === 'now' || kind === 'passed') return 'Now';
  const there = wallTimeAt(sendAt, zone);
  return `${dateText(there, wallTimeAt(now, zone))}, ${clockText(there)}`;
}

function WrappingName({ card }: { card: FlowCard }) {
  const { chosen } = useCardPicture(card);
  return chosen?.name ?? 'None yet';
}

type FactProps = { label: string; card: FlowCard; step: Step; change: string; children: ReactNode };

function Fact({ label, card, step, change, children }: FactProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2.5">
      <dt className="text-13 text-muted">{label}</dt>
      <dd className="row-start-2 text-17 font-semibold break-words">{children}</dd>
      <dd className="row-span-2">
        <Link
          to={stepPath(card, step)}
          className="inline-flex min-h-12 items-center rounded-control px-2 text-15 font-semibold text-accent"
        >
          Edit
          <span className="sr-only">{` ${change}`}</span>
        </Link>
      </dd>
    </div>
  );
}
