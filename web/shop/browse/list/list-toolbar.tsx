import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ListQuery } from '#contract/shapes/listing.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { lateComponent } from '../../popups/late-component.tsx';
import { lazyComponent } from '../../popups/lazy-component.tsx';
import type { Feed } from '../feed/feed.ts';
import { chosenFilters } from '../feed/list-query.ts';

const Sheet = lazyComponent(() => import('#web/ui/sheet/sheet.tsx').then((file) => file.Sheet), { waiting: null });
const FilterSheet = lazyComponent(() => import('./list-parts.ts').then((parts) => parts.FilterSheet));

const SortChoice = lateComponent(() => import('./list-parts.ts').then((parts) => parts.SortChoice));

type ListToolbarProps = {
  feed: Feed;
  total: number | undefined;
  /** True if there is nothing to sort or filter. The count is then only for screen readers. */
  bare: boolean;
  onListQuery: (listQuery: ListQuery) => void;
};

export function ListToolbar({ feed, total, bare, onListQuery }: ListToolbarProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const chosen = chosenFilters(feed.listQuery).length;
  const count = total === undefined ? '' : t({ message: plural(total, { one: '# product', other: '# products' }) });
  return (
    <div className={bare ? 'sr-only' : 'mb-3 flex min-h-12 items-center justify-between gap-3 sm:mb-4'}>
      <p role="status" className="text-15 text-muted tabular">
        {count}
      </p>
      {!bare && (
        <>
          <SortChoice
            listQuery={feed.listQuery}
            onListQuery={onListQuery}
            bestFirst={feed.kind === 'search'}
            className="hidden lg:flex"
          />
          <Button variant="plain" aria-haspopup="dialog" onClick={() => setOpen(true)} className="btn-small lg:hidden">
            <Icon name="filter" className="size-5" />
            {chosen > 0 ? <Trans>Filter ({chosen})</Trans> : <Trans>Filter</Trans>}
          </Button>
        </>
      )}
      {open && (
        <Sheet onClose={() => setOpen(false)}>
          <FilterSheet
            feed={feed}
            onDone={(listQuery) => {
              setOpen(false);
              onListQuery(listQuery);
            }}
          />
        </Sheet>
      )}
    </div>
  );
}
