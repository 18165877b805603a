import { useState } from 'react';
import { type AddressForm, addressProblems, revealsDetails } from '#contract/rules/address.ts';
import type { Problems } from '#contract/rules/recipient.ts';
import type { Place } from '#contract/shop.ts';
import { emptyAddress, filledBy } from './address-values.ts';

export type AddressProblems = Problems<keyof AddressForm>;

/** The state behind <AddressFields>, the same on all three address forms (VA-07). */
export type AddressState = {
  form: AddressForm;
  problems: AddressProblems;
  /** Street, suburb, state, country and postcode are on screen. */
  detailed: boolean;
  /** Changes one field; its message goes away. */
  set: (field: keyof AddressForm, value: string) => void;
  pick: (place: Place) => void;
  /** Opens the detailed fields with this as the street: the shopper types the rest. */
  typeByHand: (street: string) => void;
  /** Shows these messages, the server's as well; a missing part opens the detailed fields (VA-18). */
  show: (problems: AddressProblems) => void;
  /** Applies the rules, shows what is wrong, answers whether nothing is. */
  check: () => boolean;
};

/** The details are revealed (VA-18, OQ-112), at once only where `initial` holds some of them already. */
export function useAddressForm(initial: Partial<AddressForm> = {}): AddressState {
  const [form, setForm] = useState<AddressForm>({ ...emptyAddress, ...initial });
  const [problems, setProblems] = useState<AddressProblems>({});
  const [detailed, setDetailed] = useState(Boolean(initial.street || initial.suburb || initial.postcode));

  function change(next: AddressForm) {
    const same = (field: keyof AddressForm) => next[field] === form[field];
    setForm(next);
    setProblems((before) => only(before, same));
  }
  function show(found: AddressProblems) {
    setProblems(found);
    if (revealsDetails(found)) setDetailed(true);
  }
  return {
    form,
    problems,
    detailed,
    set: (field, value) => change({ ...form, [field]: value }),
    pick(place) {
      change(filledBy(form, place));
      setDetailed(true);
    },
    typeByHand(street) {
      change({ ...form, street: form.street || street.trim() });
      setDetailed(true);
    },
    show,
    check() {
      const found = addressProblems(form);
      show(found);
      return Object.keys(found).length === 0;
    },
  };
}

function only(problems: AddressProblems, keep: (field: keyof AddressForm) => boolean): AddressProblems {
  return Object.fromEntries(Object.entries(problems).filter(([field]) => keep(field as keyof AddressForm)));
}
