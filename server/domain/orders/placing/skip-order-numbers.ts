import type { SqlRunner } from '#server/platform/database/database.ts';
import { skipNumbers } from '../stores/orders-store.ts';

/** More than are placed between a backup and a loss. */
const SKIPPED = 10_000;

/** The next order of a restored shop gets a number that no receipt of a lost order has. */
export const skipOrderNumbers = (run: SqlRunner): Promise<void> => skipNumbers(run, SKIPPED);
