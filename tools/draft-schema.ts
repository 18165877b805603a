import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationsFolder, readMigrations } from '#server/database/migrate.ts';
import { schemaSql } from './database/schema-sql.ts';

// node tools/draft-schema.ts: writes the first migration anew from server/database/schema/, and its hash. Only until
// version 1.0 is released; from then on a migration is frozen, and each change is a file of its own.
writeFileSync(join(migrationsFolder, '0001_version_1.sql'), await schemaSql());
const hashes = Object.fromEntries(readMigrations().map(({ name, sha256 }) => [name, sha256]));
writeFileSync(join(migrationsFolder, 'frozen.json'), `${JSON.stringify(hashes, null, 2)}\n`);
