import type { Database } from '#server/platform/database/database.ts';

type Run = Pick<Database, 'query'>;

export const SENDS_SCHEDULED = '__pgboss__send-it';

export async function listSchedules(run: Run): Promise<{ name: string; cron: string; options: unknown }[]> {
  return (await run.query('select name, cron, options from pgboss.schedule order by name')).rows;
}

/** Makes this schedule due in the next process that starts, and deletes all other schedules. */
export async function makeDue(run: Run, schedule: string): Promise<void> {
  await run.query('delete from pgboss.schedule where name <> $1', [schedule]);
  await run.query(`update pgboss.schedule set cron = '* * * * *'`);
  await run.query('delete from pgboss.job where name = $1', [SENDS_SCHEDULED]);
  await run.query('update pgboss.version set cron_on = null');
}

export async function moveSlotsBack(run: Run, queues: readonly string[], seconds: number): Promise<void> {
  await run.query(`update pgboss.job set singleton_on = singleton_on - $2 * interval '1 second' where name = any($1)`, [
    queues,
    seconds,
  ]);
}

/** Marks the queue's current time slot as taken, and the next one, because it may begin during the test. */
export async function fillSlots(run: Run, queue: string, seconds: number): Promise<void> {
  await run.query(`insert into pgboss.job (name, state, policy, completed_on, singleton_on)
    select '${queue}', 'completed', 'exclusive', now(), timestamp 'epoch' + slot * interval '${seconds} seconds'
    from (select floor(extract(epoch from now()) / ${seconds}) + n as slot from generate_series(0, 1) n) slots
    on conflict do nothing`);
}

export async function addDeadJob(run: Run, queue: string, data: object): Promise<void> {
  await run.query(
    `insert into pgboss.job (name, data, policy, state, retry_limit, started_on, heartbeat_on, heartbeat_seconds)
      values ($1, $2, 'exclusive', 'active', 0, now(), now() - interval '31 seconds', 30)`,
    [queue, JSON.stringify(data)],
  );
}

/** Makes pg-boss check for dead jobs again without waiting for its monitor interval. */
export async function superviseAgain(run: Run): Promise<void> {
  await run.query('update pgboss.queue set monitor_claim_on = null');
}

export async function startAtOnce(run: Run, queue: string): Promise<void> {
  await run.query(`update pgboss.job set start_after = now() where name = $1 and state = 'created'`, [queue]);
}

export async function setRetryLimit(run: Run, queue: string, limit: number): Promise<void> {
  await run.query('update pgboss.queue set retry_limit = $2 where name = $1', [queue, limit]);
}

export async function retryLimit(run: Run, queue: string): Promise<number> {
  return (await run.query('select retry_limit from pgboss.queue where name = $1', [queue])).rows[0].retry_limit;
}
