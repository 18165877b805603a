import { t as translate } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Sheet, SheetTitle } from '#web/ui/sheet/sheet.tsx';
import { AddressBlock } from '../../address/address-block.tsx';
import { formatName, formatPlaceLine } from '../../address/address-text.ts';
import type { SavedAddress } from '../../address/saved-addresses.ts';
import { api } from '../../calls/api.ts';
import { refetchOpenCart } from '../../checkout/submit/open-cart.ts';
import { showError } from '../../errors/show-error.ts';
import { customerQuery } from '../../queries/customer.ts';
import { queryClient } from '../../queries/query-client.ts';
import { withCode } from '../../sign-in/proof/with-code.ts';
import { hideLoader, showLoader } from '../../state/loaders.ts';
import { useShowPage } from '../../state/route-shown.ts';
import { showToast } from '../../state/toasts.ts';
import type { AddressUse } from './address-book.ts';

const calls = {
  billing: 'POST mobiledigital/setdefaultbilling',
  shipping: 'POST mobiledigital/setdefaultshipping',
} as const;

type DefaultAddressSheetProps = {
  use: AddressUse;
  addresses: readonly SavedAddress[];
  current: SavedAddress | null;
  onClose: () => void;
};

export function DefaultAddressSheet({ use, addresses, current, onClose }: DefaultAddressSheetProps) {
  const { t } = useLingui();
  const showPage = useShowPage();
  const title = use === 'billing' ? t`Default billing address` : t`Default shipping address`;

  async function set(address: SavedAddress) {
    onClose();
    showLoader('global', translate`Updating Billing...`);
    try {
      await withCode(() => api(calls[use], { body: { address_id: address.id } }), 'account');
      await Promise.all([refetchOpenCart(), queryClient().fetchQuery({ ...customerQuery, staleTime: 0 })]);
      hideLoader('global');
      showToast(use === 'billing' ? translate`Default billing address set` : translate`Default shipping address set`);
      await showPage('/account/addressinformation');
    } catch (error) {
      showError(error);
    }
  }
  return (
    <Sheet onClose={onClose}>
      <SheetTitle>{title}</SheetTitle>
      <ul className="mt-3 divide-y divide-line">
        {addresses.map((address) => {
          const name = formatName(address);
          const place = formatPlaceLine(address);
          return (
            <li key={address.id} className="flex items-center justify-between gap-4 py-4">
              <div className="min-w-0 wrap-anywhere">
                <AddressBlock address={address} />
                {address.id === current?.id && (
                  <p className="mt-1 flex items-center gap-1 text-13 font-semibold text-good">
                    <Icon name="check" className="size-4" />
                    <Trans>Default now</Trans>
                  </p>
                )}
              </div>
              <Button variant="plain" aria-label={t`Set ${name}, ${place}`} onClick={() => void set(address)}>
                <Trans>Set</Trans>
              </Button>
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
}
