import { defineConfig } from 'drizzle-kit';

/** `drizzle-kit generate` only drafts SQL. Edit, number and freeze the migration by hand. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/platform/database/schema/schema.ts',
  out: './tmp/drizzle',
});
