import { Link } from 'react-router';
import { Picture } from '../../ui/picture.tsx';
import { SheetTitle } from '../../ui/sheet.tsx';
import type { PopupProps } from './registry.ts';

/** PO-12, PO-13, OQ-068. */
export function SuppliedByPopup({ popup: { seller }, close }: PopupProps<'supplied-by'>) {
  return (
    <div className="flex flex-col gap-4">
      <SheetTitle>{`Supplied by ${seller.name}`}</SheetTitle>
      <Link
        to={`/sellerprofile/${seller.shop_url}`}
        onClick={close}
        className="block max-w-48 overflow-hidden rounded-card"
      >
        <Picture picture={seller.pictures.logo} alt={seller.name} sizes="192px" />
      </Link>
      <p className="text-17 text-muted">{seller.popup_description || seller.description}</p>
    </div>
  );
}
