import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle } from '../database/handle.ts';
import { rows } from '../database/rows.ts';

const serverState = z.object({
  version: z.string(),
  now: z.date(),
  connections: z.int(),
  most: z.int(),
  readOnly: z.boolean(),
  mayCreate: z.boolean(),
  hasTrigrams: z.boolean(),
  tables: z.int(),
  foreignTables: z.int(),
});

const ours = sql`relkind in ('r', 'p')
  and relnamespace in (select oid from pg_namespace where nspname in ('public', 'demo', 'pgboss'))`;

/** What the database says of itself and of the role that asks; `foreignTables`: those that belong to another role. */
export async function readServerState(handle: Handle): Promise<z.output<typeof serverState>> {
  const [state] = await rows(
    handle,
    serverState,
    sql`select current_setting('server_version') as version, clock_timestamp() as now,
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as most,
      pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as "readOnly",
      has_schema_privilege('public', 'create') and has_database_privilege(current_database(), 'create') as "mayCreate",
      exists (select from pg_extension where extname = 'pg_trgm') as "hasTrigrams",
      (select count(*) from pg_class where ${ours}) as tables,
      (select count(*) from pg_class where ${ours} and not pg_has_role(relowner, 'usage')) as "foreignTables"`,
  );
  if (!state) throw new Error('The database says nothing of itself.');
  return state;
}

const strongRole = z.object({
  name: z.string(),
  isSuperuser: z.boolean(),
  bypassesPolicies: z.boolean(),
  makesRoles: z.boolean(),
  reachesServer: z.boolean(),
});
export type StrongRole = z.output<typeof strongRole>;

/** Of the role that asks and those that tables belong to, whichever may more than work with its own database. */
export function readStrongRoles(handle: Handle): Promise<StrongRole[]> {
  return rows(
    handle,
    strongRole,
    sql`select name, "isSuperuser", "bypassesPolicies", "makesRoles", "reachesServer"
      from (select rolname as name, rolsuper as "isSuperuser", rolbypassrls as "bypassesPolicies",
          rolcreaterole as "makesRoles",
          pg_has_role(oid, 'pg_execute_server_program', 'member') or pg_has_role(oid, 'pg_read_server_files', 'member')
            or pg_has_role(oid, 'pg_write_server_files', 'member') as "reachesServer"
        from pg_roles
        where rolname = current_user or oid in (select relowner from pg_class where ${ours})) as roles
      where "isSuperuser" or "bypassesPolicies" or "makesRoles" or "reachesServer"
      order by name`,
  );
}
