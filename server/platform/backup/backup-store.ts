import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { SqlRunner } from '#server/platform/database/database.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { type BackupHeader, type Sums, sumsRow, type TableRows } from './backup-format.ts';

/** Excludes pg-boss tables, and the migrations, which are in the header. */
const OF_SHOP = sql`n.nspname in ('public', 'demo') and c.relpersistence = 'p' and c.relname <> 'schema_migrations'
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`;

const tableRow = z.object({ name: z.string(), columns: z.array(z.string()) });

export function listTables(run: SqlRunner): Promise<Omit<TableRows, 'rows'>[]> {
  return queryRows(
    run,
    tableRow,
    sql`select format('%I.%I', n.nspname, c.relname) as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relkind = 'r' and ${OF_SHOP} group by 1 order by 1`,
  );
}

const count = z.object({ count: z.int() });

export async function countRows(run: SqlRunner, table: string): Promise<number> {
  const [counted] = await queryRows(run, count, sql`select count(*) as count from ${sql.raw(table)}`);
  return counted?.count ?? 0;
}

const sequence = z.object({ name: z.string(), value: z.int() });

export function listSequences(run: SqlRunner): Promise<BackupHeader['sequences']> {
  return queryRows(
    run,
    sequence,
    sql`select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, 0) as value
      from pg_sequences where schemaname in ('public', 'demo') order by 1`,
  );
}

export async function readSums(run: SqlRunner): Promise<Sums> {
  const [sums] = await queryRows(
    run,
    sumsRow,
    sql`select
      (select count(*) from gift_cards) as cards, (select count(*) from gift_card_entries) as entries,
      (select coalesce(sum(issued_cents), 0)::bigint from gift_card_accounts) as "issuedCents",
      (select coalesce(sum(posted_cents), 0)::bigint from gift_card_entries) as "postedCents",
      (select coalesce(sum(balance_cents), 0)::bigint from gift_card_accounts) as "balanceCents",
      (select coalesce(sum(held_cents), 0)::bigint from gift_card_accounts) as "heldCents",
      (select coalesce(sum(total_cents), 0)::bigint from orders) as "orderCents",
      (select coalesce(sum(amount_cents), 0)::bigint from payments) as "paymentCents",
      (select coalesce(sum(amount_cents), 0)::bigint from refunds) as "refundCents"`,
  );
  if (!sums) throw new Error('The query for the totals of the database returned no row.');
  return sums;
}

/** Left out, because with the client secret, a thief of the backup could resume pending payments. */
const LEFT_OUT: Record<string, string> = { 'public.payments.client_secret': 'null' };

export const quoteColumn = (column: string) => `"${column.replaceAll('"', '""')}"`;

export function readRows(run: SqlRunner, { name, columns }: Omit<TableRows, 'rows'>): AsyncGenerator<string[]> {
  const written = columns.map((column) => LEFT_OUT[`${name}.${column}`] ?? quoteColumn(column));
  return readLines(run, `select row(${written.join(', ')})::text as line from ${name}`);
}

const SLICE_CHARACTERS = 256 * 1_024;
const MAX_ROWS = 500;
const line = z.object({ line: z.string() });

/** Call inside a transaction, because it declares a cursor. */
export async function* readLines(run: SqlRunner, query: string): AsyncGenerator<string[]> {
  await run.exec(`declare lines no scroll cursor for ${query}`);
  let maxRows = 8;
  for (;;) {
    const slice = await queryRows(run, line, { sql: `fetch ${maxRows} from lines`, params: [] });
    if (slice.length > 0) yield slice.map((row) => row.line);
    if (slice.length < maxRows) break;
    // Adapts the batch size, because picture rows are long and ledger entries short.
    const characters = slice.reduce((sum, row) => sum + row.line.length, 0);
    const fitting = Math.floor((SLICE_CHARACTERS * slice.length) / characters);
    maxRows = Math.max(1, Math.min(MAX_ROWS, 2 * maxRows, fitting));
  }
  await run.exec('close lines');
}

const size = z.object({ bytes: z.int() });

export async function readDatabaseSize(run: SqlRunner): Promise<number> {
  const [found] = await queryRows(run, size, sql`select pg_database_size(current_database()) as bytes`);
  return found?.bytes ?? 0;
}
