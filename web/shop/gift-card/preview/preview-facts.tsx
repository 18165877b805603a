import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { showMobile, toE164 } from '#contract/rules/customer/mobile.ts';
import { listMissingParts } from '#contract/rules/gift-card/completeness.ts';
import { Notice } from '#web/ui/notice.tsx';
import { errorText } from '../../errors/error-text.ts';
import { useCardPicture } from '../../gift-picture/use-card-picture.ts';
import { formatSendTime, immediateMessage, type SendWords } from '../../send-time/send-words.ts';
import { doneSteps, type FlowCard, type Step, stepPath } from '../flow/flow-card.ts';
import { SendNotice } from '../schedule/send-notice.tsx';

const stepsToDo: { text: MessageDescriptor; step: Step }[] = [
  { text: msg`Say who it is for`, step: 'recipient' },
  { text: msg`Choose a wrapping`, step: 'template' },
  { text: msg`Choose a time`, step: 'schedule' },
];

export function Missing({ card }: { card: FlowCard }) {
  const { i18n } = useLingui();
  const { recipient, mms_template_id, scheduled_delivery } = card;
  const missing = listMissingParts({ ...recipient, mms_template_id, scheduled_delivery });
  const done = doneSteps(card);
  const open = stepsToDo.filter(({ step }) => !done[step]);
  if (missing.length === 0 && open.length === 0) return null;
  return (
    <Notice tone="warn">
      <p className="font-semibold">
        <Trans>Almost there</Trans>
      </p>
      <ul className="mt-1 list-disc pl-5">
        {missing.map((code) => (
          <li key={code}>{errorText(code, i18n)}</li>
        ))}
      </ul>
      <p className="mt-2 flex flex-wrap gap-x-4">
        {open.map(({ text, step }) => (
          <Link
            key={step}
            to={stepPath(card, step)}
            className="inline-flex min-h-12 items-center font-semibold text-accent"
          >
            {i18n._(text)}
          </Link>
        ))}
      </p>
    </Notice>
  );
}

export function Facts({ card, words, now }: { card: FlowCard; words: SendWords | null; now: number }) {
  const { i18n, t } = useLingui();
  const { recipient_firstname, recipient_lastname, recipient_mobile } = card.recipient;
  return (
    <>
      <dl className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface px-4 lg:grid lg:grid-cols-2 lg:gap-px lg:divide-y-0 lg:bg-line lg:px-0">
        <Fact label={t`Deliver To`} card={card} step="recipient" change={t`Edit who it is for`}>
          {`${recipient_firstname} ${recipient_lastname}`.trim() || t`Nobody yet`}
        </Fact>
        <Fact label={t`On Mobile`} card={card} step="recipient" change={t`Edit the mobile`}>
          <span className="tabular">
            {showMobile(toE164(recipient_mobile) ?? recipient_mobile) || t`No number yet`}
          </span>
        </Fact>
        <Fact label={t`Wrapping`} card={card} step="template" change={t`Edit the wrapping`}>
          <WrappingName card={card} />
        </Fact>
        <Fact label={t`When`} card={card} step="schedule" change={t`Edit when it goes out`}>
          <When words={words} zone={card.timezone} now={now} />
        </Fact>
      </dl>
      {words && (
        <SendNotice
          words={
            words.kind === 'passed'
              ? { ...words, kind: 'now', sentence: i18n._(immediateMessage('now', !card.local)) }
              : words
          }
        />
      )}
    </>
  );
}

function When({ words, zone, now }: { words: SendWords | null; zone: string; now: number }) {
  const { i18n } = useLingui();
  return words ? formatSendTime(i18n, words, { zone, now }) : <Trans>No time yet</Trans>;
}

function WrappingName({ card }: { card: FlowCard }) {
  const { chosen } = useCardPicture(card);
  return chosen?.name ?? <Trans>None yet</Trans>;
}

type FactProps = { label: string; card: FlowCard; step: Step; change: string; children: ReactNode };

function Fact({ label, card, step, change, children }: FactProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 bg-surface py-2.5 lg:px-5 lg:py-3.5">
      <dt className="text-13 text-muted">{label}</dt>
      <dd className="row-start-2 text-17 font-semibold break-words">{children}</dd>
      <dd className="row-span-2">
        <Link
          to={stepPath(card, step)}
          aria-label={change}
          className="inline-flex min-h-12 items-center rounded-control px-2 text-15 font-semibold text-accent"
        >
          <Trans>Edit</Trans>
        </Link>
      </dd>
    </div>
  );
}
