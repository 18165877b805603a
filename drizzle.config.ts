import { defineConfig } from 'drizzle-kit';

/** `drizzle-kit generate` drafts SQL, to be edited, numbered and frozen by hand. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/platform/database/schema/schema.ts',
  out: './tmp/drizzle',
});
