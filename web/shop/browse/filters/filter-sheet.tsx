import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListQuery } from '#contract/shapes/listing.ts';
import { Button } from '#web/ui/button.tsx';
import { SheetTitle } from '#web/ui/sheet/sheet.tsx';
import { type Feed, facetsQuery } from '../feed/feed.ts';
import { chosenFilters, normalizeListQuery } from '../feed/list-query.ts';
import { FilterForm } from './filter-form.tsx';
import { SortChoice } from './sort-choice.tsx';

export function FilterSheet({ feed, onDone }: { feed: Feed; onDone: (listQuery: ListQuery) => void }) {
  const { t } = useLingui();
  const [listQuery, setListQuery] = useState(feed.listQuery);
  const { data: facets } = useQuery(facetsQuery({ ...feed, listQuery }));
  const total = facets?.total ?? 0;
  return (
    <>
      <SheetTitle>
        <Trans>Filter and sort</Trans>
      </SheetTitle>
      <div className="mt-5 space-y-6">
        <SortChoice
          listQuery={listQuery}
          onListQuery={setListQuery}
          bestFirst={feed.kind === 'search'}
          className="flex"
        />
        <FilterForm facets={facets} listQuery={listQuery} onListQuery={setListQuery} />
      </div>
      <div className="sticky bottom-0 -mx-5 mt-6 -mb-5 flex gap-3 border-t border-line bg-surface px-5 py-3 sm:-mx-7 sm:-mb-7 sm:px-7">
        <Button
          variant="plain"
          disabled={chosenFilters(listQuery).length === 0}
          onClick={() => setListQuery(normalizeListQuery({ sort: listQuery.sort } as ListQuery))}
        >
          <Trans>Clear</Trans>
        </Button>
        <Button className="grow" onClick={() => onDone(listQuery)}>
          {t({ message: plural(total, { one: 'Show # product', other: 'Show # products' }) })}
        </Button>
      </div>
    </>
  );
}
