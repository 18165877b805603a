import { asc, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#server/platform/database/database.ts';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { localities, localityList } from '#server/platform/database/schema/schema.ts';
import type { SuburbList } from './embedded.ts';
import type { Suburb } from './suburbs.ts';

/** Rows per insert; PostgreSQL allows 65,535 parameters per statement. */
const AT_ONCE = 5_000;

export async function readLocalities(handle: Handle): Promise<SuburbList | null> {
  const [list] = await handle.select().from(localityList);
  if (!list) return null;
  const suburbs = await handle
    .select({ name: localities.name, state: localities.state, postcode: localities.postcode })
    .from(localities)
    .orderBy(asc(localities.rank));
  return { suburbs, attribution: list.attribution };
}

/** Returns a value that changes whenever a list of localities is loaded. */
export async function findLocalitiesVersion(handle: Handle): Promise<string | null> {
  const [list] = await handle.select({ version: sql`xmin::text`.mapWith(z.string().parse) }).from(localityList);
  return list?.version ?? null;
}

type Loading = {
  suburbs: readonly Suburb[];
  attribution: string;
  now: Date;
  /** Runs in the transaction that replaces the list. */
  also?: (tx: Transaction) => Promise<void>;
};

/** Replaces the list of localities atomically. `suburbs` must be free of duplicates and start with the best-known. */
export async function replaceLocalities(
  database: Database,
  { suburbs, attribution, now, also }: Loading,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.delete(localities);
    for (let first = 0; first < suburbs.length; first += AT_ONCE) {
      const part = suburbs
        .slice(first, first + AT_ONCE)
        .map((suburb, index) => ({ ...suburb, rank: first + index + 1 }));
      await tx.insert(localities).values(part);
    }
    await tx
      .insert(localityList)
      .values({ attribution, loadedAt: now })
      .onConflictDoUpdate({ target: localityList.id, set: { attribution: sql`excluded.attribution`, loadedAt: now } });
    await also?.(tx);
  });
}
