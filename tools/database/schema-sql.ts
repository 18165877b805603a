import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import * as schema from '#server/platform/database/schema/schema.ts';

const prelude = join(import.meta.dirname, '../../db/prelude.sql');

export async function generateSchemaSql(): Promise<string> {
  const statements = await generateMigration(generateDrizzleJson({}), generateDrizzleJson(schema));
  const tables = statements
    .join('\n')
    .replaceAll(/ AS IDENTITY \([^)]*\)/g, ' AS IDENTITY')
    .replace(CHECKED_LATE, '$& DEFERRABLE INITIALLY IMMEDIATE');
  return `${readFileSync(prelude, 'utf8').trim()}\n\n${tables.trim()}\n\n${STORAGE}`;
}

/** Variants swap their choices, so this constraint must be deferred, which Drizzle cannot express. */
const CHECKED_LATE = /CONSTRAINT "variants_one_per_choice" UNIQUE [^)]*\)/;

const STORAGE = `-- A JPEG is compressed already: to try it again costs time at every write.
ALTER TABLE "composed_pictures" ALTER COLUMN "jpeg" SET STORAGE EXTERNAL;

-- Each change of a word's number of uses writes its row again. With room in the page, the old row is cleared away by the
-- next one that comes.
ALTER TABLE "search_vocabulary" SET (fillfactor = 40);
`;
