import { orderNumbers } from '#server/platform/database/schema/schema.ts';

/** A restored shop skips this many numbers, so that it does not reuse numbers of lost orders. */
export const SKIPPED_ORDER_NUMBERS = { [`public.${orderNumbers.seqName}`]: 10_000 };
