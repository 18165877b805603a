import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle } from '#server/platform/database/handle.ts';
import { queryRows } from '#server/platform/database/rows.ts';

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

const isShopTable = sql`relkind in ('r', 'p')
  and relnamespace in (select oid from pg_namespace where nspname in ('public', 'demo', 'pgboss'))`;

export async function readServerState(handle: Handle): Promise<z.output<typeof serverState>> {
  const [state] = await queryRows(
    handle,
    serverState,
    sql`select current_setting('server_version') as version, clock_timestamp() as now,
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as most,
      pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as "readOnly",
      has_schema_privilege('public', 'create') and has_database_privilege(current_database(), 'create') as "mayCreate",
      exists (select from pg_extension where extname = 'pg_trgm') as "hasTrigrams",
      (select count(*) from pg_class where ${isShopTable}) as tables,
      (select count(*) from pg_class where ${isShopTable} and not pg_has_role(relowner, 'usage')) as "foreignTables"`,
  );
  if (!state) throw new Error('The database returned no information about itself.');
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

export function readStrongRoles(handle: Handle): Promise<StrongRole[]> {
  return queryRows(
    handle,
    strongRole,
    sql`select name, "isSuperuser", "bypassesPolicies", "makesRoles", "reachesServer"
      from (select rolname as name, rolsuper as "isSuperuser", rolbypassrls as "bypassesPolicies",
          rolcreaterole as "makesRoles",
          pg_has_role(oid, 'pg_execute_server_program', 'member') or pg_has_role(oid, 'pg_read_server_files', 'member')
            or pg_has_role(oid, 'pg_write_server_files', 'member') as "reachesServer"
        from pg_roles
        where rolname = current_user or oid in (select relowner from pg_class where ${isShopTable})) as roles
      where "isSuperuser" or "bypassesPolicies" or "makesRoles" or "reachesServer"
      order by name`,
  );
}

const HOLDERS = {
  accounts: sql`select mobile, id, id::text as name from customers`,
  recipients: sql`select d.recipient_mobile as mobile, g.id, g.public_id as name
    from gift_card_details d join gift_cards g on g.details_id = d.id`,
};
export type HolderKind = keyof typeof HOLDERS;

const spelling = z.object({ mobile: z.string() });

export async function listOtherSpellings(handle: Handle, kind: HolderKind): Promise<string[]> {
  const found = await queryRows(
    handle,
    spelling,
    sql`select distinct mobile from (${HOLDERS[kind]}) as holders where mobile !~ '^[+]614[0-9]{8}$' and mobile <> ''
      order by mobile`,
  );
  return found.map(({ mobile }) => mobile);
}

const holder = z.object({ mobile: z.string(), name: z.string() });
export type Holder = z.output<typeof holder>;

export function listHolders(handle: Handle, kind: HolderKind, mobiles: readonly string[]): Promise<Holder[]> {
  return queryRows(
    handle,
    holder,
    sql`select mobile, name from (${HOLDERS[kind]}) as holders where mobile = any(${sql.param(mobiles)}::text[]) order by id`,
  );
}
