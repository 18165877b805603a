import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import type { Product } from '#contract/catalogue.ts';
import type { AttributeCode } from '#contract/rules/limits.ts';
import { priceText } from '#contract/rules/money/money.ts';
import { localizeOptionLabel } from '#web/shared/languages/option-label.ts';
import { classes } from '#web/ui/classes.ts';
import { FieldError } from '#web/ui/form/field.tsx';
import { useCurrencyView } from '../../session/session.ts';
import { type Choice, type ChoiceErrors, isPossible, listAttributes, listPricesByValue } from './choices.ts';

type OptionPickerProps = {
  product: Product;
  choice: Choice;
  errors: ChoiceErrors;
  onChoose: (input: { code: AttributeCode; value: number }) => void;
};

export function OptionPicker({ product, choice, errors, onChoose }: OptionPickerProps) {
  return listAttributes(product).map((code) => (
    <Group key={code} code={code} product={product} choice={choice} error={errors[code]} onChoose={onChoose} />
  ));
}

type GroupProps = Omit<OptionPickerProps, 'errors'> & { code: AttributeCode; error: string | undefined };

function Group({ product, code, choice, error, onChoose }: GroupProps) {
  const id = useId();
  const { i18n } = useLingui();
  const named = product.options.find((option) => option.attribute_code === code)?.super_attribute_label ?? code;
  const label = localizeOptionLabel(i18n, named);
  const values = product.configurable_options[code]?.options ?? [];
  const prices = listPricesByValue(product, choice, code);
  const view = useCurrencyView();
  const chosen = values.find((value) => value.option_value === choice[code]);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-15 font-semibold">
        {label}
        {chosen && <span className="font-normal text-muted">{`: ${chosen.default_title}`}</span>}
      </legend>
      <div className={classes('flex flex-wrap gap-2', error && 'border-l-4 border-bad pl-3')}>
        {values.map(({ option_value: value, default_title: title }) => {
          const possible = isPossible(product, choice, { code, value });
          return (
            <label key={value} className={chipClasses(possible)}>
              <input
                type="radio"
                name={`${id}-${code}`}
                value={value}
                checked={choice[code] === value}
                disabled={!possible}
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? `${id}-error` : undefined}
                onChange={() => onChoose({ code, value })}
                className="sr-only"
              />
              <span className={possible ? '' : 'line-through'}>{title}</span>
              {prices?.has(value) && (
                <span className="text-13 font-normal text-muted tabular">
                  {priceText(prices.get(value) ?? 0, view)}
                </span>
              )}
              {!possible && (
                <span className="sr-only">
                  <Trans>, sold out</Trans>
                </span>
              )}
            </label>
          );
        })}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}

function chipClasses(possible: boolean): string {
  return classes(
    'relative inline-flex min-h-12 min-w-14 flex-col items-center justify-center rounded-control border px-4 text-15 font-semibold transition-colors',
    'has-checked:border-accent has-checked:bg-accent-soft has-checked:ring-1 has-checked:ring-accent',
    'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
    possible ? 'border-edge bg-surface hover:bg-sunken' : 'cursor-default border-line bg-transparent text-muted',
  );
}
