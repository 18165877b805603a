import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle } from '#server/platform/database/handle.ts';
import { rows } from '#server/platform/database/rows.ts';
import { leases } from '#server/platform/database/schema/schema.ts';

type Lease = { name: string; holder: string };

/** True for the one holder whose lease this is now: it was free, over, or its own. By the database's clock. */
export async function takeLease(
  handle: Handle,
  { name, holder, seconds }: Lease & { seconds: number },
): Promise<boolean> {
  const until = sql`now() + make_interval(secs => ${seconds})`;
  const taken = await handle
    .insert(leases)
    .values({ name, holder, until })
    .onConflictDoUpdate({
      target: leases.name,
      set: { holder, until },
      setWhere: sql`${leases.until} < now() or ${leases.holder} = ${holder}`,
    })
    .returning({ name: leases.name });
  return taken.length > 0;
}

/** Lets another one have it at once. */
export async function endLease(handle: Handle, { name, holder }: Lease): Promise<void> {
  await handle.delete(leases).where(and(eq(leases.name, name), eq(leases.holder, holder)));
}

/** For how many seconds nobody has had it; 0 while somebody has, null where nobody ever had it. */
export async function secondsWithoutHolder(handle: Handle, name: string): Promise<number | null> {
  const [lease] = await rows(
    handle,
    z.object({ seconds: z.number() }),
    sql`select greatest(0, extract(epoch from now() - ${leases.until}))::float8 as seconds from ${leases}
      where ${leases.name} = ${name}`,
  );
  return lease?.seconds ?? null;
}
