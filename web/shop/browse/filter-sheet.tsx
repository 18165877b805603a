import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListWish } from '#contract/listing.ts';
import { Button } from '../../ui/button.tsx';
import { SheetTitle } from '../../ui/sheet.tsx';
import { type FeedOf, facetsQuery } from './feed.ts';
import { FilterForm } from './filter-form.tsx';
import { chosenFilters, tidy } from './list-wish.ts';
import { SortChoice } from './sort-choice.tsx';

/** Filters and sorting on a phone: chosen here first, shown all at once, with the number of products they leave. */
export function FilterSheet({ of, onDone }: { of: FeedOf; onDone: (wish: ListWish) => void }) {
  const { t } = useLingui();
  const [wish, setWish] = useState(of.wish);
  const { data: facets } = useQuery(facetsQuery({ ...of, wish }));
  const total = facets?.total ?? 0;
  return (
    <>
      <SheetTitle>
        <Trans>Filter and sort</Trans>
      </SheetTitle>
      <div className="mt-5 space-y-6">
        <SortChoice wish={wish} onWish={setWish} bestFirst={of.kind === 'search'} className="flex" />
        <FilterForm facets={facets} wish={wish} onWish={setWish} />
      </div>
      <div className="sticky bottom-0 -mx-5 mt-6 -mb-5 flex gap-3 border-t border-line bg-surface px-5 py-3 sm:-mx-7 sm:-mb-7 sm:px-7">
        <Button
          look="plain"
          disabled={chosenFilters(wish).length === 0}
          onClick={() => setWish(tidy({ sort: wish.sort } as ListWish))}
        >
          <Trans>Clear</Trans>
        </Button>
        <Button className="grow" onClick={() => onDone(wish)}>
          {t({ message: plural(total, { one: 'Show # product', other: 'Show # products' }) })}
        </Button>
      </div>
    </>
  );
}
