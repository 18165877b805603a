import { useId } from 'react';
import type { Product } from '#contract/catalogue.ts';
import { classes } from '../../ui/classes.ts';
import { FieldError } from '../../ui/field.tsx';

type AmountsProps = { product: Product; problem: string | undefined; onChoose: (price: number) => void };

/** The prices of a gift card. Plain buttons, because choosing one goes on at once (OQ-062). */
export function Amounts({ product, problem, onChoose }: AmountsProps) {
  const id = useId();
  const values = product.configurable_options.gift_card_price?.options ?? [];
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that act at once are no form fields.
    <div role="group" aria-labelledby={`${id}-label`}>
      <h2 id={`${id}-label`} className="text-20">
        How much?
      </h2>
      <p className="mt-0.5 mb-3 text-15 text-muted">Tap an amount and say who it is for.</p>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(5.75rem,1fr))] gap-2.5">
        {values.map(({ option_value: value, default_title: title, qty }) => (
          <button
            key={value}
            type="button"
            data-amount={value}
            disabled={qty <= 0}
            aria-describedby={problem ? `${id}-problem` : undefined}
            onClick={() => onChoose(value)}
            className={classes(
              'flex min-h-16 flex-col items-center justify-center rounded-card border bg-surface font-display text-25 font-bold tabular',
              'transition-[border-color,background-color,scale] duration-150 active:scale-[0.97]',
              'enabled:hover:border-accent enabled:hover:bg-accent-soft disabled:border-line disabled:bg-transparent disabled:text-muted disabled:active:scale-100',
              problem ? 'border-bad' : 'border-edge',
            )}
          >
            {title}
            {qty <= 0 && <span className="font-sans text-13 font-semibold">Sold out</span>}
          </button>
        ))}
      </div>
      <FieldError id={`${id}-problem`}>{problem}</FieldError>
    </div>
  );
}
