import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'drizzle-orm';
import type { Database } from '#server/platform/database/database.ts';

/** 'before': the connection drops after all work but before the commit. 'after': the response to the commit is lost. */
export type CutAt = 'before' | 'after';
type Cut = { point: CutAt; skip: number; done: number };

export function cutAfterStatements(database: Database, statements: number): Database {
  let sentCount = 0;
  return {
    ...database,
    async executeSql(text, values) {
      sentCount += 1;
      if (sentCount > statements) throw new Error('The connection was cut.');
      return database.executeSql(text, values);
    },
  };
}

export function cutTransactions(database: Database) {
  const cuts = new AsyncLocalStorage<Cut>();
  const transaction: Database['transaction'] = async (work, config) => {
    const cut = cuts.getStore();
    if (!cut || cut.skip-- !== 0) return database.transaction(work, config);
    cut.done += 1;
    await database.transaction(async (tx) => {
      const result = await work(tx);
      if (cut.point === 'after') return result;
      // The embedded database has no connection to terminate, so its transaction fails instead.
      if (database.kind === 'postgres') await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
      throw new Error('The connection was cut.');
    }, config);
    throw new Error('The connection was cut.');
  };
  return {
    database: { ...database, transaction } satisfies Database,
    /** Cuts one transaction after letting `skip` others pass. `wasCut`: whether there was one. */
    async during<T>({ point, skip = 0 }: { point: CutAt; skip?: number }, work: () => Promise<T>) {
      const cut: Cut = { point, skip, done: 0 };
      const result = await cuts.run(cut, () =>
        work().catch((error: unknown) => (cut.done > 0 ? null : Promise.reject(error))),
      );
      return { result, wasCut: cut.done > 0 };
    },
  };
}
