import { useState } from 'react';
import { type AddressForm, addressErrors, revealsDetails } from '#contract/rules/customer/address.ts';
import type { Place } from '#contract/shop.ts';
import { errorTexts } from '../errors/error-text.ts';
import { emptyAddress, filledBy } from './address-values.ts';

type AddressErrors = Partial<Record<keyof AddressForm, string>>;

/** The state behind <AddressFields>, the same on all three address forms. */
export type AddressState = {
  form: AddressForm;
  errors: AddressErrors;
  /** Street, suburb, state, country and postcode are on screen. */
  detailed: boolean;
  /** Changes one field; its message goes away. */
  set: (field: keyof AddressForm, value: string) => void;
  pick: (place: Place) => void;
  /** Opens the detailed fields with this as the street: the customer types the rest. */
  typeByHand: (street: string) => void;
  /** Shows these messages, the server's as well; a missing part opens the detailed fields. */
  show: (errors: AddressErrors) => void;
  /** Applies the rules, shows what is wrong, returns whether nothing is. */
  check: () => boolean;
};

/** The details are revealed, at once only where `initial` holds some of them already. */
export function useAddressForm(initial: Partial<AddressForm> = {}): AddressState {
  const [{ form, errors }, setState] = useState<Pick<AddressState, 'form' | 'errors'>>({
    form: { ...emptyAddress, ...initial },
    errors: {},
  });
  const [detailed, setDetailed] = useState(Boolean(initial.street || initial.suburb || initial.postcode));

  /** Of the form as it is by then: a picked place comes while the customer types on. */
  function change(by: (form: AddressForm) => AddressForm) {
    setState((before) => {
      const next = by(before.form);
      return { form: next, errors: only(before.errors, (field) => next[field] === before.form[field]) };
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
      change((before) => filledBy(before, place));
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

function only(errors: AddressErrors, keep: (field: keyof AddressForm) => boolean): AddressErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => keep(field as keyof AddressForm)));
}
