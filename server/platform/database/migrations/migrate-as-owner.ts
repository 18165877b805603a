import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { operatorError } from '#server/platform/kernel/operator-error.ts';
import type { Database } from '../database.ts';
import { openDatabase } from '../open/open-database.ts';
import { rows } from '../rows.ts';
import { lockMigrations, type MigrateOptions, migrate } from './migrate.ts';

/** `prepareQueue` makes the tables of the queue, or brings them up to date. */
type Parts = { url: string; migrating: MigrateOptions; prepareQueue: (owner: Database) => Promise<void> };

/**
 * Where the tables belong to a role of their own, whose `url` this is: brings them to the state of the code as that
 * role, and lets the role of `database` read and write their rows, and no more. Throws an operator error where both are
 * one.
 */
export async function migrateAsOwner(database: Database, { url, migrating, prepareQueue }: Parts): Promise<void> {
  const role = await roleOf(database);
  const owner = await openDatabase({ dataDir: '', databaseUrl: url, connections: 2 });
  try {
    if (role === (await roleOf(owner))) {
      throw operatorError({
        code: 'setting',
        sentence: `DATABASE_OWNER_URL and DATABASE_URL name the same role (${role}). Give the shop one that owns nothing.`,
      });
    }
    await migrate(owner, migrating);
    await prepareQueue(owner);
    await owner.exclusive(async (run) => {
      // Two at once would change the same rows of PostgreSQL's own tables.
      await lockMigrations(run);
      await run.exec(grantsTo(role));
    });
  } finally {
    await owner.close();
  }
}

/** As it stands in a statement. */
async function roleOf({ orm }: Database): Promise<string> {
  const [found] = await rows(orm, z.object({ role: z.string() }), sql`select quote_ident(current_user) as role`);
  return found?.role ?? '';
}

const SCHEMAS = 'public, demo, pgboss';

/** Rows alone; which migrations were applied says who changes the tables. */
const grantsTo = (role: string): string => `
  grant usage on schema ${SCHEMAS} to ${role};
  grant select, insert, update, delete on all tables in schema ${SCHEMAS} to ${role};
  grant usage, select, update on all sequences in schema ${SCHEMAS} to ${role};
  grant execute on all functions in schema ${SCHEMAS} to ${role};
  revoke insert, update, delete on schema_migrations from ${role}`;
