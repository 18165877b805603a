import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { type AmountLimits, readAmount } from '#contract/rules/money/free-amount.ts';
import { Button } from '#web/ui/button.tsx';
import { controlClasses, FieldError } from '#web/ui/form/field.tsx';
import { formatAmountRange } from './amount-range.ts';

type OwnAmountProps = { limits: AmountLimits; onChoose: (cents: number) => void };

export function OwnAmount({ limits, onChoose }: OwnAmountProps) {
  const { i18n, t } = useLingui();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const cents = readAmount(typed, limits);
  const range = formatAmountRange(i18n, limits);
  const wrong = submitted && cents === null;

  // Scrolls to the form instead of the field, so that the note below the field is visible.
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.form?.scrollIntoView({ block: 'center' });
  }, []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (cents !== null) return onChoose(cents);
    setSubmitted(true);
    field.current?.focus();
  }

  return (
    <form noValidate data-own-amount onSubmit={submit} className="mt-3 rounded-card bg-accent-soft p-4">
      <label htmlFor={id} className="text-15 font-semibold">
        <Trans>Your own amount</Trans>
      </label>
      <div className="mt-1.5 flex gap-2.5">
        <div className="relative min-w-0 grow">
          <span
            aria-hidden="true"
            className="absolute inset-y-0 left-3.5 grid place-items-center font-display text-25 font-bold text-muted"
          >
            $
          </span>
          <input
            ref={field}
            id={id}
            name="custom_giftcard_amount"
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="next"
            value={typed}
            aria-label={t`Your own amount in dollars`}
            aria-invalid={wrong || undefined}
            aria-describedby={`${id}-note`}
            // Drop a typed dollar sign, because the field shows its own.
            onChange={(event) => setTyped(event.target.value.replace(/^\s*\$\s*/, ''))}
            className={controlClasses(wrong, 'pl-9! font-display text-25! font-bold tabular')}
          />
        </div>
        <Button type="submit" variant="plain">
          <Trans>Choose</Trans>
        </Button>
      </div>
      {wrong ? (
        <FieldError id={`${id}-note`}>{t`Please enter a whole dollar amount from ${range}`}</FieldError>
      ) : (
        <p id={`${id}-note`} className="mt-1.5 text-15 text-muted">
          <Trans>Whole dollars, from {range}.</Trans>
        </p>
      )}
    </form>
  );
}
