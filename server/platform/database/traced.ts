import { inSpan } from '#server/platform/kernel/telemetry/tracing.ts';
import type { Database } from './database.ts';

/** The database, each of whose transactions is a span of the trace that is under way. */
export const traced = (database: Database): Database => ({
  ...database,
  transaction: (work, config) => inSpan('database.transaction', {}, () => database.transaction(work, config)),
});
