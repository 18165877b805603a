import type { Context } from '#server/context.ts';
import type { JobData } from '#server/platform/jobs/jobs.ts';
import { findAlarm } from './alarms-store.ts';

/** Posts an alarm event to the webhook. Throws on failure, so that the queue retries. */
export async function sendAlarm(
  { database, integrations }: Pick<Context, 'database' | 'integrations'>,
  { ref, alarmId, type, at }: JobData['send-alarm'],
): Promise<void> {
  const alarm = await findAlarm(database.orm, alarmId);
  if (!alarm) return;
  const { name, sentence, openedAt, endedAt } = alarm;
  await integrations.alarms.send({ ref, type, occurredAt: new Date(at), alarm: name, sentence, openedAt, endedAt });
}
