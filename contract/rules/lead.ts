import { onlyProblems, type Problems } from './recipient.ts';
import { isEmail } from './registration.ts';

/** DM-11..DM-17: the longest each field of the demo request may be. */
export const LEAD_LIMITS = { first_name: 40, last_name: 80, company: 40, email: 80, phone: 40, country: 40 } as const;
export type LeadField = keyof typeof LEAD_LIMITS;
export type LeadFields = Record<LeadField, string>;

const WORDS: Record<LeadField, { name: string; missing: string | null }> = {
  first_name: { name: 'First name', missing: 'Please enter a first name' },
  last_name: { name: 'Last name', missing: 'Please enter a last name' },
  company: { name: 'Company', missing: 'Please enter a company' },
  email: { name: 'Email', missing: 'Please enter an email' },
  phone: { name: 'Phone', missing: null },
  country: { name: 'Country', missing: null },
};

/** What is wrong with a demo request, field by field; an empty object when nothing is. Phone and country may be blank. */
export function leadProblems(lead: LeadFields): Problems<LeadField> {
  const fields = Object.keys(LEAD_LIMITS) as LeadField[];
  const found = fields.map((field) => [field, fieldProblem(field, lead[field].trim())]);
  return onlyProblems(Object.fromEntries(found) as Record<LeadField, string | null>);
}

function fieldProblem(field: LeadField, text: string): string | null {
  const { name, missing } = WORDS[field];
  if (text === '') return missing;
  if (text.length > LEAD_LIMITS[field]) return `${name} must be at most ${LEAD_LIMITS[field]} characters`;
  return field === 'email' && !isEmail(text) ? 'Please enter a valid email' : null;
}
