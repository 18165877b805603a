import type { FieldError } from '../field-errors.ts';
import type { Region } from './regions.ts';

type Range = readonly [first: number, last: number];

/** Postcodes of each state. New South Wales surrounds the ACT, and its 2xxx is accepted on both sides of that border. */
const RANGES: Readonly<Record<string, readonly Range[]>> = {
  ACT: [
    [200, 299],
    [2540, 2540],
    [2600, 2620],
    [2900, 2920],
  ],
  NSW: [[1000, 2999]],
  NT: [[800, 999]],
  QLD: [
    [4000, 4999],
    [9000, 9999],
  ],
  SA: [[5000, 5999]],
  TAS: [[7000, 7999]],
  VIC: [
    [3000, 3999],
    [8000, 8999],
  ],
  WA: [[6000, 6999]],
};

/** Postcodes of another state that also cover places of this one. */
const ACROSS_THE_BORDER: Readonly<Record<string, readonly number[]>> = {
  NSW: [3500, 3585, 3586, 3644, 3691, 3707, 4375, 4377, 4380, 4383, 4385],
  NT: [4825],
  QLD: [2406],
  SA: [872],
  WA: [872],
};

/** Why a postcode cannot be one of this Australian state; null if it can, or if the state is not known. */
export function postcodeError(postcode: string, state: Pick<Region, 'code' | 'name'> | null): FieldError | null {
  const digits = postcode.trim();
  if (!/^\d{4}$/.test(digits)) return 'postcode_invalid';
  if (!state || isPostcodeOf(Number(digits), state.code)) return null;
  return { code: 'postcode_not_in_state', parameters: { postcode: digits, state: state.name } };
}

function isPostcodeOf(postcode: number, state: string): boolean {
  const isInRange = RANGES[state]?.some(([first, last]) => first <= postcode && postcode <= last) ?? true;
  return isInRange || (ACROSS_THE_BORDER[state]?.includes(postcode) ?? false);
}
