import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationsFolder, readMigrations } from '#server/database/migrate.ts';

// node tools/freeze-migrations.ts: notes the hash of every new migration. A noted one is never noted anew: a database
// somewhere has it already, so a change to it belongs into a new file.
const file = join(migrationsFolder, 'frozen.json');
const frozen: Record<string, string> = JSON.parse(readFileSync(file, { encoding: 'utf8', flag: 'a+' }) || '{}');
for (const { name, sha256 } of readMigrations()) {
  if (frozen[name] === undefined) {
    frozen[name] = sha256;
    console.log(`Frozen: ${name}`);
  } else if (frozen[name] !== sha256) {
    console.error(`${name} was changed after it was frozen. Restore it, and put the change into a new migration.`);
    process.exitCode = 1;
  }
}
writeFileSync(file, `${JSON.stringify(frozen, null, 2)}\n`);
