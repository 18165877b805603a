import type { Database, Listener, Subscription } from '#server/platform/database/database.ts';

type FilledTable = { name: string; columns: string; rows: string };

type Original = {
  /** Catalogue rows that PostgreSQL wrote after this transaction id count as new. */
  xid: string;
  structure: string;
  filled: FilledTable[];
  rows: string[];
  sequences: Record<string, string | null>;
};

type Reusable = { database: Database; original: Original };

/** Keeps at most two pools of ten connections per worker, because PostgreSQL accepts a hundred connections. */
const MAX_IDLE = 2;
const idle: { key: string; reusable: Reusable }[] = [];

/**
 * Lends a database that an earlier test closed. If there is none, opens a new one, which takes three times as long on
 * PostgreSQL. `close()` restores rows and sequences for the next test with this `key`. It discards the database if the
 * structure changed or connections are still in use. Tests that drop tables with rows need their own database.
 * Temporary tables and session settings survive, because `discard all` would also drop prepared statements that the
 * driver expects.
 */
export async function lendReusable(key: string, open: () => Promise<Database>): Promise<Database> {
  const index = idle.findIndex((entry) => entry.key === key);
  const [found] = index === -1 ? [] : idle.splice(index, 1);
  if (found) return lend(key, found.reusable);
  const database = await open();
  return lend(key, { database, original: await readOriginal(database) });
}

function lend(key: string, reusable: Reusable): Database {
  const { database } = reusable;
  let closed: Promise<void> | undefined;
  const { exclusive, subscribe, openCount } = countOpen(database);
  const refuseWhenClosed = () => {
    if (closed !== undefined) throw new Error('This database was closed by its test.');
  };
  const whileOpen = <Args extends unknown[], Result>(work: (...args: Args) => Result) => {
    return (...args: Args): Result => {
      refuseWhenClosed();
      return work(...args);
    };
  };
  const { query, transaction, executeSql, orm } = database;
  return {
    ...database,
    query: whileOpen(query),
    transaction: whileOpen(transaction) as Database['transaction'],
    exclusive: whileOpen(exclusive) as Database['exclusive'],
    subscribe: whileOpen(subscribe),
    executeSql: whileOpen(executeSql),
    orm: new Proxy(orm, {
      get(target, name) {
        refuseWhenClosed();
        return Reflect.get(target, name, target);
      },
    }),
    close: () => (closed ??= returnDatabase(key, { reusable, openCount: openCount() })),
  };
}

/** Counts exclusive connections and subscriptions, which the pool does not track. */
function countOpen(database: Database): Pick<Database, 'exclusive' | 'subscribe'> & { openCount: () => number } {
  const open = new Set<object>();
  return {
    openCount: () => open.size,
    async exclusive(work) {
      const entry = {};
      open.add(entry);
      try {
        return await database.exclusive(work);
      } finally {
        open.delete(entry);
      }
    },
    subscribe(listener: Listener): Subscription {
      const subscription = database.subscribe(listener);
      open.add(subscription);
      const stop = () => subscription.stop().finally(() => open.delete(subscription));
      return { ...subscription, stop };
    },
  };
}

type Lent = { reusable: Reusable; openCount: number };

async function returnDatabase(key: string, { reusable, openCount }: Lent): Promise<void> {
  const { database } = reusable;
  const isUnused = openCount === 0 && (database.connections?.().used ?? 0) === 0;
  const isRestored = isUnused && (await restore(reusable).catch(warnNotRestored));
  if (isRestored !== true) await database.close();
  if (isRestored === 'table dropped')
    throw new Error('A test dropped a table with rows: open it with { fresh: true }.');
  if (!isRestored) return;
  idle.push({ key, reusable });
  if (idle.length > MAX_IDLE) await idle.shift()?.reusable.database.close();
}

/** Only warns if restoring fails, because opening a new database is correct, just slower. */
function warnNotRestored(error: Error & { code?: unknown }): false | 'table dropped' {
  if (error.code === UNDEFINED_TABLE) return 'table dropped';
  process.emitWarning(`A test's database is replaced, since its rows could not be put back: ${error.message}`);
  return false;
}

/** Returns false if the database must be replaced. Refills only the tables whose rows changed. */
async function restore({ database, original }: Reusable): Promise<boolean> {
  await database.executeSql(restoreScript(original));
  const [structure, rows] = [await readStructure(database, original.xid), await readRows(database, original.filled)];
  if (structure !== original.structure) return false;
  const changed = original.filled.filter((_, index) => rows[index] !== original.rows[index]);
  if (changed.length === 0) return true;
  await database.executeSql(refillScript(changed));
  const refilled = await readRows(database, changed);
  return changed.every((table, index) => refilled[index] === original.rows[original.filled.indexOf(table)]);
}

const TABLES = `select format('%I.%I', n.nspname, c.relname) as name, c.oid
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`;

async function readOriginal(database: Database): Promise<Original> {
  const tables: { name: string; columns: string | null }[] = (
    await database.query(`select name, (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
      from (${TABLES}) t where pg_relation_size(oid) > 0 order by name`)
  ).rows;
  const filled: FilledTable[] = [];
  for (const { name, columns } of tables) {
    const { rows } = await database.query(`select json_agg(t)::text as rows from ${name} t`);
    if (columns !== null && rows[0].rows !== null) filled.push({ name, columns, rows: rows[0].rows });
  }
  const sequences = await database.query(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences`,
  );
  const next = await database.query('select pg_snapshot_xmax(pg_current_snapshot())::text as xid');
  const { xid } = next.rows[0];
  return {
    xid,
    structure: await readStructure(database, xid),
    rows: await readRows(database, filled),
    filled,
    sequences: Object.fromEntries(sequences.rows.map(({ name, last }) => [name, last])),
  };
}

/** PostgreSQL's own objects have ids below this. */
const FIRST_ID = 16_384;

/**
 * For each catalogue: which rows to count, and which new rows belong to a schema of the shop or the queue rather than
 * to temporary tables.
 */
const STRUCTURE = [
  ['pg_namespace', 'oid > 0', 'oid in (select * from own)'],
  ['pg_class', `oid >= ${FIRST_ID}`, 'relnamespace in (select * from own)'],
  ['pg_proc', `oid >= ${FIRST_ID}`, 'pronamespace in (select * from own)'],
  ['pg_constraint', `oid >= ${FIRST_ID}`, 'connamespace in (select * from own)'],
  ['pg_type', `oid >= ${FIRST_ID}`, 'typnamespace in (select * from own)'],
  ['pg_attribute', `attrelid >= ${FIRST_ID}`, 'attrelid in (select * from own_tables)'],
  ['pg_trigger', `oid >= ${FIRST_ID}`, 'tgrelid in (select * from own_tables)'],
];

/**
 * Returns how many catalogue rows are older than `xid` and how many are newer. Every change to the structure changes
 * these counts, because it replaces, deletes or adds catalogue rows. Comparing the rows themselves takes four times as
 * long.
 */
async function readStructure(database: Database, xid: string): Promise<string> {
  const counts = STRUCTURE.map(
    ([catalogue, counted, isOwn]) =>
      `(select count(*) filter (where not is_new) || '+' || count(*) filter (where is_new and ${isOwn})
       from (select *, age(xmin) <= age('${xid}'::xid8::xid) as is_new from ${catalogue} where ${counted}) c)`,
  );
  const { rows } = await database.query(
    `with own as materialized (
       select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'),
     own_tables as materialized (select oid from pg_class where relnamespace in (select * from own))
     select concat_ws(',', ${counts.join(', ')}) as structure`,
  );
  return rows[0].structure;
}

async function readRows(database: Database, tables: FilledTable[]): Promise<string[]> {
  const digest = ({ name }: FilledTable) =>
    `(select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from ${name} t)`;
  const { rows } = await database.query(`select array[${tables.map(digest).join(', ')}]::text[] as digests`);
  return rows[0].digests;
}

const UNDEFINED_TABLE = '42P01';

const toSqlLiteral = (text: string) => `$json$${text}$json$`;

/** Returns SQL that empties the tables that were empty at the start and resets sequences, without firing triggers. */
function restoreScript({ filled, sequences }: Original): string {
  return `do $restore$
    declare
      item record;
    begin
      perform set_config('session_replication_role', 'replica', true);
      for item in select name from (${TABLES}) t where pg_relation_size(oid) > 0
        and not (name = any (array[${filled.map(({ name }) => `'${name}'`).join(', ')}]::text[])) loop
        execute format('delete from %s', item.name);
      end loop;
      for item in select name, last_value, start_value, (${toSqlLiteral(JSON.stringify(sequences))}::json ->> name)::bigint as first
        from (select format('%I.%I', schemaname, sequencename) as name, last_value, start_value from pg_sequences) s loop
        if item.last_value is distinct from item.first then
          perform setval(item.name::regclass, coalesce(item.first, item.start_value), item.first is not null);
        end if;
      end loop;
    end $restore$`;
}

function refillScript(filled: FilledTable[]): string {
  const refill = ({ name, columns, rows }: FilledTable) => `delete from ${name};
    insert into ${name} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${name}, ${toSqlLiteral(rows)});`;
  return `do $refill$ begin
    perform set_config('session_replication_role', 'replica', true);
    ${filled.map(refill).join('\n')}
  end $refill$`;
}
