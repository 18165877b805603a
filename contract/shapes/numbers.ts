import { z } from 'zod';

/** Numbers as clients send them: as a number or as its text, never as anything else that could be read as one. */

const MOST = 2_147_483_647;

const whole = (from: number, to: number) =>
  z.union([
    z.int().min(from).max(to),
    z
      .string()
      .regex(from < 0 ? /^-?\d{1,10}$/ : /^\d{1,10}$/)
      .transform(Number)
      .pipe(z.int().min(from).max(to)),
  ]);

/** An id of ours; 0 is an id that nothing has. */
export const id = whole(0, MOST);

/** A number that other systems give out or that says nothing here. */
export const anyWhole = whole(-MOST, MOST);

export const page = whole(1, 100_000).default(1);

/** Empty text and true or false where a number would do; forms send them. Undefined: nothing was said. */
export const idOrBlank = z.union([id, z.literal('').transform(() => undefined)]);
export const flag = z.union([
  z.int(),
  z.boolean().transform(Number),
  z.enum(['', '0', '1', 'true', 'false']).transform((text) => (text === '1' || text === 'true' ? 1 : 0)),
]);

/** Australian dollars, with at most two decimals. */
export const money = z.number();

/** An amount above nothing as a client sends it: 12.5 or '12.50', never with parts of a cent. */
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
