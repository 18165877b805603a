import { and, eq, gte, lt, lte, sql } from 'drizzle-orm';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { purgeRowsOf } from '#server/platform/database/purge.ts';
import { customerDevices, ownSince } from '#server/platform/database/schema/schema.ts';
import { HISTORY_MS } from './history-rules.ts';

/** As long as browsers keep our cookie. */
const KEPT_MS = 400 * 86_400_000;

type SignIn = { customerId: number; browser: string; now: Date };

/**
 * Notes that a code or a passkey signs a customer in in this browser, and keeps the first time. True: it is the first,
 * or what was before may have been of who had the number before. Sent when it is called.
 */
export async function noteDeviceSignIn(tx: Transaction, { customerId, browser, now }: SignIn): Promise<boolean> {
  const { firstAt } = customerDevices;
  const [noted] = await tx
    .insert(customerDevices)
    .values({ customerId, browser, firstAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: [customerDevices.customerId, customerDevices.browser],
      set: {
        firstAt: sql`case when ${firstAt} < ${ownSince(customerId)} then excluded.first_at else ${firstAt} end`,
        lastAt: sql`excluded.last_at`,
      },
    })
    .returning({ firstAt })
    .execute();
  return noted?.firstAt.getTime() === now.getTime();
}

/**
 * Whether the account's first sign-in by a code or a passkey in this browser was 24 hours ago or more. Null, for a client
 * that keeps no cookie: false.
 */
export async function hasDeviceHistory(
  handle: Handle,
  { customerId, browser, now }: Omit<SignIn, 'browser'> & { browser: string | null },
): Promise<boolean> {
  if (browser === null) return false;
  const { firstAt } = customerDevices;
  const device = and(eq(customerDevices.customerId, customerId), eq(customerDevices.browser, browser));
  const isOld = and(lte(firstAt, new Date(now.getTime() - HISTORY_MS)), gte(firstAt, ownSince(customerId)));
  const found = await handle.select({ firstAt }).from(customerDevices).where(and(device, isOld));
  return found.length > 0;
}

/** Whether a browser that keeps our cookie has signed in to an account. */
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
  await purgeRowsOf(customerDevices, handle, lt(customerDevices.lastAt, new Date(now.getTime() - KEPT_MS)));
}
