import type { FieldError, FieldErrors } from '../field-errors.ts';
import { EMAIL_LIMIT } from '../limits.ts';
import type { IsTopLevel } from '../strangers-words.ts';
import { type AddressForm, addressErrors } from './address.ts';

export type RegistrationForm = AddressForm & { email: string; terms: boolean };

/** Accepts what a browser accepts in an email field, but also requires a dot in the host. */
export function isEmail(text: string): boolean {
  return /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/i.test(
    text.trim(),
  );
}

export function emailError(email: string): FieldError | null {
  if (!isEmail(email)) return 'email_invalid';
  const limit = EMAIL_LIMIT;
  return email.trim().length > limit ? { code: 'email_too_long', parameters: { limit } } : null;
}

/** Leaves to the server what only the server can check, such as whether an email is taken. */
export function registrationErrors(
  form: RegistrationForm,
  isTopLevel?: IsTopLevel,
): FieldErrors<keyof RegistrationForm> {
  const errors: FieldErrors<keyof RegistrationForm> = addressErrors(form, isTopLevel);
  const email = emailError(form.email);
  if (email) errors.email = email;
  if (!form.terms) errors.terms = 'terms_not_accepted';
  return errors;
}
