import { useLingui } from '@lingui/react/macro';
import { type ChangeEvent, useLayoutEffect, useRef } from 'react';
import { controlClasses, Field } from '#web/ui/form/field.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { BrandMark } from '../../payment-card/brand-mark.tsx';
import { detectCardBrand, groupNumber, stripNonDigits } from '../../payment-card/card-number.ts';
import { cardErrorParts } from './card-error.tsx';

type NumberFieldProps = { value: string; onValue: (value: string) => void; wrong: boolean };

export function NumberField({ value, onValue, wrong }: NumberFieldProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const brand = detectCardBrand(value);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the caret is set once the grouped value is on the page.
  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [value]);

  function change({ target }: ChangeEvent<HTMLInputElement>) {
    const groupedNumber = groupNumber(target.value);
    const before = stripNonDigits(target.value.slice(0, target.selectionStart ?? target.value.length)).length;
    caret.current = placeAfter(groupedNumber, before);
    onValue(groupedNumber);
  }
  return (
    <Field label={t`Card number`}>
      {(inside) => (
        <div className="relative">
          <input
            {...inside}
            ref={input}
            type="text"
            name="cardnumber"
            inputMode="numeric"
            autoComplete="cc-number"
            placeholder="1234 1234 1234 1234"
            {...cardErrorParts(wrong)}
            value={value}
            onChange={change}
            className={controlClasses(wrong, 'pr-16 tabular')}
          />
          <span className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2">
            {brand ? <BrandMark brand={brand} /> : <Icon name="card" className="text-muted" />}
          </span>
        </div>
      )}
    </Field>
  );
}

function placeAfter(text: string, digits: number): number {
  if (digits === 0) return 0;
  let seen = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] !== ' ') seen += 1;
    if (seen === digits) return index + 1;
  }
  return text.length;
}
