import { z } from 'zod';
import { HIGHEST_PRICE, KINDS, MAX_SELLERS, OCCASIONS, SORTS } from '../rules/listing.ts';

const amount = z.number().min(0).max(HIGHEST_PRICE);
const dollars = z
  .union([
    amount,
    z
      .string()
      .regex(/^\d{1,9}(\.\d{1,4})?$/)
      .transform(Number)
      .pipe(amount),
  ])
  .optional();

/**
 * `seller`: comma-separated shop URLs. Prices are in dollars. `in_stock` excludes sold-out products. `occasion` selects
 * gift cards with a template for it.
 */
export const listFields = {
  sort: z.enum(SORTS).optional(),
  seller: z
    .string()
    .regex(new RegExp(`^[\\w-]{1,100}(,[\\w-]{1,100}){0,${MAX_SELLERS - 1}}$`))
    .optional(),
  price_min: dollars,
  price_max: dollars,
  in_stock: z.literal('1').optional(),
  kind: z.enum(KINDS).optional(),
  occasion: z.enum(OCCASIONS).optional(),
};
const listQuery = z.object(listFields);
export type ListQuery = z.output<typeof listQuery>;
