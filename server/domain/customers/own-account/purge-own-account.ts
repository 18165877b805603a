import type { Context } from '#server/context.ts';
import { DAY } from '../sign-in/code-limits.ts';
import { deleteEmailCodesSentBefore, deleteMobileChangesBefore } from './mobile-changes-store.ts';

/** As long as codes by text; and as long as other numbers, which is longer than a link for them works. */
const KEPT_MS = { emailCodes: 2 * DAY, mobileChanges: 90 * DAY };

/** Scheduled job: deletes codes for mailboxes, and the numbers that accounts have left. */
export async function purgeOwnAccount({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  const before = (keptMs: number): Date => new Date(clock.ms() - keptMs);
  await deleteEmailCodesSentBefore(database.orm, before(KEPT_MS.emailCodes));
  await deleteMobileChangesBefore(database.orm, before(KEPT_MS.mobileChanges));
}
