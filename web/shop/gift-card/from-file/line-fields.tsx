import { Trans, useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { TextField } from '#web/ui/form/text-field.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { MobileField } from '../../address/mobile-field.tsx';
import type { Person } from '../../state/gift-card-drafts.ts';
import type { JudgedLine } from './judge-lines.ts';
import type { ListState } from './use-list.ts';

const small = 'px-3! text-15!';

type LineFieldsProps = { judged: JudgedLine; list: ListState };

export function LineFields({ judged, list }: LineFieldsProps) {
  const { t } = useLingui();
  const { line, person, errors, verdict } = judged;
  const field = (name: keyof Person) => ({
    value: person[name],
    error: errors[name],
    autoComplete: 'off',
    onValue: (text: string) => list.setPerson(line, { ...person, [name]: text }),
  });
  return (
    <fieldset className={classes('min-w-0 border-l-4 pl-3', EDGE[verdict])}>
      <legend className="sr-only">
        <Trans>Row {line}</Trans>
      </legend>
      <div className="flex flex-wrap items-center gap-x-3">
        <p aria-hidden="true" className="text-15 font-semibold tabular">
          <Trans>Row {line}</Trans>
        </p>
        <Said judged={judged} />
        {verdict === 'out' && (
          <Button variant="quiet" className={classes(small, 'ml-auto')} onClick={() => list.leaveOut(line, false)}>
            <Trans>Put back</Trans> <span className="sr-only">{t`Row ${line}`}</span>
          </Button>
        )}
      </div>
      {verdict !== 'out' && (
        <>
          <div className="mt-1 grid gap-3 sm:grid-cols-3">
            <TextField label={t`Firstname`} {...field('recipient_firstname')} />
            <TextField label={t`Lastname`} {...field('recipient_lastname')} />
            <MobileField label={t`Mobile`} {...field('recipient_mobile')} />
          </div>
          <div className="mt-1 -ml-3 flex flex-wrap">
            <Button variant="quiet" className={small} onClick={() => list.leaveOut(line, true)}>
              <Trans>Skip</Trans> <span className="sr-only">{t`Row ${line}`}</span>
            </Button>
            {verdict === 'double' && (
              <Button variant="quiet" className={small} onClick={() => list.sendTwice(line, true)}>
                <Trans>Send both</Trans> <span className="sr-only">{t`Row ${line}`}</span>
              </Button>
            )}
          </div>
        </>
      )}
    </fieldset>
  );
}

const EDGE = { good: 'border-good', wrong: 'border-bad', double: 'border-warn', out: 'border-line' };

function Said({ judged: { verdict, double } }: { judged: JudgedLine }) {
  if (verdict === 'wrong') return null;
  if (verdict === 'out') {
    return (
      <span className="text-15 text-muted">
        <Trans>Skipped</Trans>
      </span>
    );
  }
  if (verdict === 'good') {
    return (
      <span className="flex items-center gap-1.5 text-15 font-semibold text-good">
        <Icon name="check" className="size-5" />
        <Trans>Fixed</Trans>
      </span>
    );
  }
  return (
    <span data-double={double} className="flex items-center gap-1.5 text-15 font-semibold text-warn">
      <Icon name="alert" className="size-5" />
      {double === 0 ? (
        <Trans>This number gets the card already.</Trans>
      ) : (
        <Trans>Row {double} has this number too.</Trans>
      )}
    </span>
  );
}

type ReadyLineProps = { line: number; person: Person; onLeaveOut: (line: number) => void };

/** Memoized, because a list may have a thousand rows. */
export const ReadyLine = memo(function ReadyLine({ line, person, onLeaveOut }: ReadyLineProps) {
  const { t } = useLingui();
  const { recipient_firstname, recipient_lastname, recipient_mobile } = person;
  const name = `${recipient_firstname} ${recipient_lastname}`;
  return (
    <li className="flex items-center gap-3 [contain-intrinsic-size:auto_3rem] [content-visibility:auto]">
      <span aria-hidden="true" className="w-10 shrink-0 text-13 text-muted tabular">
        {line}
      </span>
      <span className="min-w-0 grow text-15 wrap-anywhere">
        {name} <span className="whitespace-nowrap text-muted tabular">{recipient_mobile}</span>
      </span>
      <Button variant="quiet" className={small} aria-label={t`Skip ${name}`} onClick={() => onLeaveOut(line)}>
        <Trans>Skip</Trans>
      </Button>
    </li>
  );
});
