import { eq, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { declineAlarms as alarms } from '#server/platform/database/schema/schema.ts';

export type DeclineAlarm = typeof alarms.$inferSelect;
export type DeclineRate = Pick<DeclineAlarm, 'declines' | 'attempts'>;

export async function findDeclineRate(handle: Handle, since: Date): Promise<DeclineRate> {
  const [rate] = await queryRows(
    handle,
    z.object({ declines: z.int(), attempts: z.int() }),
    sql`select (select count(*)::int from payments where declined_at > ${since.toISOString()}) as declines,
      (select count(*)::int from payments where created_at > ${since.toISOString()}) as attempts`,
  );
  return rate ?? { declines: 0, attempts: 0 };
}

export async function findAlarmById(handle: Handle, id: number): Promise<DeclineAlarm | null> {
  return (await handle.select().from(alarms).where(eq(alarms.id, id)))[0] ?? null;
}

export async function extendAlarm(handle: Handle, { now, endsAt }: { now: Date; endsAt: Date }): Promise<boolean> {
  const extended = await handle
    .update(alarms)
    .set({ endsAt: sql`greatest(${alarms.endsAt}, ${endsAt.toISOString()})` })
    .where(gt(alarms.endsAt, now))
    .returning({ id: alarms.id });
  return extended.length > 0;
}

export async function startAlarm(tx: Transaction, alarm: Omit<DeclineAlarm, 'id'>): Promise<number | null> {
  const [started] = await tx.insert(alarms).values(alarm).onConflictDoNothing().returning({ id: alarms.id });
  return started?.id ?? null;
}
