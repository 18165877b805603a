import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import type { Product } from '#contract/catalogue.ts';
import { localizeOptionTitle } from '#contract/rules/money/money.ts';
import { classes } from '#web/ui/classes.ts';
import { FieldError } from '#web/ui/form/field.tsx';
import { formatAmountRange } from './amount-range.ts';
import { toAmountLimits } from './create-gift-card.ts';
import { OwnAmount } from './own-amount.tsx';
import { isGone } from './sold-out.tsx';

type AmountsProps = {
  product: Product;
  error: string | undefined;
  onBegin: () => void;
  onChoose: (price: number) => void;
  onOwn: (cents: number) => void;
};

const chip =
  'group flex min-h-20 min-w-fit grow flex-col items-center justify-center rounded-card border-2 px-1 font-display font-bold tabular ' +
  'transition-[background-color,color,scale] duration-150 active:scale-[0.97] enabled:hover:bg-accent enabled:hover:text-on-accent ' +
  'disabled:border-line disabled:bg-sunken disabled:text-25 disabled:text-muted disabled:active:scale-100';

const LONGEST_LARGE = 5;

function widthClass(index: number, count: number): string {
  if (count === 1) return 'basis-full';
  const inTwos = count % 3 === 0 ? 0 : count % 3 === 1 ? 4 : 2;
  return index < count - inTwos ? 'basis-[30%]' : 'basis-[45%]';
}

/** Uses buttons instead of radio buttons, because a tap continues at once. */
export function Amounts({ product, error, onBegin, onChoose, onOwn }: AmountsProps) {
  const { i18n } = useLingui();
  const id = useId();
  const [open, setOpen] = useState(false);
  const values = product.configurable_options.gift_card_price?.options ?? [];
  const limits = toAmountLimits(product);
  const edge = error ? 'border-bad' : 'border-edge';
  const titles = values.map(({ default_title }) => localizeOptionTitle(default_title, i18n.locale));
  const size = titles.some((title) => title.length > LONGEST_LARGE) ? 'text-20 sm:text-25' : 'text-32';
  const look = classes(chip, size, edge, 'bg-surface');
  const count = values.length + (limits ? 1 : 0);
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that act at once are no form fields.
    <div role="group" aria-labelledby={`${id}-label`}>
      <h2 id={`${id}-label`} className="text-25">
        <Trans>How much?</Trans>
      </h2>
      <p className="mt-0.5 mb-3 text-15 text-muted">
        {isGone(product) ? <Trans>Sold out for now</Trans> : <Trans>Tap an amount and say who it is for.</Trans>}
      </p>
      <div className="flex flex-wrap gap-2.5 sm:gap-3">
        {values.map(({ option_value: value, qty }, index) => (
          <button
            key={value}
            type="button"
            data-amount={value}
            disabled={qty <= 0}
            aria-describedby={error ? `${id}-error` : undefined}
            onClick={() => {
              onBegin();
              onChoose(value);
            }}
            className={classes(look, widthClass(index, count))}
          >
            {titles[index]}
            {qty <= 0 && (
              <span className="font-sans text-13 font-semibold">
                <Trans>Sold out</Trans>
              </span>
            )}
          </button>
        ))}
        {limits && (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={`${id}-own`}
            onClick={() => {
              onBegin();
              setOpen(!open);
            }}
            className={classes(
              chip,
              widthClass(count - 1, count),
              open ? 'bg-accent-soft' : 'border-dashed bg-surface',
              edge,
            )}
          >
            <span className="text-20">
              <Trans>Other</Trans>
            </span>
            <span className="font-sans text-13 font-normal text-muted group-hover:text-on-accent">
              {formatAmountRange(i18n, limits)}
            </span>
          </button>
        )}
      </div>
      {error && (
        <div id={`${id}-error`}>
          <FieldError id={`${id}-message`}>{error}</FieldError>
          <p className="text-15 text-muted">
            <Trans>Tap one of the amounts above to continue.</Trans>
          </p>
        </div>
      )}
      <div id={`${id}-own`}>{open && limits && <OwnAmount limits={limits} onChoose={onOwn} />}</div>
    </div>
  );
}
