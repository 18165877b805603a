import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import { isAustralianMobile, tidyMobile, toE164 } from '#contract/rules/customer/mobile.ts';

/** Countries that something may be sent to, by their codes of two letters: 'AU'. */
export type Countries = 'all' | readonly string[];

/** Whether an E.164 number is one of these countries'. */
export function isOfCountries(mobile: string, countries: Countries): boolean {
  if (countries === 'all') return true;
  const country = isAustralianMobile(mobile) ? 'AU' : parsePhoneNumberFromString(mobile)?.country;
  return country !== undefined && countries.includes(country);
}

/** 'AU, NZ' or 'all'; null for anything that names no country. */
export function readCountries(text: string): Countries | null {
  if (text.trim().toLowerCase() === 'all') return 'all';
  const codes = text.split(',').map((code) => code.trim().toUpperCase());
  return codes.every((code) => isSupportedCountry(code)) ? codes : null;
}

/**
 * Returns digits with an optional plus as the E.164 number of a phone a text can reach, or null. Australian numbers must
 * be mobiles; of other countries any number that their numbering plan knows. A trunk prefix after the country code is
 * dropped, so that one phone has one number: +64021… is +6421….
 */
export function reachableMobile(digits: string): string | null {
  const e164 = toE164(digits);
  if (!e164 || isAustralianMobile(e164)) return e164;
  const number = parsePhoneNumberFromString(e164);
  // A +61 that is no mobile is a landline: nobody would ever see the code.
  return number?.isValid() && number.countryCallingCode !== '61' ? number.number : null;
}

/** Reads a number as people paste it into a command: '+61 (0)412 345 678'. */
export function readMobile(pasted: string): string | null {
  return reachableMobile(tidyMobile(pasted));
}
