import { defineConfig } from 'drizzle-kit';

/**
 * `drizzle-kit generate` drafts the SQL of a change; the draft is edited, numbered and frozen by hand in db/migrations.
 */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/platform/database/schema/schema.ts',
  out: './tmp/drizzle',
});
