import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationsFolder, readFunctions, readMigrations } from '#server/platform/database/migrations/scripts.ts';

// node tools/freeze-migrations.ts: records the hashes of new migrations and of the functions. Never re-records a
// migration, because databases have already run it; changed functions need a higher version.
type Frozen = { functions?: { version: number; sha256: string } } & Record<string, unknown>;
const file = join(migrationsFolder, 'frozen.json');
const { functions, ...frozen }: Frozen = JSON.parse(readFileSync(file, { encoding: 'utf8', flag: 'a+' }) || '{}');
for (const { name, sha256 } of readMigrations()) {
  if (frozen[name] === undefined) {
    frozen[name] = sha256;
    console.log(`Frozen: ${name}`);
  } else if (frozen[name] !== sha256) {
    console.error(`${name} was changed after it was frozen. Restore it, and put the change into a new migration.`);
    process.exitCode = 1;
  }
}
const { version, sha256 } = readFunctions();
const isRefused = functions !== undefined && functions.sha256 !== sha256 && version <= functions.version;
if (isRefused) {
  console.error(`db/functions.sql was changed after version ${functions.version} was frozen. Raise its number.`);
  process.exitCode = 1;
} else if (functions?.sha256 !== sha256) console.log(`Frozen: functions, version ${version}`);
writeFileSync(
  file,
  `${JSON.stringify({ ...frozen, functions: isRefused ? functions : { version, sha256 } }, null, 2)}\n`,
);
