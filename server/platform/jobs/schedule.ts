import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/platform/database/open.ts';
import type { ScheduledJob, ScheduleReason } from './jobs.ts';
import { endLease, takeLease } from './leases-store.ts';

const EVERY_MS = 20_000;
/** Another process takes over so long after the one that ran it has died; one that closes hands it over at once. */
const LEASE_SECONDS = 50;

export const SCHEDULE_LEASE = 'schedule';

type Parts = { database: Database; log: FastifyBaseLogger };

/** Runs the scheduled jobs of all processes on one database in one of them, one round after the other. */
export function createSchedule({ database, log }: Parts) {
  const lease = { name: SCHEDULE_LEASE, holder: randomUUID() };
  let jobs: readonly ScheduledJob[] = [];
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;
  let holdsLease = false;

  const isOurs = async (): Promise<boolean> =>
    database.kind === 'embedded' || takeLease(database.orm, { ...lease, seconds: LEASE_SECONDS });

  async function tick(reason: ScheduleReason): Promise<void> {
    try {
      // Asked for also during a round, so that nobody takes over a round that is long.
      holdsLease = await isOurs();
    } catch (error) {
      holdsLease = false;
      log.error({ err: error }, 'scheduled_job.failed');
    }
    if (!holdsLease) return;
    round ??= runSafely(jobs, { log, reason }).finally(() => {
      round = undefined;
    });
  }

  return {
    start(scheduled: readonly ScheduledJob[]): void {
      jobs = scheduled;
      void tick('start');
      timer = setInterval(() => void tick('regular'), EVERY_MS).unref();
    },
    /** All of them now, whoever has the lease. */
    async run(reason: ScheduleReason): Promise<void> {
      for (const job of jobs) await job(reason);
    },
    /** Whether this process runs them, as it was at the latest tick. */
    holdsLease: () => holdsLease,
    async stop(): Promise<void> {
      clearInterval(timer);
      jobs = [];
      holdsLease = false;
      await round;
      if (timer && database.kind === 'postgres') await endLease(database.orm, lease);
    },
  };
}

/** A job that fails does not stop those after it. */
export async function runSafely(
  jobs: readonly ScheduledJob[],
  { log, reason }: Pick<Parts, 'log'> & { reason: ScheduleReason },
): Promise<void> {
  for (const job of jobs) {
    try {
      await job(reason);
    } catch (error) {
      log.error({ err: error }, 'scheduled_job.failed');
    }
  }
}
