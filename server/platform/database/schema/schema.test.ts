import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { getTableConfig, PgDialect, PgTable } from 'drizzle-orm/pg-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { everyDatabase, openTestDatabase } from '#test/support/database.ts';
import { generateSchemaSql } from '../../../../tools/database/schema-sql.ts';
import type { Database } from '../database.ts';
import { readFunctions } from '../migrations/scripts.ts';
import * as schema from './schema.ts';

const OURS = `('public', 'demo')`;
const tables = Object.values(schema).filter((value) => is(value, PgTable)) as unknown as PgTable[];

const CATALOGUE = {
  columns: `select c.relnamespace::regnamespace::text as schema, c.relname as table, a.attname as column,
      format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required, a.attidentity as identity, a.attgenerated as generated,
      pg_get_expr(d.adbin, d.adrelid) as value, coll.collname as collation
    from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      left join pg_collation coll on coll.oid = a.attcollation
    where c.relnamespace::regnamespace::text in ${OURS} and a.attnum > 0 and not a.attisdropped
      and c.relname <> 'schema_migrations' order by 1, 2, 3`,
  constraints: `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as rule from pg_constraint
    where connamespace::regnamespace::text in ${OURS} and conrelid::regclass::text <> 'schema_migrations' order by 1, 2`,
  indexes: `select schemaname, indexname, indexdef from pg_indexes
    where schemaname in ${OURS} and tablename <> 'schema_migrations' order by 1, 2`,
  triggers: `select tgrelid::regclass::text as table, pg_get_triggerdef(oid) as trigger from pg_trigger
    where not tgisinternal order by 1, 2`,
  functions: `select proname as name, pg_get_functiondef(p.oid) as function from pg_proc p
    where pronamespace::regnamespace::text in ${OURS} and not exists
      (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1, 2`,
};

async function readCatalogue(database: Database): Promise<Record<string, unknown>> {
  const parts = Object.entries(CATALOGUE);
  return Object.fromEntries(
    await Promise.all(parts.map(async ([part, sql]) => [part, (await database.query(sql)).rows] as const)),
  );
}

describe.each(everyDatabase())('the schema on %s', (kind) => {
  let database: Database;
  beforeEach(async () => {
    database = await openTestDatabase(kind);
  });
  afterEach(() => database.close());

  it('builds the same schema from migrations as from server/platform/database/schema', async () => {
    const migrated = await readCatalogue(database);
    const freshDatabase = await openTestDatabase(kind, 'empty', { fresh: true });
    await freshDatabase.exclusive(async (run) => {
      await run.exec('drop schema public cascade; drop schema if exists demo cascade; create schema public');
      await run.exec(await generateSchemaSql());
      await run.exec(readFunctions().sql);
    });
    expect(await readCatalogue(freshDatabase)).toEqual(migrated);
    await freshDatabase.close();
  });

  it('stores composed pictures uncompressed, and leaves free space in pages of the search vocabulary', async () => {
    const { rows } = await database.query(`select relname as table, reloptions as options,
        (select attstorage from pg_attribute where attrelid = c.oid and attname = 'jpeg') as jpeg
      from pg_class c where relname in ('composed_pictures', 'search_vocabulary') order by 1`);
    expect(rows).toEqual([
      { table: 'composed_pictures', options: null, jpeg: 'e' },
      { table: 'search_vocabulary', options: ['fillfactor=40'], jpeg: null },
    ]);
  });

  it('has an index for every foreign key', async () => {
    const { rows } =
      await database.query(`select conrelid::regclass::text || '(' || string_agg(a.attname, ', ' order by k.n) || ')' as lost
      from pg_constraint c cross join unnest(c.conkey) with ordinality as k (attnum, n)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
      where c.contype = 'f' and c.connamespace::regnamespace::text in ${OURS} and not exists (
        select from pg_index i where i.indrelid = c.conrelid and i.indpred is null
          and c.conkey @> (string_to_array(i.indkey::text, ' ')::int2[])[1:cardinality(c.conkey)]
          and (i.indisunique or cardinality(string_to_array(i.indkey::text, ' ')::int2[]) >= cardinality(c.conkey)))
      group by c.oid, c.conrelid order by 1`);
    expect(rows.map((row) => row.lost)).toEqual([]);
  });

  it('gives every reference the type of the id it refers to, even beyond 32 bits', async () => {
    const { rows: narrow } =
      await database.query(`select conrelid::regclass::text || '(' || a.attname || ')' as reference
      from pg_constraint c cross join unnest(c.conkey, c.confkey) as k (own, other)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
        join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.other
      where c.contype = 'f' and c.connamespace::regnamespace::text in ${OURS} and a.atttypid <> b.atttypid order by 1`);
    expect(narrow.map((row) => row.reference)).toEqual([]);
    const id = 3_000_000_000;
    await database.query(
      `insert into sign_in_codes (id, mobile, code_hash, client_key, prefix, sent_at, expires_at)
      overriding system value values ($1, '+61412345678', 'hash', 'key', '+6141234', now(), now())`,
      [id],
    );
    const { rows } = await database.query(
      `insert into messages
        (ref, channel, purpose, recipient, sign_in_code_id, state, not_before, created_at)
      values ('code', 'sms', 'code', '+61412345678', $1, 'queued', now(), now()) returning sign_in_code_id as id`,
      [id],
    );
    expect(rows).toEqual([{ id }]);
  });

  it('has a check constraint with all values of every enumeration', async () => {
    const { rows } = await database.query(CATALOGUE.constraints);
    const rules: string[] = rows.filter(({ rule }) => rule.startsWith('CHECK')).map(({ rule }) => rule);
    const unchecked = tables.flatMap((table) =>
      Object.values(getTableColumns(table)).flatMap((column) => {
        const values = column.enumValues ?? [];
        if (values.length === 0) return [];
        const checked = rules.some(
          (rule) => rule.includes(column.name) && values.every((value) => rule.includes(`'${value}'::text`)),
        );
        return checked ? [] : [`${getTableName(table)}.${column.name}`];
      }),
    );
    expect(unchecked).toEqual([]);
  });
});

const NOT_OURS = ['gift_cards.key_id', 'categories.entity_id', 'option_values.attribute_id', 'addresses.region_id'];
/** Not a foreign key, because triggers delete these rows with the product. */
const BY_TRIGGERS = ['product_words.product_id'];
/** Not a foreign key, because the details outlive their cart line. */
const CART_LINES = ['gift_card_details.cart_item_id'];

it('gives every table a primary key', () => {
  const keylessTables = tables.filter((table) => {
    const { columns, primaryKeys } = getTableConfig(table);
    return primaryKeys.length === 0 && !columns.some(({ primary }) => primary);
  });
  expect(keylessTables.map(getTableName)).toEqual([]);
});

it('makes every column that refers to a row of another table a foreign key', () => {
  const loose = tables.flatMap((table) => {
    const { columns, foreignKeys, name } = getTableConfig(table);
    const bound = new Set(foreignKeys.flatMap((key) => key.reference().columns.map((column) => column.name)));
    return columns
      .filter((column) => /_id$/.test(column.name) && column.dataType === 'number' && !bound.has(column.name))
      .map((column) => `${name}.${column.name}`);
  });
  expect(loose.filter((column) => ![...NOT_OURS, ...BY_TRIGGERS, ...CART_LINES].includes(column))).toEqual([]);
});

const WORDS = [
  'messages.purpose',
  'payment_events.type',
  'disputes.reason',
  'payment_warnings.reason',
  'localities.state',
  'operator_actions.reason',
];

it('declares a check constraint for every enumeration, with the values of its type', () => {
  const unchecked = tables.flatMap((table) => {
    const { columns, checks, name, schema: folder } = getTableConfig(table);
    const rules = checks.map(({ value }) => new PgDialect().sqlToQuery(value).sql);
    const buildRule = (column: string, values: readonly string[]) =>
      `${folder ? `"${folder}".` : ''}"${name}"."${column}" in (${values.map((value) => `'${value}'`).join(', ')})`;
    return columns
      .filter(({ enumValues, ...column }) => enumValues?.length && !rules.includes(buildRule(column.name, enumValues)))
      .map((column) => `${name}.${column.name}`);
  });
  expect(unchecked).toEqual([]);
});

it('declares every column named like a state or kind as an enumeration', () => {
  const words =
    /^(state|status|kind|purpose|problem|channel|tender|part|provider|account|reason|requested_by|held_for|old_state|currency|type|type_id|behaviour|attribute_code)$/;
  const free = tables.flatMap((table) => {
    const { columns, name } = getTableConfig(table);
    return columns
      .filter((column) => words.test(column.name) && column.dataType === 'string' && !column.enumValues?.length)
      .map((column) => `${name}.${column.name}`);
  });
  expect(free.filter((column) => !WORDS.includes(column))).toEqual([]);
});
