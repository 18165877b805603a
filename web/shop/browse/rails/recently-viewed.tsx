import { Trans } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Button } from '#web/ui/button.tsx';
import { productsQuery } from '../../queries/catalogue.ts';
import { clearViewed, useRecentlyViewed } from '../../state/recently-viewed.ts';
import { ProductRail } from './product-rail.tsx';

const MAX_SHOWN = 8;

export function RecentlyViewed({ except }: { except?: number }) {
  const titleId = useId();
  const ids = useRecentlyViewed((state) => state.ids)
    .filter((id) => id !== except)
    .slice(0, MAX_SHOWN);
  const { data, isError } = useQuery({
    ...productsQuery(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  if (ids.length === 0 || isError || data?.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={titleId} className="text-20">
          <Trans>Recently viewed</Trans>
        </h2>
        <Button variant="quiet" className="-mr-3 px-3! text-15!" onClick={clearViewed}>
          <Trans>Clear</Trans>
        </Button>
      </div>
      <ProductRail products={data} waiting={ids.length} />
    </section>
  );
}
