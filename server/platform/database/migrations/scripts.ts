import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const db = join(import.meta.dirname, '../../../../db');

/** Where the frozen migrations are. */
export const migrationsFolder = join(db, 'migrations');

/** Functions and triggers: run again whenever the file has changed. */
export const FUNCTIONS = 'functions.sql';

export interface Migration {
  /** File name, such as 0001_shop.sql */
  name: string;
  sql: string;
  sha256: string;
  /** The release before this one cannot work beside it: its processes end first. */
  breaksPrevious: boolean;
  /** A single `create index concurrently if not exists`: the name of that index. */
  index: string | null;
}

export type Functions = Pick<Migration, 'name' | 'sql' | 'sha256'> & {
  /** Raised with each release that changes the file, so that an older one leaves the newer in place. */
  version: number;
};

/** Reads the migrations of a folder in their order; line ends do not count, for a checkout on Windows changes them. */
export function readMigrations(folder: string = migrationsFolder): Migration[] {
  const names = readdirSync(folder).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name));
  return names.sort().map((name) => {
    const script = readScript(name, join(folder, name));
    return { ...script, breaksPrevious: BREAKS.test(script.sql), index: INDEX.exec(script.sql)?.[1] ?? null };
  });
}

const BREAKS = /^-- Breaks the previous release\b/m;
const INDEX = /^(?:\s|--.*\n)*create (?:unique )?index concurrently if not exists (\w+)\b[^;]*;\s*$/i;

/** The functions and triggers of the code as it stands. */
export function readFunctions(): Functions {
  const script = readScript(FUNCTIONS, join(db, FUNCTIONS));
  return { ...script, version: versionOf(script.sql) };
}

/** The number in the first line: `-- Version 2`. */
function versionOf(sql: string): number {
  const [, version] = /^-- Version (\d+)\b/.exec(sql) ?? [];
  if (version === undefined) throw new Error(`The first line of ${FUNCTIONS} has to name its version: -- Version 1`);
  return Number(version);
}

function readScript(name: string, path: string): Pick<Migration, 'name' | 'sql' | 'sha256'> {
  const sql = readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
  return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
}
