import type { Context } from '#server/context.ts';
import { DAY } from '../sign-in/code-limits.ts';
import { deleteEmailCodesSentBefore, deleteMobileChangesBefore } from './mobile-changes-store.ts';

/** Mobile changes are kept longer than any link to a former number is valid. */
const KEPT_MS = { emailCodes: 2 * DAY, mobileChanges: 90 * DAY };

export async function purgeOwnAccount({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  const before = (keptMs: number): Date => new Date(clock.ms() - keptMs);
  await deleteEmailCodesSentBefore(database.orm, before(KEPT_MS.emailCodes));
  await deleteMobileChangesBefore(database.orm, before(KEPT_MS.mobileChanges));
}
