import { type AddressForm, addressProblems } from './address.ts';
import type { Problems } from './recipient.ts';

export type RegistrationForm = AddressForm & { email: string; terms: boolean };

export const EMAIL_TAKEN = 'The email you entered already exists';

/** VA-25, VA-26: the pattern browsers use for type=email, with at least one dot in the host. */
export function isEmail(text: string): boolean {
  return /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/i.test(
    text.trim(),
  );
}

/** VA-07..VA-27 without what only the server knows (email taken). */
export function registrationProblems(form: RegistrationForm): Problems<keyof RegistrationForm> {
  const problems: Problems<keyof RegistrationForm> = addressProblems(form);
  if (!isEmail(form.email)) problems.email = 'Please enter a valid email';
  if (!form.terms) problems.terms = 'Please accept the terms and conditions';
  return problems;
}
