import { useLingui } from '@lingui/react/macro';
import { type FocusEvent, useState } from 'react';
import { amountText } from '#contract/rules/money/money.ts';
import type { Facets } from '#contract/search.ts';
import type { ListQuery } from '#contract/shapes/listing.ts';
import { TextField } from '#web/ui/form/text-field.tsx';
import { parseDollars } from '../feed/list-query.ts';

type Prices = Record<'price_min' | 'price_max', number | undefined>;
type PriceRangeProps = { listQuery: ListQuery; limits: Facets['price']; onPrices: (prices: Prices) => void };

export function PriceRange({ listQuery, limits, onPrices }: PriceRangeProps) {
  const { i18n, t } = useLingui();
  const [min, setMin] = useState(toFieldText(listQuery.price_min));
  const [max, setMax] = useState(toFieldText(listQuery.price_max));
  const [shownPrices, show] = useState<Pick<ListQuery, 'price_min' | 'price_max'>>(listQuery);
  // A price changed elsewhere updates its field; the other field keeps the text being typed.
  if (shownPrices.price_min !== listQuery.price_min || shownPrices.price_max !== listQuery.price_max) {
    show(listQuery);
    if (shownPrices.price_min !== listQuery.price_min) setMin(toFieldText(listQuery.price_min));
    if (shownPrices.price_max !== listQuery.price_max) setMax(toFieldText(listQuery.price_max));
  }
  /** Applies the typed prices. `unfinished`: the field still being typed into, whose previous price stays. */
  function settle(unfinished?: keyof Prices) {
    const low = unfinished === 'price_min' ? listQuery.price_min : parseDollars(min);
    const high = unfinished === 'price_max' ? listQuery.price_max : parseDollars(max);
    const turned = low !== undefined && high !== undefined && low > high;
    // Do not swap a minimum above the maximum yet: the customer is still typing.
    if (turned && unfinished) return;
    const prices = turned ? { price_min: high, price_max: low } : { price_min: low || undefined, price_max: high };
    if (prices.price_min !== listQuery.price_min || prices.price_max !== listQuery.price_max) onPrices(prices);
  }
  /** Early input is replayed, so blur may fire late, when the customer already types into the other field. */
  function leave({ currentTarget: { form } }: FocusEvent<HTMLInputElement>) {
    const focused = (['price_min', 'price_max'] as const).find(
      (name) => form?.elements.namedItem(name) === document.activeElement,
    );
    settle(focused);
  }
  const field = { inputMode: 'decimal', autoComplete: 'off', maxLength: 9, onBlur: leave } as const;
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

function toFieldText(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}
