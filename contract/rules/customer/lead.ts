import { type FieldError, type FieldErrors, pickErrors } from '../field-errors.ts';
import { isBlank, stripInvisibleCharacters } from '../seen-words.ts';
import { isEmail } from './registration.ts';

export const LEAD_LIMITS = { first_name: 40, last_name: 80, company: 40, email: 80, phone: 40, country: 40 } as const;
/** Query parameter in the home page URL to which web-to-lead redirects. */
export const LEAD_SENT = { name: 'demo', value: 'sent' } as const;
export type LeadField = keyof typeof LEAD_LIMITS;
export type LeadFields = Record<LeadField, string>;

type Required = Exclude<LeadField, 'phone' | 'country'>;
const isRequired = (field: LeadField): field is Required => field !== 'phone' && field !== 'country';

export function leadErrors(lead: LeadFields): FieldErrors<LeadField> {
  const fields = Object.keys(LEAD_LIMITS) as LeadField[];
  const errors = fields.map((field) => [field, fieldError(field, stripInvisibleCharacters(lead[field]).trim())]);
  return pickErrors(Object.fromEntries(errors) as Record<LeadField, FieldError | null>);
}

function fieldError(field: LeadField, text: string): FieldError | null {
  if (isBlank(text)) return isRequired(field) ? `${field}_required` : null;
  const limit = LEAD_LIMITS[field];
  if (text.length > limit) return { code: `${field}_too_long`, parameters: { limit } };
  return field === 'email' && !isEmail(text) ? 'email_invalid' : null;
}
