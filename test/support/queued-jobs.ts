import { z } from 'zod';
import type { Database } from '#server/platform/database/database.ts';

export type QueuedJob = { id: string; name: string; state: string; data: unknown; startAfter: Date };

type JobState = 'created' | 'active' | 'failed' | 'completed';

export type QueuedJobs = ReturnType<typeof queuedJobs>;

const row = z.object({
  id: z.string(),
  name: z.string(),
  state: z.string(),
  data: z.unknown(),
  start_after: z.coerce.date(),
});

export function queuedJobs(database: Pick<Database, 'query'>) {
  return {
    async list(queue: string): Promise<QueuedJob[]> {
      const { rows } = await database.query(
        'select id, name, state, data, start_after from pgboss.job where name = $1 order by created_on, id',
        [queue],
      );
      return rows.map((found) => {
        const { start_after: startAfter, ...job } = row.parse(found);
        return { ...job, startAfter };
      });
    },
    async lose(queue: string): Promise<void> {
      await database.query('delete from pgboss.job where name = $1', [queue]);
    },
    /**
     * Adds a job that ended at `endedAt` by the machine's clock. A failed job also increases the queue's failure count.
     */
    async addEnded(queue: string, state: 'completed' | 'failed', endedAt = new Date()): Promise<void> {
      await database.query('insert into pgboss.job (name, state, completed_on) values ($1, $2, $3)', [
        queue,
        state,
        endedAt,
      ]);
      if (state === 'failed')
        await database.query('update pgboss.queue set failed_count = failed_count + 1 where name = $1', [queue]);
    },
    async become(queue: string, state: JobState): Promise<void> {
      const instants = {
        created: '',
        active: ', started_on = now(), heartbeat_on = now()',
        failed: ', completed_on = now()',
        completed: ', completed_on = now()',
      };
      await database.query(`update pgboss.job set state = $2${instants[state]} where name = $1`, [queue, state]);
    },
    async count(): Promise<number> {
      const { rows } = await database.query(`select from pgboss.job where name not like '\\_\\_%'`);
      return rows.length;
    },
  };
}
