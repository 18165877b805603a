import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { amountBeforeCode } from '#contract/rules/money/money.ts';
import type { Facets } from '#contract/search.ts';
import type { ListQuery } from '#contract/shapes/listing.ts';
import { Icon } from '#web/ui/icons.tsx';
import { type Chosen, chosenFilters } from '../feed/list-query.ts';
import { occasionWords } from './occasion-words.ts';

const chip =
  'flex min-h-12 items-center gap-2 rounded-full px-4 text-15 font-semibold whitespace-nowrap transition-colors';

type ActiveFiltersProps = {
  listQuery: ListQuery;
  facets: Facets | undefined;
  onListQuery: (listQuery: ListQuery) => void;
};

export function ActiveFilters({ listQuery, facets, onListQuery }: ActiveFiltersProps) {
  const { i18n, t } = useLingui();
  const chosen = chosenFilters(listQuery);
  return (
    <ul aria-label={t`Active filters`} className="mb-4 flex flex-wrap gap-2">
      {chosen.map((filter) => {
        const words = formatFilter(i18n, filter, facets);
        return (
          <li key={filter.kind === 'seller' ? filter.seller : `${filter.kind}:`}>
            <button
              type="button"
              aria-label={t`Remove filter: ${words}`}
              onClick={() => onListQuery(filter.remainingQuery)}
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
            onClick={() => onListQuery(listQuery.sort ? { sort: listQuery.sort } : {})}
            className={`${chip} text-accent hover:bg-accent-soft`}
          >
            <Trans>Clear all</Trans>
          </button>
        </li>
      )}
    </ul>
  );
}

function formatFilter(i18n: I18n, filter: Chosen, facets: Facets | undefined): string {
  if (filter.kind === 'occasion') return i18n._(occasionWords[filter.occasion]);
  if (filter.kind === 'seller')
    return facets?.sellers.find(({ shop_url }) => shop_url === filter.seller)?.name ?? filter.seller;
  if (filter.kind === 'price') return formatPriceFilter(i18n, filter);
  if (filter.kind === 'stock') return i18n._(msg`In stock`);
  return filter.kind === 'giftcard' ? i18n._(msg`Gift cards`) : i18n._(msg`Products`);
}

function formatPriceFilter(i18n: I18n, { min, max }: { min: number | undefined; max: number | undefined }): string {
  const [low, high] = [amountBeforeCode(min ?? 0, i18n.locale), amountBeforeCode(max ?? 0, i18n.locale)];
  if (min === undefined) return i18n._(msg`Up to ${high} AUD`);
  return max === undefined ? i18n._(msg`${low} AUD and more`) : i18n._(msg`${low} to ${high} AUD`);
}
