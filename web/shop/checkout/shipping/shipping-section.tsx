import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { IconButton } from '#web/ui/button.tsx';
import { RadioCard } from '#web/ui/form/choice.tsx';
import { ChoiceSection, SavedChoices } from '#web/ui/form/choice-section.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Sheet } from '#web/ui/sheet/sheet.tsx';
import { formatName, formatPlaceLine } from '../../address/address-text.ts';
import type { SavedAddress } from '../../address/saved-addresses.ts';
import { lazyComponent } from '../../popups/lazy-component.tsx';
import { readFormDraft } from '../../state/form-drafts.ts';
import type { Shipping } from './use-shipping.ts';

const NEW_ADDRESS = 'checkout-address';
const EditAddressSheet = lazyComponent(() => import('./edit-address-sheet.tsx').then((file) => file.EditAddressSheet));
export const NewAddressForm = lazyComponent(() => import('./new-address-form.tsx').then((file) => file.NewAddressForm));

type ShippingSectionProps = { shipping: Shipping; delivers: boolean; addressRequests: number; busy: boolean };

/**
 * `delivers`: whether there are products to ship. Otherwise the section is collapsed, because the address is for
 * billing only.
 */
export function ShippingSection({ shipping, delivers, addressRequests, busy }: ShippingSectionProps) {
  const { addresses, selected, pick, add, change } = shipping;
  const [editing, setEditing] = useState<SavedAddress | null>(null);
  const [opened, setOpened] = useState(false);
  const [pressed, setPressed] = useState(false);
  const [seen, setSeen] = useState(0);
  // A form that the customer started stays open even if saved addresses appear.
  const open = opened || addressRequests > seen || shouldStartOpen(addresses);
  const addNew = useRef<HTMLButtonElement>(null);
  function openForm() {
    setPressed(true);
    setOpened(true);
  }
  function close() {
    setOpened(false);
    setSeen(addressRequests);
    requestAnimationFrame(() => addNew.current?.focus());
  }
  return (
    <ChoiceSection
      title={<Trans>Shipping Information</Trans>}
      busy={busy}
      addNew={open ? null : { ref: addNew, onClick: openForm }}
      fold={delivers ? undefined : { line: <BillingLine address={selected} />, open }}
    >
      {!delivers && (
        <p className="mt-0.5 text-15 text-muted">
          <Trans>Your gift goes out by text. This address is for your receipt.</Trans>
        </p>
      )}
      <SavedChoices legend={<Trans>Saved addresses</Trans>} busy={busy}>
        {addresses.map((address) => (
          <SavedAddressRadio
            key={address.id}
            address={address}
            checked={address.id === selected?.id}
            onPick={() => void pick(address)}
            onEdit={() => setEditing(address)}
          />
        ))}
      </SavedChoices>
      {editing && (
        <Sheet onClose={() => setEditing(null)}>
          <EditAddressSheet
            address={editing}
            onSave={(changed) => change(editing, changed)}
            onClose={() => setEditing(null)}
          />
        </Sheet>
      )}
      {open && (
        <NewAddressForm
          key={addressRequests}
          draft={NEW_ADDRESS}
          showMessages={addressRequests > seen}
          focus={pressed}
          onSave={add}
          onSaved={close}
          {...(addresses.length > 0 ? { onCancel: close } : {})}
        />
      )}
    </ChoiceSection>
  );
}

export function shouldStartOpen(addresses: readonly SavedAddress[]): boolean {
  return addresses.length === 0 || readFormDraft(NEW_ADDRESS) !== null;
}

function BillingLine({ address }: { address: SavedAddress | null | undefined }) {
  return (
    <>
      <span className="block text-17 font-semibold">
        <Trans>Billing address</Trans>
      </span>
      {address && (
        <span className="block truncate text-15 text-muted group-open/fold:hidden">{`${formatName(address)}, ${formatPlaceLine(address)}`}</span>
      )}
    </>
  );
}

type SavedAddressRadioProps = { address: SavedAddress; checked: boolean; onPick: () => void; onEdit: () => void };

/** Renders the edit button beside the label, because a label must not contain a button. */
function SavedAddressRadio({ address, checked, onPick, onEdit }: SavedAddressRadioProps) {
  const { t } = useLingui();
  const place = formatPlaceLine(address);
  return (
    <div className="relative grid min-w-0">
      <RadioCard
        name="shipping-address"
        value={String(address.id)}
        checked={checked}
        onValue={onPick}
        className="pr-[56px]!"
      >
        <span data-selected-address={checked || undefined}>
          <span className="block text-15 font-semibold wrap-anywhere">{formatName(address)}</span>{' '}
          <span className="block text-15 text-muted wrap-anywhere">{place}</span>
        </span>
      </RadioCard>
      <IconButton
        label={t`Edit ${place}`}
        aria-haspopup="dialog"
        onClick={onEdit}
        className="absolute! top-1/2 right-1 -translate-y-1/2 text-muted!"
      >
        <Icon name="edit" className="size-5" />
      </IconButton>
    </div>
  );
}
