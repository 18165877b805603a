import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { isAustralianMobile, toE164 } from '#contract/rules/customer/mobile.ts';

/**
 * What was typed as the E.164 number of a phone a text can reach, or null. Australian numbers must be mobiles; of
 * other countries any number that their numbering plan knows.
 */
export function reachableMobile(typed: string): string | null {
  const e164 = toE164(typed);
  if (!e164 || isAustralianMobile(e164)) return e164;
  const number = parsePhoneNumberFromString(e164);
  // A +61 that is no mobile is a landline: nobody would ever see the code.
  return number?.isValid() && number.countryCallingCode !== '61' ? e164 : null;
}
