import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { SORTS, type Sort } from '#contract/rules/listing.ts';
import type { ListQuery } from '#contract/shapes/listing.ts';
import { classes } from '#web/ui/classes.ts';
import { controlClasses } from '#web/ui/form/field.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { normalizeListQuery } from '../feed/list-query.ts';

const words = {
  newest: msg`Newest first`,
  price_up: msg`Price, low to high`,
  price_down: msg`Price, high to low`,
  name: msg`Name, A to Z`,
} satisfies Record<Sort, unknown>;

type SortChoiceProps = {
  listQuery: ListQuery;
  onListQuery: (listQuery: ListQuery) => void;
  bestFirst?: boolean;
  className?: string;
};

export function SortChoice({ listQuery, onListQuery, bestFirst = false, className }: SortChoiceProps) {
  const { i18n, t } = useLingui();
  const id = useId();
  return (
    <div className={classes('items-center gap-3', className)}>
      <label htmlFor={id} className="text-15 font-semibold whitespace-nowrap">
        <Trans>Sort by</Trans>
      </label>
      <div className="relative grow">
        <select
          id={id}
          value={listQuery.sort ?? 'newest'}
          onChange={(event) => onListQuery(normalizeListQuery({ ...listQuery, sort: event.target.value as Sort }))}
          className={controlClasses(false, 'appearance-none pr-11')}
        >
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {sort === 'newest' && bestFirst ? t`Best match` : i18n._(words[sort])}
            </option>
          ))}
        </select>
        <Icon name="down" className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted" />
      </div>
    </div>
  );
}
