/**
 * While the only row of full_disk says so, half of all statements that write end as they do where PostgreSQL finds no
 * room on its disk; what needs no new page still goes.
 */
export const WATCH_THE_DISK = `
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

export const diskIs = (state: 'full' | 'free'): string => `update full_disk set is_full = ${state === 'full'}`;
