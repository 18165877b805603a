import { useLingui } from '@lingui/react/macro';
import { brand } from '../brand/brand.ts';
import { HousePicture } from '../shop/shell/house-picture.tsx';
import { LostState } from '../ui/lost-state.tsx';
import { CardHead } from './card-head.tsx';

/** A link that opens no card: mostly one that was cut when it was copied. */
export function NothingHere() {
  const { t } = useLingui();
  return (
    <div className="flex grow flex-col bg-linear-to-b from-accent-soft to-paper to-[34rem]">
      <CardHead title={t`No gift card here`} />
      <LostState
        picture={<HousePicture of="not-found" large />}
        title={t`This link opens no gift card`}
        text={t`A letter may have gone missing when it was copied. Open the text message again and tap the link in it, or ask whoever sent it to you.`}
      >
        <a
          href="/"
          rel="noreferrer"
          className="inline-flex min-h-12 items-center gap-2 rounded-control px-4 font-semibold text-accent hover:bg-accent-soft lg:-ml-4"
        >
          {brand.title}
        </a>
      </LostState>
    </div>
  );
}
