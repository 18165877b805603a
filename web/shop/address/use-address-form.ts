import { useState } from 'react';
import { type AddressForm, addressErrors, revealsDetails } from '#contract/rules/customer/address.ts';
import type { Place } from '#contract/shop.ts';
import { errorTexts } from '../errors/error-text.ts';
import { emptyAddress, fillFromPlace } from './address-values.ts';

type AddressErrors = Partial<Record<keyof AddressForm, string>>;

export type AddressState = {
  form: AddressForm;
  errors: AddressErrors;
  detailed: boolean;
  set: (field: keyof AddressForm, value: string) => void;
  pick: (place: Place) => void;
  typeByHand: (street: string) => void;
  /** Shows the errors, and opens the detail fields if one of them has an error. */
  show: (errors: AddressErrors) => void;
  check: () => boolean;
};

/** The detail fields start hidden unless `initial` fills some of them. */
export function useAddressForm(initial: Partial<AddressForm> = {}): AddressState {
  const [{ form, errors }, setState] = useState<Pick<AddressState, 'form' | 'errors'>>({
    form: { ...emptyAddress, ...initial },
    errors: {},
  });
  const [detailed, setDetailed] = useState(Boolean(initial.street || initial.suburb || initial.postcode));

  /** Uses the current form, because a picked place may arrive while the customer types. */
  function change(by: (form: AddressForm) => AddressForm) {
    setState((before) => {
      const next = by(before.form);
      return { form: next, errors: filterErrors(before.errors, (field) => next[field] === before.form[field]) };
    });
  }
  function show(fieldErrors: AddressErrors) {
    setState((before) => ({ ...before, errors: fieldErrors }));
    if (revealsDetails(fieldErrors)) setDetailed(true);
  }
  return {
    form,
    errors,
    detailed,
    set: (field, value) => change((before) => ({ ...before, [field]: value })),
    pick(place) {
      change((before) => fillFromPlace(before, place));
      setDetailed(true);
    },
    typeByHand(street) {
      change((before) => ({ ...before, street: before.street || street.trim() }));
      setDetailed(true);
    },
    show,
    check() {
      const fieldErrors = errorTexts(addressErrors(form));
      show(fieldErrors);
      return Object.keys(fieldErrors).length === 0;
    },
  };
}

function filterErrors(errors: AddressErrors, keep: (field: keyof AddressForm) => boolean): AddressErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => keep(field as keyof AddressForm)));
}
