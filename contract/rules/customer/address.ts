import { type FieldError, type FieldErrorCode, type FieldErrors, pickErrors } from '../field-errors.ts';
import { CUSTOMER_NAME_LIMIT, MOBILE_LIMIT, STREET_LIMIT, SUBURB_LIMIT } from '../limits.ts';
import { isBlank, stripInvisibleCharacters } from '../seen-words.ts';
import { type IsTopLevel, strangersNameError } from '../strangers-words.ts';
import { mobileError } from './mobile.ts';
import { findRegionByName } from './regions.ts';

export type AddressForm = {
  fullname: string;
  mobile: string;
  street: string;
  suburb: string;
  state: string;
  country: string;
  postcode: string;
};

export const NO_STATE = 'Enter State';
/** The form hides these fields until one of them is missing or the customer picks a place. */
const DETAIL_FIELDS = ['street', 'suburb', 'state', 'country', 'postcode'] as const;

/** Returns null with fewer than two visible words. */
export function splitFullname(fullname: string): { firstname: string; lastname: string } | null {
  const words = stripInvisibleCharacters(fullname).split(/\s+/);
  const [firstname = '', ...rest] = words.filter((word) => !isBlank(word));
  return rest.length > 0 ? { firstname, lastname: rest.join(' ') } : null;
}

export function fullnameError(fullname: string, isTopLevel?: IsTopLevel): FieldError | null {
  const name = splitFullname(fullname);
  if (!name) return 'fullname_required';
  const wrong = strangersNameError(`${name.firstname} ${name.lastname}`, isTopLevel);
  if (wrong) return wrong;
  const limit = CUSTOMER_NAME_LIMIT;
  const isLong = name.firstname.length > limit || name.lastname.length > limit;
  return isLong ? { code: 'fullname_too_long', parameters: { limit } } : null;
}

const requiredError = <Code extends FieldErrorCode>(text: string, code: Code): Code | null =>
  text.trim() === '' ? code : null;

function lengthError(text: string, code: 'street_too_long' | 'suburb_too_long', limit: number): FieldError | null {
  return text.trim().length > limit ? { code, parameters: { limit } } : null;
}

/** Treats 'Enter State' and unknown states as missing. */
export function addressErrors(form: AddressForm, isTopLevel?: IsTopLevel): FieldErrors<keyof AddressForm> {
  const noState = form.state === NO_STATE || !findRegionByName(form.state, form.country);
  return pickErrors({
    fullname: fullnameError(form.fullname, isTopLevel),
    mobile: form.mobile.trim().length > MOBILE_LIMIT ? 'mobile_invalid' : mobileError(form.mobile),
    street: requiredError(form.street, 'street_required') ?? lengthError(form.street, 'street_too_long', STREET_LIMIT),
    suburb: requiredError(form.suburb, 'suburb_required') ?? lengthError(form.suburb, 'suburb_too_long', SUBURB_LIMIT),
    state: noState ? 'state_required' : null,
    country: requiredError(form.country, 'country_required'),
    postcode:
      requiredError(form.postcode, 'postcode_required') ??
      (/^\d{4}$/.test(form.postcode.trim()) ? null : 'postcode_invalid'),
  });
}

export function revealsDetails(errors: Partial<Record<keyof AddressForm, unknown>>): boolean {
  return DETAIL_FIELDS.some((field) => errors[field] !== undefined);
}
