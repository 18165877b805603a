import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrationsFolder, readMigrations } from '#server/database/migrate.ts';

test('every migration is the one that was frozen (node tools/freeze-migrations.ts adds a new one)', () => {
  const frozen = JSON.parse(readFileSync(join(migrationsFolder, 'frozen.json'), 'utf8'));
  expect(Object.fromEntries(readMigrations().map(({ name, sha256 }) => [name, sha256]))).toEqual(frozen);
});

test('migrations are numbered without a gap', () => {
  const numbers = readMigrations().map(({ name }) => Number(name.slice(0, 4)));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});
