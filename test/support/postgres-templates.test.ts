import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { dropStaleDatabases, ensureTemplate, withTemplates } from '../../tools/test-run/test-databases.ts';
import { databaseKinds, hasPostgres } from './database.ts';

describe.runIf(hasPostgres())('PostgreSQL templates', () => {
  const listDatabases = async (client: pg.Client, prefix: string): Promise<string[]> =>
    (
      await client.query('select datname from pg_database where starts_with(datname, $1) order by datname', [prefix])
    ).rows.map(({ datname }) => datname);

  it('drops templates that no run has used for a week', async () => {
    const url = inject('testDatabases').postgres?.url ?? '';
    const prefix = `handsel_template_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
    const names = ['unused', 'used', 'without_record'].map((part) => `${prefix}_${part}`);
    await withTemplates(url, async (client) => {
      const nothing = async () => undefined;
      for (const name of names) await ensureTemplate(client, { url, name, fill: nothing });
      await client.query(`comment on database ${prefix}_unused is 'used 2026-01-01'`);
      await client.query(`comment on database ${prefix}_used is 'used 2026-01-01'`);
      await client.query(`comment on database ${prefix}_without_record is null`);
      await ensureTemplate(client, {
        url,
        name: `${prefix}_used`,
        fill: () => Promise.reject(new Error('It exists.')),
      });
      try {
        await dropStaleDatabases(client);
        expect(await listDatabases(client, prefix)).toEqual([`${prefix}_used`, `${prefix}_without_record`]);
      } finally {
        for (const name of names) await client.query(`drop database if exists ${name}`);
      }
    });
  });
});

describe.runIf(hasPostgres())('a test run', () => {
  it('runs tests on PostgreSQL first', () => {
    expect(databaseKinds()[0]).toBe('postgres');
  });

  it('gives its databases names that no other run uses', () => {
    expect(inject('testDatabases').postgres?.prefix).toMatch(/^handsel_test_\d+_[0-9a-f]{8}$/);
  });
});
