import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createClock } from '#server/clock.ts';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open.ts';
import { isRefusal } from '#server/database/refusal.ts';
import { replaceLocalities } from '#server/outside/places/localities-store.ts';
import { readLocalitiesCsv } from '#server/outside/places/read-localities.ts';
import { readSettings } from '#server/settings.ts';

const USAGE = 'Use: npm run places -- FILE.csv [--attribution "whom the list must name"]';
/** What the licence of the open list made from G-NAF asks to be shown. */
const G_NAF =
  'Incorporates or developed using G-NAF © Geoscape Australia licensed by the Commonwealth of Australia under the Open G-NAF End User Licence Agreement';
const MOST_SHOWN = 20;

// npm run places -- FILE: loads a full list of localities for the address search. Servers take it at their next start.
try {
  const { values, positionals } = parseArgs({ options: { attribution: { type: 'string' } }, allowPositionals: true });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new TypeError('Name one file.');
  process.exitCode = await load(file, values.attribution ?? G_NAF);
} catch (error) {
  const code = (error as NodeJS.ErrnoException).code;
  if (isRefusal(error) || code === 'ENOENT' || code === 'EISDIR') console.error((error as Error).message);
  else if (error instanceof TypeError) console.error(`${error.message} ${USAGE}`);
  else console.error(error);
  process.exitCode = 1;
}

async function load(file: string, attribution: string): Promise<number> {
  const { suburbs, problems } = readLocalitiesCsv(readFileSync(file, 'utf8'));
  if (problems.length > 0) {
    for (const problem of problems.slice(0, MOST_SHOWN)) console.error(`${file}: ${problem}`);
    if (problems.length > MOST_SHOWN) console.error(`... and ${problems.length - MOST_SHOWN} more.`);
    console.error('Nothing was loaded.');
    return 1;
  }
  const settings = readSettings();
  const database = await openDatabase({
    dataDir: settings.DATA_DIR,
    ...(settings.DATABASE_URL === undefined ? {} : { databaseUrl: settings.DATABASE_URL }),
  });
  try {
    await migrate(database);
    await replaceLocalities(database, { suburbs, attribution, now: createClock({ movable: false }).now() });
  } finally {
    await database.close();
  }
  console.log(`${suburbs.length} localities are loaded; servers take them at their next start.`);
  return 0;
}
