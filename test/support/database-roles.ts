import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Database } from '#server/platform/database/database.ts';

export async function createOwnedDatabase(
  superuserUrl: string,
  { owner, name }: { owner: string; name: string },
): Promise<void> {
  const client = new pg.Client(superuserUrl);
  await client.connect();
  await client.query(`create role ${owner} login`);
  await client.query(`create database ${name} owner ${owner}`);
  // copyToSandbox() in ledger-invariants.ts needs this right.
  await client.query(`grant set on parameter session_replication_role to ${owner}`);
  await client.end();
}

export async function createRole(database: Pick<Database, 'query'>) {
  const name = `handsel_shop_${randomUUID().slice(0, 8)}`;
  await database.query(`create role ${name} login`);
  return {
    name,
    async remove(): Promise<void> {
      await database.query(`drop owned by ${name}; drop role ${name}`);
    },
  };
}

const FOR_OWNERS = [
  'alter table orders add column spy text',
  'drop table orders',
  'truncate gift_card_entries',
  'create table spies (id int)',
  'create schema spies',
  "update schema_migrations set sha256 = ''",
  'alter table gift_card_entries disable trigger all',
];
const INSUFFICIENT_PRIVILEGE = '42501';

/** Tries schema changes and returns those that the database did not refuse for lack of rights. */
export async function listAllowedOwnerStatements(database: Pick<Database, 'query'>): Promise<string[]> {
  const allowed: string[] = [];
  for (const statement of FOR_OWNERS) {
    const code = await database.query(statement).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );
    if (code !== INSUFFICIENT_PRIVILEGE) allowed.push(`${statement}: ${code}`);
  }
  return allowed;
}
