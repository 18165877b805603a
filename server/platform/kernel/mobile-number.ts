import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import { isAustralianMobile, tidyMobile, toE164 } from '#contract/rules/customer/mobile.ts';

export type Countries = 'all' | readonly string[];

export function isFromCountries(mobile: string, countries: Countries): boolean {
  if (countries === 'all') return true;
  const country = isAustralianMobile(mobile) ? 'AU' : parsePhoneNumberFromString(mobile)?.country;
  return country !== undefined && countries.includes(country);
}

/** Parses 'AU, NZ' or 'all'; returns null for anything else. */
export function readCountries(text: string): Countries | null {
  if (text.trim().toLowerCase() === 'all') return 'all';
  const codes = text.split(',').map((code) => code.trim().toUpperCase());
  return codes.every((code) => isSupportedCountry(code)) ? codes : null;
}

/**
 * Returns the number as E.164, or null if it cannot receive texts. Australian numbers must be mobiles. Drops a trunk
 * prefix: +64021… is +6421….
 */
export function toReachableMobile(digits: string): string | null {
  const e164 = toE164(digits);
  if (!e164 || isAustralianMobile(e164)) return e164;
  const number = parsePhoneNumberFromString(e164);
  return number?.isValid() && number.countryCallingCode !== '61' ? number.number : null;
}

/** Accepts pasted numbers such as '+61 (0)412 345 678'. */
export function readMobile(pasted: string): string | null {
  return toReachableMobile(tidyMobile(pasted));
}
