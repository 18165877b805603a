import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { SellerPicture } from '#web/shared/seller-picture/seller-picture.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { SheetTitle } from '#web/ui/sheet/sheet.tsx';
import type { PopupProps } from '../state/popups.ts';
import { sellerPath } from '../state/sellers.ts';

export function SuppliedByPopup({ popup: { seller }, close }: PopupProps<'supplied-by'>) {
  const { name } = seller;
  const profile = sellerPath(seller);
  return (
    <div className="flex flex-col gap-4">
      <SheetTitle>
        <Trans>Supplied by {name}</Trans>
      </SheetTitle>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
        <Link
          prefetch="intent"
          to={profile}
          onClick={close}
          className="block w-[96px] shrink-0 overflow-hidden rounded-card"
        >
          <SellerPicture seller={seller} part="logo" alt={name} sizes="96px" />
        </Link>
        <p className="min-w-[10rem] flex-1 text-17 text-muted">{seller.popup_description || seller.description}</p>
      </div>
      <LinkButton prefetch="intent" to={profile} onClick={close} variant="plain" wide>
        <Trans>See what they sell</Trans>
      </LinkButton>
    </div>
  );
}
