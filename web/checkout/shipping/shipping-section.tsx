import { Trans } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { nameOf, placeOf } from '../../address/address-text.ts';
import { RadioCard } from '../../ui/form/choice.tsx';
import { ChoiceSection, SavedChoices } from '../../ui/form/choice-section.tsx';
import { addressWasBegun, NewAddressForm } from './new-address-form.tsx';
import type { Shipping } from './use-shipping.ts';

/** `addressRequests` counts submits that lacked an address: each opens the form with its messages. */
type ShippingSectionProps = { shipping: Shipping; addressRequests: number; busy: boolean };

/** The selected address, the saved ones as radios, 'Add New' with its form. */
export function ShippingSection({ shipping, addressRequests, busy }: ShippingSectionProps) {
  const { addresses, selected, pick, add } = shipping;
  const [toName, toPlace] = selected ? [nameOf(selected), placeOf(selected)] : ['', ''];
  const [opened, setOpened] = useState(addressWasBegun);
  const [pressed, setPressed] = useState(false);
  const [seen, setSeen] = useState(0);
  const open = opened || addresses.length === 0 || addressRequests > seen;
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
    >
      {selected && (
        <p data-selected-address className="mt-0.5 text-15 text-muted wrap-anywhere">
          <Trans>
            To <span className="font-semibold text-ink">{toName}</span>, {toPlace}
          </Trans>
        </p>
      )}
      <SavedChoices legend={<Trans>Saved addresses</Trans>} busy={busy}>
        {addresses.map((address) => (
          <RadioCard
            key={address.id}
            name="shipping-address"
            value={String(address.id)}
            checked={address.id === selected?.id}
            onValue={() => void pick(address)}
          >
            <span className="block text-15 font-semibold wrap-anywhere">{nameOf(address)}</span>
            <span className="block text-15 text-muted wrap-anywhere">{placeOf(address)}</span>
          </RadioCard>
        ))}
      </SavedChoices>
      {open && (
        <NewAddressForm
          key={addressRequests}
          showMessages={addressRequests > seen}
          focus={pressed}
          onSave={async (address) => {
            const saved = await add(address);
            if (saved) close();
            return saved;
          }}
          {...(addresses.length > 0 ? { onCancel: close } : {})}
        />
      )}
    </ChoiceSection>
  );
}
