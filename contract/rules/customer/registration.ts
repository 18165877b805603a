import type { FieldErrors } from '../field-errors.ts';
import { type AddressForm, addressErrors } from './address.ts';

export type RegistrationForm = AddressForm & { email: string; terms: boolean };

/** The pattern browsers use for type=email, with at least one dot in the host. */
export function isEmail(text: string): boolean {
  return /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/i.test(
    text.trim(),
  );
}

/** Without what only the server knows (email taken). */
export function registrationErrors(form: RegistrationForm): FieldErrors<keyof RegistrationForm> {
  const errors: FieldErrors<keyof RegistrationForm> = addressErrors(form);
  if (!isEmail(form.email)) errors.email = 'email_invalid';
  if (!form.terms) errors.terms = 'terms_not_accepted';
  return errors;
}
