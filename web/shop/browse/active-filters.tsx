import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Facets } from '#contract/finding.ts';
import type { ListWish } from '#contract/listing.ts';
import { amountBeforeCode } from '#contract/rules/money.ts';
import { Icon } from '../../ui/icons.tsx';
import { type Chosen, chosenFilters } from './list-wish.ts';

const chip =
  'flex min-h-12 items-center gap-2 rounded-full px-4 text-15 font-semibold whitespace-nowrap transition-colors';

type ActiveFiltersProps = { wish: ListWish; facets: Facets | undefined; onWish: (wish: ListWish) => void };

/** Each filter that is on as a chip that takes it off. */
export function ActiveFilters({ wish, facets, onWish }: ActiveFiltersProps) {
  const { i18n, t } = useLingui();
  const chosen = chosenFilters(wish);
  if (chosen.length === 0) return null;
  return (
    <ul aria-label={t`Filters that are on`} className="mb-4 flex flex-wrap gap-2">
      {chosen.map((one) => {
        const words = wordsOf(i18n, one, facets);
        return (
          <li key={one.what === 'seller' ? one.seller : `${one.what}:`}>
            <button
              type="button"
              aria-label={t`Remove filter: ${words}`}
              onClick={() => onWish(one.without)}
              className={`${chip} border border-accent bg-accent-soft`}
            >
              {words}
              <Icon name="close" className="size-4" />
            </button>
          </li>
        );
      })}
      {chosen.length > 1 && (
        <li>
          <button
            type="button"
            onClick={() => onWish(wish.sort ? { sort: wish.sort } : {})}
            className={`${chip} text-accent hover:bg-accent-soft`}
          >
            <Trans>Clear all</Trans>
          </button>
        </li>
      )}
    </ul>
  );
}

function wordsOf(i18n: I18n, one: Chosen, facets: Facets | undefined): string {
  if (one.what === 'seller') return facets?.sellers.find(({ shop_url }) => shop_url === one.seller)?.name ?? one.seller;
  if (one.what === 'price') return priceWords(i18n, one);
  if (one.what === 'stock') return i18n._(msg`In stock`);
  return one.what === 'giftcard' ? i18n._(msg`Gift cards`) : i18n._(msg`Products`);
}

function priceWords(i18n: I18n, { min, max }: { min: number | undefined; max: number | undefined }): string {
  const [low, high] = [amountBeforeCode(min ?? 0, i18n.locale), amountBeforeCode(max ?? 0, i18n.locale)];
  if (min === undefined) return i18n._(msg`Up to ${high} AUD`);
  return max === undefined ? i18n._(msg`${low} AUD and more`) : i18n._(msg`${low} to ${high} AUD`);
}
