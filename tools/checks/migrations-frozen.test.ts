import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrationsFolder, readFunctions, readMigrations } from '#server/platform/database/migrations/scripts.ts';
import { migrationErrors } from './migration-rules.ts';

it('rejects changes to migrations and functions whose hashes are frozen (node tools/freeze-migrations.ts)', () => {
  const frozen = JSON.parse(readFileSync(join(migrationsFolder, 'frozen.json'), 'utf8'));
  const { sha256, version } = readFunctions();
  const migrations = readMigrations().map(({ name, sha256 }): [string, string] => [name, sha256]);
  expect({ ...Object.fromEntries(migrations), functions: { version, sha256 } }).toEqual(frozen);
});

it('requires migrations to be numbered without gaps', () => {
  const numbers = readMigrations().map(({ name }) => Number(name.slice(0, 4)));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

it('forbids migrations that block a running shop or break the previous release', () => {
  expect(readMigrations().flatMap(migrationErrors)).toEqual([]);
});

it.each([
  ['alter table orders drop column note', /removes what/],
  ['drop table leads', /removes what/],
  ['alter table orders rename column note to words', /removes what/],
  ['alter table orders alter column note set data type integer', /removes what/],
  ['alter table orders alter column note set not null', /rejects rows/],
  ['alter table "orders" add column "note" text NOT NULL', /rejects rows/],
  ['create index orders_note on orders (note)', /blocks writes/],
  ['alter table orders add constraint orders_note check (length(note) < 9)', /not valid, and validate/],
  ['alter table orders add constraint orders_note unique (note)', /a unique index concurrently/],
  [
    'alter table orders add constraint a unique using index b, add constraint c unique (note)',
    /a unique index concurrently/,
  ],
  ['create index concurrently if not exists a on orders (note); select 1', /its own file/],
])('rejects the migration %s', (sql, trouble) => {
  expect(migrationErrors({ name: '0099_x.sql', sql })).toEqual([expect.stringMatching(trouble)]);
});

it.each([
  'create table notes (id int); create index notes_id on notes (id); alter table notes add constraint a unique (id)',
  'alter table orders add column note text',
  "alter table orders add column note text not null default ''",
  '-- Breaks the previous release: no release has written a note\nalter table orders drop column note',
  'create index concurrently if not exists orders_note on orders (note)',
  'alter table orders add constraint orders_note check (length(note) < 9) not valid',
  'alter table orders validate constraint orders_note',
  'alter table orders add constraint orders_note unique using index orders_note_once',
  'create function f() returns int language sql as $$ drop table leads; $$',
])('accepts the migration %s', (sql) => {
  expect(migrationErrors({ name: '0099_x.sql', sql })).toEqual([]);
});
