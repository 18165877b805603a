import { type FormEvent, useRef, useState } from 'react';
import type { AddressForm } from '#contract/rules/customer/address.ts';
import { focusFirstError } from '#web/ui/form/field.tsx';
import { readFormDraft, saveFormDraft, useSaveFormDraft } from '../state/form-drafts.ts';
import { type NewAddress, toNewAddress } from './address-values.ts';
import { useAddressForm } from './use-address-form.ts';

type AddressSubmit = {
  draft: string;
  initial: AddressForm;
  /** Saves the address, shows any error, and returns whether the address was saved. */
  onSave: (address: NewAddress) => Promise<boolean>;
  /** The form stays busy until the returned promise resolves. */
  onSaved?: () => unknown;
};

export function useAddressSubmit({ draft, initial, onSave, onSaved }: AddressSubmit) {
  const [before] = useState(() => readFormDraft(draft));
  const address = useAddressForm({ ...initial, ...before });
  const touched = Object.entries(address.form).some(([field, text]) => text !== initial[field as keyof AddressForm]);
  useSaveFormDraft(draft, touched ? address.form : null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  async function save() {
    const typed = address.check() ? toNewAddress(address.form) : null;
    if (!typed) {
      focusFirstError(form.current);
      return;
    }
    setBusy(true);
    if (await onSave(typed)) {
      saveFormDraft(draft, null);
      await onSaved?.();
    }
    setBusy(false);
  }
  return {
    form,
    address,
    busy,
    submit(event: FormEvent) {
      event.preventDefault();
      if (!busy) void save();
    },
    giveUp: () => saveFormDraft(draft, null),
  };
}
