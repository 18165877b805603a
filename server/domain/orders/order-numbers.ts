import { orderNumbers } from '#server/platform/database/schema/schema.ts';

/**
 * How many order numbers a restored shop skips: more than are placed between a backup and a loss, so that no receipt of a
 * lost order has the number of a later one.
 */
export const SKIPPED_ORDER_NUMBERS = { [`public.${orderNumbers.seqName}`]: 10_000 };
