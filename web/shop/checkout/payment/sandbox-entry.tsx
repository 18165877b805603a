import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentProps, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { controlClasses, Field, findFirstInvalidField, focusFirstField } from '#web/ui/form/field.tsx';
import { errorText } from '../../errors/error-text.ts';
import { LONGEST_CVC, readExpiry, stripNonDigits, writeExpiry } from '../../payment-card/card-number.ts';
import type { CardEntryProps } from './card-entry.tsx';
import { cardErrorParts } from './card-error.tsx';
import { NumberField } from './number-field.tsx';
import { type CardField, createSandboxMethod } from './sandbox-provider.ts';

const TEST_NUMBER = '4242 4242 4242 4242';

/** Shows that payments go to the sandbox and offers a test card, so that customers enter no real cards. */
export function SandboxEntry({ ref, focus }: CardEntryProps) {
  const { t } = useLingui();
  const [number, setNumber] = useState('');
  const [expiry, setExpiry] = useState('');
  const [cvc, setCvc] = useState('');
  const [wrong, setWrong] = useState<CardField | null>(null);
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focus) focusFirstField(fields.current);
  }, [focus]);

  useImperativeHandle(ref, () => ({
    async createPaymentMethod() {
      setWrong(null);
      const empty = number + expiry + cvc === '';
      const result = empty
        ? { field: 'number' as const, error: errorText('card_required') }
        : await createSandboxMethod({ number, ...readExpiry(expiry), cvc });
      if ('id' in result) return result;
      setWrong(result.field);
      return { error: result.error };
    },
    focusWrong: () => findFirstInvalidField(fields.current)?.focus(),
  }));

  function typing(change: () => void) {
    setWrong(null);
    change();
  }
  function fillTestCard() {
    typing(() => setNumber(TEST_NUMBER));
    setExpiry(`12/${String(new Date().getFullYear() + 3).slice(-2)}`);
    setCvc('123');
  }
  return (
    <div ref={fields} className="space-y-4">
      <p className="rounded-control border border-dashed border-edge bg-sunken px-3.5 py-2.5 text-15">
        <Trans>
          <strong>Sandbox: no money moves.</strong> Type the test card <span className="tabular">{TEST_NUMBER}</span>,
          any later date and any CVC, or{' '}
          <button
            type="button"
            onClick={fillTestCard}
            className="-my-3 min-h-12 rounded-control font-semibold underline underline-offset-4"
          >
            fill it in
          </button>
          .
        </Trans>
      </p>
      <NumberField value={number} onValue={(value) => typing(() => setNumber(value))} wrong={wrong === 'number'} />
      <div className="grid grid-cols-2 gap-3">
        <ShortField
          label={t`Expiry`}
          name="exp-date"
          autoComplete="cc-exp"
          placeholder={t`MM/YY`}
          value={expiry}
          wrong={wrong === 'expiry'}
          onValue={(value) => typing(() => setExpiry(writeExpiry(value, expiry)))}
        />
        <ShortField
          label={t`CVC`}
          name="cvc"
          autoComplete="cc-csc"
          placeholder="123"
          value={cvc}
          wrong={wrong === 'cvc'}
          onValue={(value) => typing(() => setCvc(stripNonDigits(value).slice(0, LONGEST_CVC)))}
        />
      </div>
    </div>
  );
}

type ShortFieldProps = { label: string; wrong: boolean; onValue: (value: string) => void } & Pick<
  ComponentProps<'input'>,
  'name' | 'autoComplete' | 'placeholder' | 'value'
>;

/** Marks the field without a message, because the error message is below the form. */
function ShortField({ label, wrong, onValue, ...input }: ShortFieldProps) {
  return (
    <Field label={label}>
      {(inside) => (
        <input
          {...input}
          {...inside}
          type="text"
          inputMode="numeric"
          {...cardErrorParts(wrong)}
          onChange={(event) => onValue(event.target.value)}
          className={controlClasses(wrong, 'tabular')}
        />
      )}
    </Field>
  );
}
