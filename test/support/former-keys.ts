import { readMigrations } from '#server/platform/database/migrations/scripts.ts';
import { sha256 } from '#server/platform/kernel/secrets.ts';
import type { TestShop } from './shop.ts';
import { testShop } from './test-catalogue.ts';

const SCOPES = '0045_scopes_of_keys.sql';

/** Stores a key of a seller's software as it was stored before keys had scopes, then runs the migration that adds them. */
export async function addKeyWithoutScopes({ context }: Pick<TestShop, 'context'>, key: string): Promise<void> {
  const { query } = context.database;
  const statements = readMigrations()
    .find(({ name }) => name === SCOPES)
    ?.sql.split('\n')
    .filter((statement) => statement.startsWith('ALTER TABLE "counter_keys"'));
  if (!statements) throw new Error(`There is no migration ${SCOPES}.`);
  await query('alter table counter_keys drop column scopes');
  await query(
    `insert into counter_keys (seller_id, kind, name, key_hash, key_last4, created_at)
      values ($1, 'api', 'Front counter', $2, $3, now())`,
    [testShop.sellers.teapots, sha256(key), key.slice(-4)],
  );
  for (const statement of statements) await query(statement);
}
