import { and, eq, gte, lt, lte, sql } from 'drizzle-orm';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { purgeRows } from '#server/platform/database/purge.ts';
import { customerDevices, ownershipStart } from '#server/platform/database/schema/schema.ts';
import { HISTORY_MS } from './history-rules.ts';

/** Same as the lifetime of our device cookie. */
const KEPT_MS = 400 * 86_400_000;

type SignIn = { customerId: number; browser: string; now: Date };

/** Returns true for the first sign-in on this device since the number may have changed owners. */
export async function recordDeviceSignIn(tx: Transaction, { customerId, browser, now }: SignIn): Promise<boolean> {
  const { firstAt } = customerDevices;
  const [noted] = await tx
    .insert(customerDevices)
    .values({ customerId, browser, firstAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: [customerDevices.customerId, customerDevices.browser],
      set: {
        firstAt: sql`case when ${firstAt} < ${ownershipStart(customerId)} then excluded.first_at else ${firstAt} end`,
        lastAt: sql`excluded.last_at`,
      },
    })
    .returning({ firstAt })
    .execute();
  return noted?.firstAt.getTime() === now.getTime();
}

/** Returns true if the device first signed in at least 24 hours ago. Returns false without a device cookie. */
export async function hasDeviceHistory(
  handle: Handle,
  { customerId, browser, now }: Omit<SignIn, 'browser'> & { browser: string | null },
): Promise<boolean> {
  if (browser === null) return false;
  const { firstAt } = customerDevices;
  const device = and(eq(customerDevices.customerId, customerId), eq(customerDevices.browser, browser));
  const isOld = and(lte(firstAt, new Date(now.getTime() - HISTORY_MS)), gte(firstAt, ownershipStart(customerId)));
  const found = await handle.select({ firstAt }).from(customerDevices).where(and(device, isOld));
  return found.length > 0;
}

export async function hasAnyDevice(handle: Handle, customerId: number): Promise<boolean> {
  const ofCustomer = eq(customerDevices.customerId, customerId);
  const found = await handle
    .select({ id: customerDevices.customerId })
    .from(customerDevices)
    .where(ofCustomer)
    .limit(1);
  return found.length > 0;
}

export async function deleteUnusedDevices(handle: Handle, { now }: { now: Date }): Promise<void> {
  await purgeRows(customerDevices, handle, lt(customerDevices.lastAt, new Date(now.getTime() - KEPT_MS)));
}
