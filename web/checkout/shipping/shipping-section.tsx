import { Trans } from '@lingui/react/macro';
import { useId, useRef, useState } from 'react';
import { nameOf, placeOf } from '../../address/address-text.ts';
import { Button } from '../../ui/button.tsx';
import { RadioCard } from '../../ui/form/choice.tsx';
import { Icon } from '../../ui/icons.tsx';
import { addressWasBegun, NewAddressForm } from './new-address-form.tsx';
import type { Shipping } from './use-shipping.ts';

/** `timesAsked` counts submits that lacked an address: each opens the form with its messages. */
type ShippingSectionProps = { shipping: Shipping; timesAsked: number; busy: boolean };

/** The selected address, the saved ones as radios, 'Add New' with its form. */
export function ShippingSection({ shipping, timesAsked, busy }: ShippingSectionProps) {
  const { addresses, selected, pick, add } = shipping;
  const title = useId();
  const [toName, toPlace] = selected ? [nameOf(selected), placeOf(selected)] : ['', ''];
  const [opened, setOpened] = useState(addressWasBegun);
  const [pressed, setPressed] = useState(false);
  const [seen, setSeen] = useState(0);
  const open = opened || addresses.length === 0 || timesAsked > seen;
  const addNew = useRef<HTMLButtonElement>(null);
  function close() {
    setOpened(false);
    setSeen(timesAsked);
    requestAnimationFrame(() => addNew.current?.focus());
  }
  return (
    <section aria-labelledby={title} className="md:rounded-card md:border md:border-line md:bg-surface md:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 id={title} className="text-20">
          <Trans>Shipping Information</Trans>
        </h2>
        {!open && (
          <Button
            ref={addNew}
            variant="quiet"
            className="-mr-3 px-3! text-15!"
            disabled={busy}
            onClick={() => {
              setPressed(true);
              setOpened(true);
            }}
          >
            <Icon name="plus" className="size-5" />
            <Trans>Add New</Trans>
          </Button>
        )}
      </div>
      {selected && (
        <p data-selected-address className="mt-0.5 text-15 text-muted wrap-anywhere">
          <Trans>
            To <span className="font-semibold text-ink">{toName}</span>, {toPlace}
          </Trans>
        </p>
      )}
      {addresses.length > 0 && (
        <fieldset disabled={busy} className="mt-3 grid min-w-0 gap-3 lg:grid-cols-2">
          <legend className="sr-only">
            <Trans>Saved addresses</Trans>
          </legend>
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
          key={timesAsked}
          showMessages={timesAsked > seen}
          focus={pressed}
          onSave={async (address) => {
            const saved = await add(address);
            if (saved) close();
            return saved;
          }}
          {...(addresses.length > 0 ? { onCancel: close } : {})}
        />
      )}
    </section>
  );
}
