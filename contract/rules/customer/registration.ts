import type { FieldError, FieldErrors } from '../field-errors.ts';
import { EMAIL_LIMIT } from '../limits.ts';
import type { IsTopLevel } from '../strangers-words.ts';
import { type AddressForm, addressErrors } from './address.ts';

export type RegistrationForm = AddressForm & { email: string; terms: boolean };

/** The pattern browsers use for type=email, with at least one dot in the host. */
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

/** Without what only the server knows (email taken). */
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
