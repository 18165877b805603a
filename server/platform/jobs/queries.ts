import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { SqlRunner } from '#server/platform/database/database.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { queryRows } from '#server/platform/database/rows.ts';

export const waitingJob = z.object({ name: z.string(), data: z.unknown(), startAfter: z.coerce.date() });
export type WaitingJob = z.output<typeof waitingJob>;

const buildShopQueueCondition = (name: string) => `${name} not like '\\_\\_pgboss%'`;

const PERIODIC_QUEUES = ['tick', 'alarms', 'purge', 'hourly', 'daily'] as const;
export type PeriodicQueue = (typeof PERIODIC_QUEUES)[number];
const PERIODIC = PERIODIC_QUEUES.map((name) => `'${name}'`).join(', ');

/** Excludes periodic jobs as well, because their next run makes up for a missed one. */
const IS_OWED = `name not in (${PERIODIC}) and ${buildShopQueueCondition('name')}`;

const NOT_DONE = `state in ('created', 'retry', 'active') and ${IS_OWED}`;

export const WAITING_JOBS = `select jsonb_build_object('name', name, 'data', data, 'startAfter', start_after)::text as line
  from pgboss.job where ${NOT_DONE}`;

const count = z.object({ count: z.int() });

/** Returns null if the job queue does not exist yet. */
export async function countWaitingJobs(run: SqlRunner): Promise<number | null> {
  const tableFacts = z.object({ there: z.boolean() });
  const [table] = await queryRows(run, tableFacts, sql`select to_regclass('pgboss.job') is not null as there`);
  if (!table?.there) return null;
  const [counted] = await queryRows(
    run,
    count,
    sql`select count(*) as count from pgboss.job where ${sql.raw(NOT_DONE)}`,
  );
  return counted?.count ?? 0;
}

const queueState = z.object({ name: z.string(), overdue: z.int(), failed: z.int() });

/** Counts per queue the jobs that are overdue by `minutes`, and those given up in the last `days`. */
export function listUnfinishedJobs(
  handle: Handle,
  { minutes, days }: { minutes: number; days: number },
): Promise<z.output<typeof queueState>[]> {
  return queryRows(
    handle,
    queueState,
    sql`select name,
        count(*) filter (where state in ('created', 'retry')
          and start_after < now() - ${minutes} * interval '1 minute') as overdue,
        count(*) filter (where state = 'failed'
          and completed_on > now() - ${days} * interval '1 day') as failed
      from pgboss.job where ${sql.raw(IS_OWED)} group by name order by name`,
  );
}

const run = z.object({ name: z.string(), id: z.string() });

export function listAbandonedRuns(handle: Handle): Promise<z.output<typeof run>[]> {
  return queryRows(
    handle,
    run,
    sql`select name, id from pgboss.job where name in (${sql.raw(PERIODIC)}) and state in ('created', 'active')`,
  );
}

/** Returns the seconds since a run of the scheduled jobs last ended, or null if none ended in the last half hour. */
export async function findSecondsSinceTick(handle: Handle): Promise<number | null> {
  const [last] = await queryRows(
    handle,
    z.object({ seconds: z.number().nullable() }),
    sql`select extract(epoch from now() - max(completed_on))::float8 as seconds from pgboss.job
      where name = 'tick' and state = 'completed'`,
  );
  return last?.seconds ?? null;
}

const queueDepth = z.object({
  queue: z.string(),
  due: z.int(),
  later: z.int(),
  active: z.int(),
  failed: z.int(),
  oldestSeconds: z.number(),
});

/** Counts waiting jobs itself, because pg-boss counts only the other jobs, every twenty seconds. */
export function queueDepths(handle: Handle): Promise<z.output<typeof queueDepth>[]> {
  return queryRows(
    handle,
    queueDepth,
    sql`select q.name as queue, coalesce(w.due, 0)::int as due, coalesce(w.later, 0)::int as later,
        q.active_count as active, q.failed_count as failed,
        coalesce(extract(epoch from now() - w.oldest), 0)::float8 as "oldestSeconds"
      from pgboss.queue q left join (select name, count(*) filter (where start_after <= now()) as due,
          count(*) filter (where start_after > now()) as later,
          min(start_after) filter (where start_after <= now()) as oldest
        from pgboss.job where state < 'active' and not blocked group by name) w on w.name = q.name
      where ${sql.raw(buildShopQueueCondition('q.name'))} order by q.name`,
  );
}
