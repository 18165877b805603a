import type { Database } from '#server/platform/database/database.ts';

export async function foldInDatabase(database: Pick<Database, 'query'>, texts: readonly string[]): Promise<string[]> {
  const { rows } = await database.query(
    'select search_fold(t) as text from unnest($1::text[]) with ordinality u(t, n) order by n',
    [texts],
  );
  return rows.map(({ text }) => text);
}
