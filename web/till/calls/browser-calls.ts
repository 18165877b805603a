// Written by `npm run documents` from the calls' records in contract/, for the calls that this app sends.
import type { CallName } from '#contract/calls.ts';

type Names = Partial<Record<CallName, true>>;

/** Calls that are sent without a bearer. */
export const PUBLIC_CALLS: Names = {
  'GET directory/countries/{countryId}': true,
  'POST seller/till/check': true,
  'POST seller/till/enrol': true,
};
