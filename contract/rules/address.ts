import { MOBILE_MESSAGE, mobileProblem } from './mobile.ts';
import { onlyProblems, type Problems } from './recipient.ts';
import { regionByName } from './regions.ts';

/** What the three address forms ask for (VA-07): checkout, account, registration. */
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
/** The parts that stay hidden until something is missing or a place was picked (VA-18). */
export const DETAIL_FIELDS = ['street', 'suburb', 'state', 'country', 'postcode'] as const;

/** VA-11: the first word is the first name, the rest the last name. Null with fewer than two words. */
export function splitFullname(fullname: string): { firstname: string; lastname: string } | null {
  const [firstname = '', ...rest] = fullname.trim().split(/\s+/);
  return rest.length > 0 ? { firstname, lastname: rest.join(' ') } : null;
}

const missing = (text: string, part: string): string | null => (text.trim() === '' ? `Missing ${part}` : null);

/** VA-08..VA-20. The state is a region's name or code; 'Enter State' and unknown ones count as missing. */
export function addressProblems(form: AddressForm): Problems<keyof AddressForm> {
  const noState = form.state === NO_STATE || !regionByName(form.state, form.country);
  return onlyProblems({
    fullname: splitFullname(form.fullname) ? null : 'Please enter your full name',
    mobile: mobileProblem(form.mobile) ? MOBILE_MESSAGE : null,
    street: missing(form.street, 'street address'),
    suburb: missing(form.suburb, 'suburb'),
    state: noState ? 'Missing state' : null,
    country: missing(form.country, 'country'),
    postcode: missing(form.postcode, 'postcode'),
  });
}

/** VA-18: does any missing part call for the detailed fields? */
export function revealsDetails(problems: Problems<keyof AddressForm>): boolean {
  return DETAIL_FIELDS.some((field) => problems[field] !== undefined);
}
