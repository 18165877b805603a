import { z } from 'zod';

/** Accepts integers, also as digits in a string, but nothing else that JavaScript would coerce to a number. */

const MAX_INTEGER = 2_147_483_647;

const intRange = (from: number, to: number) =>
  z.union([
    z.int().min(from).max(to),
    z
      .string()
      .regex(from < 0 ? /^-?\d{1,10}$/ : /^\d{1,10}$/)
      .transform(Number)
      .pipe(z.int().min(from).max(to)),
  ]);

/** An id; 0 matches nothing. */
export const id = intRange(0, MAX_INTEGER);

/** An integer that another system assigned, or that the server ignores. */
export const anyWhole = intRange(-MAX_INTEGER, MAX_INTEGER);

export const page = intRange(1, 100_000).default(1);

export const idOrBlank = z.union([id, z.literal('').transform(() => undefined)]);
export const flag = z.union([
  z.int(),
  z.boolean().transform(Number),
  z.enum(['', '0', '1', 'true', 'false']).transform((text) => (text === '1' || text === 'true' ? 1 : 0)),
]);

/** Australian dollars, at most two decimals. */
export const money = z.number();

/** Accepts 12.5 or '12.50'; rejects fractions of a cent. */
export const dollarAmount = z.union([
  z
    .number()
    .min(0.01)
    .max(1_000_000)
    .refine((dollars) => Number(dollars.toFixed(2)) === dollars, 'Not more than two decimals.'),
  z
    .string()
    .regex(/^\d{1,7}(\.\d{1,2})?$/)
    .transform(Number)
    .pipe(z.number().min(0.01).max(1_000_000)),
]);
