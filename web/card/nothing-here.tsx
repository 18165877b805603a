import { useLingui } from '@lingui/react/macro';
import { brand } from '../brand/brand.ts';
import { HousePicture } from '../shop/shell/house-picture.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { CardHead } from './card-head.tsx';

/** A link that opens no card: mostly one that was cut when it was copied. */
export function NothingHere() {
  const { t } = useLingui();
  return (
    <div className="grid grow place-items-center bg-linear-to-b from-accent-soft to-paper to-[34rem]">
      <CardHead title={t`No gift card here`} />
      <EmptyState
        heading="h1"
        picture={<HousePicture of="not-found" />}
        title={t`This link opens no gift card`}
        text={t`A letter may have gone missing when it was copied. Open the text message again and tap the link in it, or ask whoever sent it to you.`}
      >
        <a href="/" rel="noreferrer" className="inline-flex min-h-12 items-center px-4 font-semibold text-accent">
          {brand.title}
        </a>
      </EmptyState>
    </div>
  );
}
