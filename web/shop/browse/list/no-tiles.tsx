import { Trans, useLingui } from '@lingui/react/macro';
import { useRouteLoaderData } from 'react-router';
import { Illustration } from '#web/shared/brand/illustration.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { ToTheShop } from '../../errors/not-loaded.tsx';
import type { loader } from '../../root.tsx';
import type { Feed } from '../feed/feed.ts';
import { EmptyBanner } from '../tiles/empty-banner.tsx';

export function NothingHere({ feed, lookAgain }: { feed: Feed; lookAgain: () => void }) {
  const { t } = useLingui();
  const elsewhere = feed.kind !== 'browse';
  // A demo phone means that the shop is being set up.
  const isSetUp = useRouteLoaderData<typeof loader>('root')?.settings.demo_phone === true;
  return (
    <EmptyBanner
      picture={<Illustration name="not-found" />}
      title={t`No More Products`}
      text={
        elsewhere
          ? t`Nothing here yet. The rest of the shop is one tap away.`
          : isSetUp
            ? t`Nothing here yet. To fill the shop, run: npm run import -- FILE`
            : t`Nothing here yet. The shelves are being filled.`
      }
    >
      {elsewhere ? (
        <ToTheShop />
      ) : (
        <Button variant="plain" onClick={lookAgain}>
          <Trans>Look again</Trans>
        </Button>
      )}
    </EmptyBanner>
  );
}

export function NoCategory() {
  const { t } = useLingui();
  return (
    <EmptyBanner
      heading="h1"
      picture={<Illustration name="not-found" />}
      title={t`Category not found`}
      text={t`It may have been renamed or removed.`}
    >
      <ToTheShop />
    </EmptyBanner>
  );
}

export function NothingLeft({ onClear }: { onClear: () => void }) {
  const { t } = useLingui();
  return (
    <EmptyBanner
      picture={<Icon name="filter" className="size-16" />}
      title={t`Nothing matches all of these filters`}
      text={t`Remove a filter, or clear them all.`}
    >
      <Button variant="plain" onClick={onClear}>
        <Trans>Clear filters</Trans>
      </Button>
    </EmptyBanner>
  );
}
