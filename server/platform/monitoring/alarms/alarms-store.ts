import { eq, isNull, or } from 'drizzle-orm';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { alarms } from '#server/platform/database/schema/schema.ts';

export type AlarmRow = typeof alarms.$inferSelect;

/** Locks the alarms, so that concurrent checks run one after another. */
export function lockOpenAlarms(tx: Transaction): Promise<AlarmRow[]> {
  return tx.select().from(alarms).where(isNull(alarms.endedAt)).orderBy(alarms.id).for('update');
}

/** Returns null if another process opened the alarm first. */
export async function openAlarm(
  tx: Transaction,
  { now, ...alarm }: { name: string; sentence: string; now: Date },
): Promise<AlarmRow | null> {
  const row = { ...alarm, openedAt: now, saidAt: now };
  const [opened] = await tx.insert(alarms).values(row).onConflictDoNothing().returning();
  return opened ?? null;
}

export async function changeAlarm(
  tx: Transaction,
  { id, ...set }: Pick<AlarmRow, 'id'> & Partial<Pick<AlarmRow, 'sentence' | 'saidAt' | 'endedAt'>>,
): Promise<AlarmRow | null> {
  const [changed] = await tx.update(alarms).set(set).where(eq(alarms.id, id)).returning();
  return changed ?? null;
}

export async function findAlarm(handle: Handle, id: number): Promise<AlarmRow | null> {
  return (await handle.select().from(alarms).where(eq(alarms.id, id)))[0] ?? null;
}

export function listAlarmsAtInstant(handle: Handle, instant: Date): Promise<AlarmRow[]> {
  return handle
    .select()
    .from(alarms)
    .where(or(eq(alarms.saidAt, instant), eq(alarms.endedAt, instant)))
    .orderBy(alarms.id);
}
