import { Trans } from '@lingui/react/macro';
import type { TileProduct } from '#contract/catalogue.ts';
import { tilePriceText } from '#contract/rules/money/money.ts';
import { Price } from '#web/ui/price.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useCurrencyView } from '../session/session.ts';
import { PictureStrip } from './picture-strip.tsx';
import { Columns } from './product-screen.tsx';

export function ProductWaiting({ tile }: { tile?: TileProduct | undefined }) {
  const view = useCurrencyView();
  const picture = tile ? (
    <PictureStrip pictures={[tile.picture]} name={tile.name} isGiftCard={tile.is_giftcard} />
  ) : (
    <Skeleton className="rounded-none sm:rounded-card" style={{ aspectRatio: '1 / 0.62' }} />
  );
  const words = (
    <div className="mt-8 space-y-3">
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-2/3" />
    </div>
  );
  return (
    <div aria-busy="true" className="contents">
      <Columns pictures={picture} words={words}>
        <div className="space-y-3 pt-5 sm:pt-0">
          {tile ? <h1 className="text-32">{tile.name}</h1> : <Skeleton className="h-9 w-4/5" />}
          {tile ? <Price text={tilePriceText(tile, view)} size="large" /> : <Skeleton className="h-8 w-1/3" />}
          <Skeleton className="h-14 w-full rounded-card" />
        </div>
        <div className="mt-6 space-y-3">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-16 w-full" />
        </div>
        {tile ? (
          <span className="sr-only">
            <Trans>Loading</Trans>
          </span>
        ) : (
          <h1 className="sr-only">
            <Trans>Loading</Trans>
          </h1>
        )}
      </Columns>
    </div>
  );
}
