import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#web/ui/button.tsx';
import { SheetTitle } from '#web/ui/sheet/sheet.tsx';
import { AddressFields } from '../../address/address-fields.tsx';
import { type NewAddress, toAddressForm } from '../../address/address-values.ts';
import type { SavedAddress } from '../../address/saved-addresses.ts';
import { useAddressSubmit } from '../../address/use-address-submit.ts';

type EditAddressSheetProps = {
  address: SavedAddress;
  onSave: (changed: NewAddress) => Promise<boolean>;
  onClose: () => void;
};

export function EditAddressSheet({ address: saved, onSave, onClose }: EditAddressSheetProps) {
  const { t } = useLingui();
  const { form, address, busy, submit, giveUp } = useAddressSubmit({
    draft: `checkout-address-${saved.id}`,
    initial: toAddressForm(saved),
    onSave,
    onSaved: onClose,
  });
  return (
    <form ref={form} noValidate aria-label={t`Edit Address`} onSubmit={submit} className="space-y-5">
      <SheetTitle>
        <Trans>Edit Address</Trans>
      </SheetTitle>
      <AddressFields address={address} />
      <div className="grid gap-3">
        <Button type="submit" wide busy={busy}>
          <Trans>Save Address</Trans>
        </Button>
        <Button
          variant="quiet"
          wide
          onClick={() => {
            giveUp();
            onClose();
          }}
        >
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
