import { orderNumbers } from '#server/platform/database/schema/schema.ts';

/** A restored shop must not reuse the numbers of lost orders. */
export const SKIPPED_ORDER_NUMBERS = { [`public.${orderNumbers.seqName}`]: 10_000 };
