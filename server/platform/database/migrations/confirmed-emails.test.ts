import { expect, test } from 'vitest';
import { databaseKinds, openTestDatabase } from '#test/support/database.ts';
import { readMigrations } from './scripts.ts';

test.each(databaseKinds())(
  'a database that marks unconfirmed emails with the year 9999 is put right, on %s',
  async (kind) => {
    const migration = readMigrations().find(({ name }) => name === '0059_confirmed_emails.sql');
    const database = await openTestDatabase(kind, 'empty', { fresh: true });
    await database.query('alter table customers drop column email_confirmed');
    await database.query(`insert into customers (mobile, email, firstname, lastname, terms_version, terms_accepted_at,
      created_at, email_changed_at)
    select '+6141234567' || n, n || '@shop.example', 'Ann', 'van Dam', '1', now(), now(), changed_at
    from (values (1, '9999-12-31T00:00:00Z'::timestamptz), (2, '2026-11-01T00:00:00Z'), (3, null))
      as made (n, changed_at)`);
    await database.exclusive((run) => run.exec(migration?.sql ?? ''));
    const { rows } = await database.query(
      'select email_confirmed as confirmed, email_changed_at as changed_at from customers order by mobile',
    );
    expect(rows).toEqual([
      { confirmed: false, changed_at: null },
      { confirmed: true, changed_at: new Date('2026-11-01T00:00:00Z') },
      { confirmed: true, changed_at: null },
    ]);
    await database.close();
  },
);
