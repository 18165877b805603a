import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const db = join(import.meta.dirname, '../../../../db');

export const migrationsFolder = join(db, 'migrations');

export const FUNCTIONS = 'functions.sql';

export interface Migration {
  name: string;
  sql: string;
  sha256: string;
  /** True if processes of the previous release must stop before this migration. */
  breaksPrevious: boolean;
  /** Name of the index if the migration is a single `create index concurrently if not exists`. */
  index: string | null;
}

export type Functions = Pick<Migration, 'name' | 'sql' | 'sha256'> & {
  /** Increases with each change, so that older releases leave newer functions in place. */
  version: number;
};

/** Ignores line endings, because Windows checkouts change them. */
export function readMigrations(folder: string = migrationsFolder): Migration[] {
  const names = readdirSync(folder).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name));
  return names.sort().map((name) => {
    const script = readScript(name, join(folder, name));
    return { ...script, breaksPrevious: BREAKS.test(script.sql), index: INDEX.exec(script.sql)?.[1] ?? null };
  });
}

const BREAKS = /^-- Breaks the previous release\b/m;
const INDEX = /^(?:\s|--.*\n)*create (?:unique )?index concurrently if not exists (\w+)\b[^;]*;\s*$/i;

export function readFunctions(): Functions {
  const script = readScript(FUNCTIONS, join(db, FUNCTIONS));
  return { ...script, version: parseVersion(script.sql) };
}

function parseVersion(sql: string): number {
  const [, version] = /^-- Version (\d+)\b/.exec(sql) ?? [];
  if (version === undefined)
    throw new Error(`The first line of ${FUNCTIONS} must name its version, such as: -- Version 1`);
  return Number(version);
}

function readScript(name: string, path: string): Pick<Migration, 'name' | 'sql' | 'sha256'> {
  const sql = readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
  return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
}
