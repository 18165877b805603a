import type { Database } from '#server/platform/database/database.ts';

type Run = Pick<Database, 'query'>;

/** The job by which pg-boss starts scheduled jobs that are due. */
export const SENDS_SCHEDULED = '__pgboss__send-it';

/** Returns the schedules of pg-boss, by name. */
export async function schedules(run: Run): Promise<{ name: string; cron: string; options: unknown }[]> {
  return (await run.query('select name, cron, options from pgboss.schedule order by name')).rows;
}

/** Leaves only this schedule and makes it due at once: the process that starts next looks for due ones. */
export async function makeDue(run: Run, schedule: string): Promise<void> {
  await run.query('delete from pgboss.schedule where name <> $1', [schedule]);
  await run.query(`update pgboss.schedule set cron = '* * * * *'`);
  await run.query('delete from pgboss.job where name = $1', [SENDS_SCHEDULED]);
  await run.query('update pgboss.version set cron_on = null');
}

/** Moves the slots that the jobs of these queues have taken into the past. */
export async function moveSlotsBack(run: Run, queues: readonly string[], seconds: number): Promise<void> {
  await run.query(`update pgboss.job set singleton_on = singleton_on - $2 * interval '1 second' where name = any($1)`, [
    queues,
    seconds,
  ]);
}

/** Takes this slot of the database's clock and the next, in case it begins while the test runs. */
export async function fillSlots(run: Run, queue: string, seconds: number): Promise<void> {
  await run.query(`insert into pgboss.job (name, state, policy, completed_on, singleton_on)
    select '${queue}', 'completed', 'exclusive', now(), timestamp 'epoch' + slot * interval '${seconds} seconds'
    from (select floor(extract(epoch from now()) / ${seconds}) + n as slot from generate_series(0, 1) n) slots
    on conflict do nothing`);
}

/** Adds a job of a queue whose process died while it ran, half a minute after its last heartbeat. */
export async function addDeadJob(run: Run, queue: string, data: object): Promise<void> {
  await run.query(
    `insert into pgboss.job (name, data, policy, state, retry_limit, started_on, heartbeat_on, heartbeat_seconds)
      values ($1, $2, 'exclusive', 'active', 0, now(), now() - interval '31 seconds', 30)`,
    [queue, JSON.stringify(data)],
  );
}

/** Lets pg-boss look again for jobs of dead processes, which it does once a minute. */
export async function superviseAgain(run: Run): Promise<void> {
  await run.query('update pgboss.queue set monitor_claim_on = null');
}

/** Starts what waits in a queue for a later time. */
export async function startAtOnce(run: Run, queue: string): Promise<void> {
  await run.query(`update pgboss.job set start_after = now() where name = $1 and state = 'created'`, [queue]);
}

/** Sets how often a job of a queue is tried again, as another release did. */
export async function setRetryLimit(run: Run, queue: string, limit: number): Promise<void> {
  await run.query('update pgboss.queue set retry_limit = $2 where name = $1', [queue, limit]);
}

export async function retryLimit(run: Run, queue: string): Promise<number> {
  return (await run.query('select retry_limit from pgboss.queue where name = $1', [queue])).rows[0].retry_limit;
}
