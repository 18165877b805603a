/** Where Australia Post's numbers lie, by state: first and last of each run. */
const RUNS: Record<string, readonly (readonly [number, number])[]> = {
  NSW: [
    [1000, 2599],
    [2619, 2899],
    [2921, 2999],
  ],
  ACT: [
    [200, 299],
    [2600, 2618],
    [2900, 2920],
  ],
  VIC: [
    [3000, 3999],
    [8000, 8999],
  ],
  QLD: [
    [4000, 4999],
    [9000, 9999],
  ],
  SA: [[5000, 5999]],
  WA: [[6000, 6999]],
  TAS: [[7000, 7999]],
  NT: [[800, 999]],
};

/** Delivered across a border: right with any state. */
const BORDER: readonly (readonly [number, number])[] = [
  [862, 862],
  [872, 872],
  [2406, 2406],
  [2540, 2540],
  [2600, 2620],
  [2648, 2648],
  [2899, 2899],
  [3500, 3501],
  [3585, 3586],
  [3644, 3644],
  [3691, 3691],
  [3707, 3709],
  [4375, 4385],
  [4825, 4825],
  [5440, 5440],
  [6798, 6799],
];

/** Four digits. */
export function isPostcode(text: string): boolean {
  return /^\d{4}$/.test(text.trim());
}

/** False only where no place of that state has this postcode. */
export function isPostcodeOf(postcode: string, stateCode: string): boolean {
  const number = Number(postcode);
  const runs = [...(RUNS[stateCode] ?? []), ...BORDER];
  return runs.some(([first, last]) => number >= first && number <= last);
}
