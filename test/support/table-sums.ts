import { getTableName } from 'drizzle-orm';
import type { TestShop } from './shop.ts';
import { type TableName, tables } from './stored.ts';

export async function computeTableSums(
  { context: { database } }: Pick<TestShop, 'context'>,
  { but }: { but: readonly TableName[] },
): Promise<Record<string, string>> {
  const { rows: listed } = await database.query(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('public', 'demo') and table_name <> all ($1)`,
    [but.map((name) => getTableName(tables[name]))],
  );
  const sums: Record<string, string> = {};
  for (const { name } of listed) {
    const { rows } = await database.query(
      `select md5(string_agg(t::text, '|' order by t::text)) as sum from ${name} t`,
    );
    sums[name] = rows[0].sum;
  }
  return sums;
}
