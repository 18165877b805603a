import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { focusFirstError } from '../../ui/field.tsx';
import { AddressFields } from '../address/address-fields.tsx';
import { type NewAddress, newAddress } from '../address/address-values.ts';
import { useAddressForm } from '../address/use-address-form.ts';

type NewAddressFormProps = {
  onSave: (address: NewAddress) => Promise<void>;
  /** Left out when there is no other address to go back to. */
  onCancel?: () => void;
  /** The shopper opened it: go on in its first field. */
  focus: boolean;
  /** The order was refused for want of an address: say at once what is missing. */
  showMessages: boolean;
};

/** CK-16..CK-26; the mobile of the shopper is filled in, it is the one most parcels go to. */
export function NewAddressForm({ onSave, onCancel, focus, showMessages }: NewAddressFormProps) {
  const mobile = useSession((session) => session.mobile);
  const address = useAddressForm({ initial: { mobile } });
  const [saving, setSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (focus) form.current?.querySelector('input')?.focus();
  }, [focus]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens because of a refused order.
  useEffect(() => {
    if (!showMessages) return;
    address.check();
    focusFirstError(form.current);
  }, [showMessages]);

  async function save() {
    const typed = address.check() ? newAddress(address.form) : null;
    if (!typed) {
      focusFirstError(form.current);
      return;
    }
    setSaving(true);
    await onSave(typed);
    setSaving(false);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!saving) void save();
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Add New Address"
      onSubmit={submit}
      className="mt-4 animate-appear space-y-5 rounded-card border border-line bg-surface p-4 sm:p-5"
    >
      <h3 className="text-17">Add New Address</h3>
      <AddressFields address={address} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="plain" busy={saving}>
          Save Address
        </Button>
        {onCancel && (
          <Button look="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
