import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Facets } from '#contract/finding.ts';
import type { ListWish } from '#contract/listing.ts';
import { amountText } from '#contract/rules/money.ts';
import { TextField } from '../../ui/text-field.tsx';
import { dollars } from './list-wish.ts';

type Prices = Record<'price_min' | 'price_max', number | undefined>;
type PriceRangeProps = { wish: ListWish; limits: Facets['price']; onPrices: (prices: Prices) => void };

/** Two prices as they are typed; they count when a field is left or Enter is pressed. */
export function PriceRange({ wish, limits, onPrices }: PriceRangeProps) {
  const { i18n, t } = useLingui();
  const [min, setMin] = useState(text(wish.price_min));
  const [max, setMax] = useState(text(wish.price_max));
  const [shown, show] = useState<Pick<ListWish, 'price_min' | 'price_max'>>(wish);
  // A price that was changed elsewhere, by a chip or by 'back'. The other field keeps what is being typed into it.
  if (shown.price_min !== wish.price_min || shown.price_max !== wish.price_max) {
    show(wish);
    if (shown.price_min !== wish.price_min) setMin(text(wish.price_min));
    if (shown.price_max !== wish.price_max) setMax(text(wish.price_max));
  }
  function settle() {
    const [low, high] = [dollars(min), dollars(max)];
    // Typed the wrong way round, they are meant the right way round.
    const turned = low !== undefined && high !== undefined && low > high;
    const prices = turned ? { price_min: high, price_max: low } : { price_min: low || undefined, price_max: high };
    if (prices.price_min !== wish.price_min || prices.price_max !== wish.price_max) onPrices(prices);
  }
  const field = { inputMode: 'decimal', autoComplete: 'off', maxLength: 9, onBlur: settle } as const;
  return (
    <form
      className="grid grid-cols-2 gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        settle();
      }}
    >
      <TextField
        {...field}
        label={t({ message: 'From', context: 'lowest price' })}
        name="price_min"
        placeholder={limits ? amountText(Math.floor(limits.min), i18n.locale) : ''}
        value={min}
        onValue={setMin}
      />
      <TextField
        {...field}
        label={t({ message: 'To', context: 'highest price' })}
        name="price_max"
        placeholder={limits ? amountText(Math.ceil(limits.max), i18n.locale) : ''}
        value={max}
        onValue={setMax}
      />
      <button type="submit" hidden />
    </form>
  );
}

function text(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}
