import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { operatorError } from '#server/platform/kernel/operator-error.ts';
import type { Database } from '../database.ts';
import { openDatabase } from '../open/open-database.ts';
import { queryRows } from '../rows.ts';
import { lockMigrations, type MigrateOptions, migrate } from './migrate.ts';

type Parts = { url: string; migrating: MigrateOptions; prepareQueue: (owner: Database) => Promise<void> };

/**
 * Migrates as the owner of the tables (`url`) and lets the role of `database` only read and write rows. Throws an
 * operator error if both are the same role.
 */
export async function migrateAsOwner(database: Database, { url, migrating, prepareQueue }: Parts): Promise<void> {
  const role = await findCurrentRole(database);
  const owner = await openDatabase({ dataDir: '', databaseUrl: url, connections: 2 });
  try {
    if (role === (await findCurrentRole(owner))) {
      throw operatorError({
        code: 'setting',
        sentence: `DATABASE_OWNER_URL and DATABASE_URL name the same role (${role}). Give the shop a role that owns nothing.`,
      });
    }
    await migrate(owner, migrating);
    await prepareQueue(owner);
    await owner.exclusive(async (run) => {
      // Take the lock, because concurrent grants would update the same system rows.
      await lockMigrations(run);
      await run.exec(buildGrants(role));
    });
  } finally {
    await owner.close();
  }
}

async function findCurrentRole({ orm }: Database): Promise<string> {
  const [found] = await queryRows(orm, z.object({ role: z.string() }), sql`select quote_ident(current_user) as role`);
  return found?.role ?? '';
}

const SCHEMAS = 'public, demo, pgboss';

/** Grants access to rows only, because only the owner records migrations. */
const buildGrants = (role: string): string => `
  grant usage on schema ${SCHEMAS} to ${role};
  grant select, insert, update, delete on all tables in schema ${SCHEMAS} to ${role};
  grant usage, select, update on all sequences in schema ${SCHEMAS} to ${role};
  grant execute on all functions in schema ${SCHEMAS} to ${role};
  revoke insert, update, delete on schema_migrations from ${role}`;
