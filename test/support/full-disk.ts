import type { Database } from '#server/platform/database/database.ts';

export const watchDisk = (database: Pick<Database, 'exclusive'>): Promise<void> =>
  database.exclusive((connection) => connection.exec(WATCH_THE_DISK));

/**
 * 'full' makes each write fail with a probability of one half, as on a full disk; 'free' lets all writes succeed again.
 */
export async function fillDisk(database: Pick<Database, 'query'>, state: 'full' | 'free'): Promise<void> {
  await database.query('update full_disk set is_full = $1', [state === 'full']);
}

const WATCH_THE_DISK = `
  create table full_disk as select false as is_full;
  create function refuse_to_grow() returns trigger language plpgsql as $$ begin
    if (select is_full from full_disk) and random() < 0.5 then
      raise exception using errcode = 'disk_full', message = 'could not extend file: No space left on device';
    end if;
    return null; end $$;
  do $$ declare one regclass; begin
    for one in select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname in ('public', 'demo', 'pgboss') and c.relname <> 'full_disk' loop
      execute format('create trigger refuse_to_grow before insert or update on %s for each statement execute function refuse_to_grow()', one);
    end loop; end $$`;
