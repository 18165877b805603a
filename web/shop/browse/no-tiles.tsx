import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { HousePicture } from '../shell/house-picture.tsx';
import { ToTheShop } from '../shell/not-loaded.tsx';
import { EmptyBanner } from './empty-banner.tsx';
import type { FeedOf } from './feed.ts';

/** OQ-050: a list without products has reached its end at once; the way on leads elsewhere than where one is. */
export function NothingHere({ of, lookAgain }: { of: FeedOf; lookAgain: () => void }) {
  const { t } = useLingui();
  const elsewhere = of.kind !== 'browse';
  return (
    <EmptyBanner
      picture={<HousePicture of="not-found" />}
      title={t`No More Products`}
      text={
        elsewhere
          ? t`Nothing here yet. The rest of the shop is one tap away.`
          : t`Nothing here yet. The shelves are being filled.`
      }
    >
      {elsewhere ? (
        <ToTheShop />
      ) : (
        <Button look="plain" onClick={lookAgain}>
          <Trans>Look again</Trans>
        </Button>
      )}
    </EmptyBanner>
  );
}

/** The filters leave nothing. */
export function NothingLeft({ onClear }: { onClear: () => void }) {
  const { t } = useLingui();
  return (
    <EmptyBanner
      picture={<Icon name="filter" className="size-16" />}
      title={t`Nothing fits all of these filters`}
      text={t`Take one of them off, or begin again without any.`}
    >
      <Button look="plain" onClick={onClear}>
        <Trans>Clear filters</Trans>
      </Button>
    </EmptyBanner>
  );
}
