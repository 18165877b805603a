import { and, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { purgeRows } from '#server/platform/database/purge.ts';
import { customers, guessedRecipients, knownDevices } from '#server/platform/database/schema/schema.ts';

/** How long a device stays known after its last confirmed code. */
const KNOWN_MS = 90 * 86_400_000;
/** Number of consecutive wrong codes after which a device is unknown again. */
const MAX_FAILURES = 20;

type Device = { mobile: string; browser: string };
type At = { now: Date };

const isKnown = (now: Date): SQL | undefined =>
  and(gt(knownDevices.provedAt, new Date(now.getTime() - KNOWN_MS)), lt(knownDevices.failures, MAX_FAILURES));

export async function isKnownDevice(handle: Handle, { mobile, browser, now }: Device & At): Promise<boolean> {
  const device = and(eq(knownDevices.mobile, mobile), eq(knownDevices.browser, browser), isKnown(now));
  return (await handle.select({ browser: knownDevices.browser }).from(knownDevices).where(device)).length > 0;
}

/** Counts only devices known for the customer's current mobile number. */
export async function isDeviceOfCustomer(
  handle: Handle,
  { customerId, browsers, now }: { customerId: number; browsers: readonly string[] } & At,
): Promise<boolean> {
  if (browsers.length === 0) return false;
  const found = await handle
    .select({ browser: knownDevices.browser })
    .from(knownDevices)
    .innerJoin(customers, eq(customers.mobile, knownDevices.mobile))
    .where(and(eq(customers.id, customerId), inArray(knownDevices.browser, [...browsers]), isKnown(now)))
    .limit(1);
  return found.length > 0;
}

export async function deleteDevices(tx: Transaction, mobile: string): Promise<void> {
  await tx.delete(knownDevices).where(eq(knownDevices.mobile, mobile)).execute();
}

/** Counts a wrong code. Returns false if the device is unknown. */
export async function recordDeviceFailure(handle: Handle, { mobile, browser }: Device): Promise<boolean> {
  const noted = await handle
    .update(knownDevices)
    .set({ failures: sql`${knownDevices.failures} + 1` })
    .where(and(eq(knownDevices.mobile, mobile), eq(knownDevices.browser, browser)))
    .returning({ browser: knownDevices.browser });
  return noted.length > 0;
}

type Guess = { recipient: string; failureLimit: number; pauseUntil: Date } & At;

/**
 * Counts a wrong code from a stranger and returns the number of failures. From `failureLimit` on, each failure starts a
 * pause.
 */
export async function recordStrangerFailure(
  handle: Handle,
  { recipient, failureLimit, pauseUntil, now }: Guess,
): Promise<number> {
  const { failures, pausedUntil } = guessedRecipients;
  const [noted] = await handle
    .insert(guessedRecipients)
    .values({ recipient, failures: 1, failedAt: now })
    .onConflictDoUpdate({
      target: guessedRecipients.recipient,
      set: {
        failures: sql`${failures} + 1`,
        failedAt: now,
        pausedUntil: sql`case when ${failures} + 1 >= ${failureLimit}::int then ${pauseUntil}::timestamptz
          else ${pausedUntil} end`,
      },
    })
    .returning({ failures });
  return (noted as { failures: number }).failures;
}

export async function deleteDevicesOver(handle: Handle, { now }: At): Promise<void> {
  await purgeRows(knownDevices, handle, lt(knownDevices.provedAt, new Date(now.getTime() - KNOWN_MS)));
}

export async function deleteGuessesBefore(handle: Handle, before: Date): Promise<void> {
  await purgeRows(guessedRecipients, handle, lt(guessedRecipients.failedAt, before));
}
