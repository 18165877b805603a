import { useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { RadioCard } from '../../ui/choice.tsx';
import { Icon } from '../../ui/icons.tsx';
import { nameOf, placeOf } from '../address/address-text.ts';
import { NewAddressForm } from './new-address-form.tsx';
import type { Shipping } from './use-shipping.ts';

/** `asked` counts submits that lacked an address: each opens the form with its messages (OQ-114). */
type ShippingSectionProps = { shipping: Shipping; asked: number; busy: boolean };

/** CK-12..CK-26: the selected address, the saved ones as radios, 'Add New' with its form. */
export function ShippingSection({ shipping, asked, busy }: ShippingSectionProps) {
  const { addresses, selected, pick, add } = shipping;
  const title = useId();
  const [opened, setOpened] = useState(false);
  const [seen, setSeen] = useState(0);
  const open = opened || addresses.length === 0 || asked > seen;
  const addNew = useRef<HTMLButtonElement>(null);
  function close() {
    setOpened(false);
    setSeen(asked);
    requestAnimationFrame(() => addNew.current?.focus());
  }
  return (
    <section aria-labelledby={title}>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 id={title} className="text-20">
          Shipping Information
        </h2>
        {!open && (
          <Button
            ref={addNew}
            look="quiet"
            className="-mr-3 px-3! text-15!"
            disabled={busy}
            onClick={() => setOpened(true)}
          >
            <Icon name="plus" className="size-5" />
            Add New
          </Button>
        )}
      </div>
      {selected && (
        <p data-selected-address className="mt-0.5 text-15 text-muted wrap-anywhere">
          To <span className="font-semibold text-ink">{nameOf(selected)}</span>, {placeOf(selected)}
        </p>
      )}
      {addresses.length > 0 && (
        <fieldset disabled={busy} className="mt-3 grid gap-3 lg:grid-cols-2">
          <legend className="sr-only">Saved addresses</legend>
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
        </fieldset>
      )}
      {open && (
        <NewAddressForm
          key={asked}
          showMessages={asked > seen}
          focus={opened}
          onSave={async (address) => {
            if (await add(address)) close();
          }}
          {...(addresses.length > 0 ? { onCancel: close } : {})}
        />
      )}
    </section>
  );
}
