import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ListWish } from '#contract/listing.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { later } from '../popups/later.tsx';
import type { FeedOf } from './feed.ts';
import { chosenFilters } from './list-wish.ts';
import { SortChoice } from './sort-choice.tsx';

const FilterSheet = later(() => import('./filter-sheet.tsx').then((file) => file.FilterSheet));

type ListToolbarProps = {
  of: FeedOf;
  total: number | undefined;
  /** There is nothing to order or narrow: the count is only read out. */
  bare: boolean;
  onWish: (wish: ListWish) => void;
};

/** How many there are, and the ways to order and narrow them. */
export function ListToolbar({ of, total, bare, onWish }: ListToolbarProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const chosen = chosenFilters(of.wish).length;
  const count = total === undefined ? '' : t({ message: plural(total, { one: '# product', other: '# products' }) });
  return (
    <div className={bare ? 'sr-only' : 'mb-3 flex min-h-12 items-center justify-between gap-3 sm:mb-4'}>
      {/* Seen and, when it changes, read out: one text for both. */}
      <p role="status" className="text-15 text-muted tabular">
        {count}
      </p>
      {!bare && (
        <>
          <SortChoice wish={of.wish} onWish={onWish} bestFirst={of.kind === 'search'} className="hidden lg:flex" />
          <Button
            look="plain"
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
            className="px-4! text-15! lg:hidden"
          >
            <Icon name="filter" className="size-5" />
            {chosen > 0 ? <Trans>Filter ({chosen})</Trans> : <Trans>Filter</Trans>}
          </Button>
        </>
      )}
      {open && (
        <Sheet onClose={() => setOpen(false)}>
          <FilterSheet
            of={of}
            onDone={(wish) => {
              setOpen(false);
              onWish(wish);
            }}
          />
        </Sheet>
      )}
    </div>
  );
}
