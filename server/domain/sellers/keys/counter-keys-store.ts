import { and, asc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Handle } from '#server/platform/database/handle.ts';
import { counterKeys } from '#server/platform/database/schema/schema.ts';

type CounterKeyRow = typeof counterKeys.$inferSelect;

type NewRow = Omit<typeof counterKeys.$inferInsert, 'id' | 'lastUsedAt' | 'revokedAt'>;

export async function insertCounterKey(handle: Handle, row: NewRow): Promise<CounterKeyRow> {
  const [keyRow] = await handle.insert(counterKeys).values(row).returning();
  if (!keyRow) throw new Error('The insert of a counter key returned no row.');
  return keyRow;
}

type Link = { linkHash: string; now: Date };

const hasWaitingLink = ({ linkHash, now }: Link) =>
  and(eq(counterKeys.linkHash, linkHash), isNull(counterKeys.revokedAt), gt(counterKeys.linkExpiresAt, now));

export async function findWaitingTill(handle: Handle, link: Link): Promise<CounterKeyRow | null> {
  return (await handle.select().from(counterKeys).where(hasWaitingLink(link)))[0] ?? null;
}

type Enrolling = Link & { keyHash: string; keyLast4: string; name: string };

/**
 * Stores the key of a till that waits for its device, once. Returns null if no till waits. An empty name keeps the old
 * name.
 */
export async function enrolByLink(
  handle: Handle,
  { linkHash, keyHash, keyLast4, name, now }: Enrolling,
): Promise<CounterKeyRow | null> {
  const enrolled = { keyHash, keyLast4, linkHash: null, linkExpiresAt: null };
  const renamed = { name: sql`coalesce(nullif(${name}, ''), ${counterKeys.name})` };
  const [row] = await handle
    .update(counterKeys)
    .set({ ...enrolled, ...renamed })
    .where(hasWaitingLink({ linkHash, now }))
    .returning();
  return row ?? null;
}

export async function findCounterKeyByHash(handle: Handle, keyHash: string): Promise<CounterKeyRow | null> {
  const live = and(eq(counterKeys.keyHash, keyHash), isNull(counterKeys.revokedAt));
  return (await handle.select().from(counterKeys).where(live))[0] ?? null;
}

export async function recordKeyUse(handle: Handle, id: number, { now, unlessSince }: { now: Date; unlessSince: Date }) {
  const { lastUsedAt } = counterKeys;
  const isStale = or(isNull(lastUsedAt), lt(lastUsedAt, unlessSince));
  await handle
    .update(counterKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(counterKeys.id, id), isStale));
}

export async function listCounterKeysOfSeller(handle: Handle, sellerId: number): Promise<CounterKeyRow[]> {
  return handle.select().from(counterKeys).where(eq(counterKeys.sellerId, sellerId)).orderBy(asc(counterKeys.id));
}

export async function revokeCounterKey(
  handle: Handle,
  { id, sellerId, now }: { id: number; sellerId: number; now: Date },
): Promise<CounterKeyRow | null> {
  const condition = and(eq(counterKeys.id, id), eq(counterKeys.sellerId, sellerId), isNull(counterKeys.revokedAt));
  return (await handle.update(counterKeys).set({ revokedAt: now }).where(condition).returning())[0] ?? null;
}
