import type { Context } from '../context.ts';
import { deleteCodeMessages } from './messages-store.ts';

/**
 * Messages that carried codes: long enough to look into a complaint, whose mobile it was is nobody's business after
 * that.
 */
const CODES_KEPT_MS = 30 * 86_400_000;

/** The scheduled job that deletes messages nobody needs any more. */
export async function purgeMessages({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  await deleteCodeMessages(database.orm, new Date(clock.ms() - CODES_KEPT_MS));
}
