import type { Database, SqlRunner } from '#server/platform/database/database.ts';
import type { Handle } from '#server/platform/database/handle.ts';

export type PlanStep = {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanStep[];
};

export const analyseTables = (database: Pick<Database, 'exclusive'>): Promise<void> =>
  database.exclusive((run) => run.exec('analyze'));

export async function withPlan<Result>(
  database: Pick<Database, 'query'>,
  ask: (handle: Handle) => Promise<Result>,
): Promise<{ result: Result; plan: PlanStep }> {
  const statements: { sql: string; params: unknown[] }[] = [];
  const noted: Pick<SqlRunner, 'query'> = {
    query: (sql, params = []) => {
      statements.push({ sql, params });
      return database.query(sql, params);
    },
  };
  const result = await ask(noted as unknown as Handle);
  const [statement] = statements;
  if (!statement || statements.length > 1) throw new Error(`Expected one statement, not ${statements.length}.`);
  const { rows } = await database.query(`explain (analyze, format json) ${statement.sql}`, statement.params);
  return { result, plan: rows[0]['QUERY PLAN'][0].Plan };
}
