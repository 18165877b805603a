import type { Context } from '#server/context.ts';
import { deleteUnusedDevices } from '../devices/customer-devices-store.ts';
import { deleteDevicesOver, deleteGuessesBefore } from '../devices/known-devices-store.ts';
import { deleteChallengesExpiredBefore } from '../devices/passkeys-store.ts';
import { deleteSessionsExpiredBefore } from '../sessions/sessions-store.ts';
import { DAY } from './code-limits.ts';
import { deleteCodesSentBefore } from './codes-store.ts';
import { deleteLinksExpiredBefore } from './links-store.ts';
import { deleteVerificationsExpiredBefore } from './phone-verifications-store.ts';

/** Codes are kept longer than a day, because the daily cap counts them. */
const KEPT_MS = {
  codes: 2 * DAY,
  verifications: DAY,
  sessions: DAY,
  challenges: DAY,
  guesses: 30 * DAY,
  links: 90 * DAY,
};

export async function purgeSignIns({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  const before = (keptMs: number): Date => new Date(clock.ms() - keptMs);
  const { orm } = database;
  await deleteCodesSentBefore(orm, before(KEPT_MS.codes));
  await deleteVerificationsExpiredBefore(orm, before(KEPT_MS.verifications));
  await deleteSessionsExpiredBefore(orm, before(KEPT_MS.sessions));
  await deleteChallengesExpiredBefore(orm, before(KEPT_MS.challenges));
  await deleteGuessesBefore(orm, before(KEPT_MS.guesses));
  await deleteDevicesOver(orm, { now: clock.now() });
  await deleteUnusedDevices(orm, { now: clock.now() });
  await deleteLinksExpiredBefore(orm, before(KEPT_MS.links));
}
