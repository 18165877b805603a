import { runInSpan } from '#server/platform/kernel/telemetry/tracing.ts';
import type { Database } from './database.ts';

export const traced = (database: Database): Database => ({
  ...database,
  transaction: (work, config) => runInSpan('database.transaction', {}, () => database.transaction(work, config)),
});
