import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icons.tsx';
import { doneSteps, type FlowCard, type Step, stepPath } from './flow-card.ts';

const steps: { step: Step; label: MessageDescriptor }[] = [
  { step: 'recipient', label: msg`Who` },
  { step: 'template', label: msg`Wrap` },
  { step: 'schedule', label: msg`When` },
  { step: 'preview', label: msg`Preview` },
];

export function StepTrail({ card, current }: { card: FlowCard; current: Step }) {
  const { i18n, t } = useLingui();
  const done = doneSteps(card);
  const reach = steps.findIndex(({ step }) => !done[step]);
  return (
    <nav aria-label={t`Steps`} className="pt-2 sm:pt-5">
      <ol className="grid max-w-xl grid-cols-4 gap-1.5">
        {steps.map(({ step, label }, index) => {
          const isCurrent = step === current;
          const open = isCurrent || reach === -1 || index <= reach;
          const ticked = done[step] && !isCurrent && step !== 'preview';
          const look = classes(
            'flex min-h-12 items-end border-b-4 pb-1.5 text-[min(0.8125rem,4.4vw)] font-semibold',
            isCurrent ? 'border-accent text-ink' : ticked ? 'border-good text-muted' : 'border-line text-muted',
          );
          const inside = (
            <span className="flex items-center gap-1">
              {ticked && <Icon name="check" className="size-4 text-good" />}
              {i18n._(label)}
            </span>
          );
          return (
            <li key={step}>
              {open ? (
                <Link to={stepPath(card, step)} aria-current={isCurrent ? 'step' : undefined} className={look}>
                  {inside}
                </Link>
              ) : (
                <span className={look}>{inside}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
