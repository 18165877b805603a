import { describe, expect, it } from 'vitest';
import { parseImports, readSources } from './source-files.ts';
import { sqlInTests } from './test-sql-rules.ts';

const file = (path: string, text: string) => ({ path, text, imports: parseImports(path, text) });
const path = 'server/domain/cart/cart.test.ts';

it('allows SQL only in tests of stores, of the database and of backups', () => {
  expect(sqlInTests(readSources())).toEqual([]);
});

describe('test SQL check', () => {
  it.each([
    `await database.query('select id from carts');`,
    'await database.query(text, [1]);',
    `await run.exec('analyze');`,
    `const [card] = await rows('select id from gift_cards');`,
    'const card = `\n  with recursive open as (select 1) select * from open`;',
    `const text = \`update carts set state = \${state}\`;`,
    `await cluster.executeSql('checkpoint');`,
    'const found = sql`now()`;',
    'await context.database.orm.select().from(carts);',
    'await tx.insert(carts).values({});',
    `import { eq } from 'drizzle-orm';`,
  ])('finds SQL in %s', (text) => {
    expect(sqlInTests([file(path, text)])).toEqual([`${path}:1`]);
    expect(sqlInTests([file('e2e/steps/cart.ts', text)])).toHaveLength(1);
    expect(sqlInTests([file('test/generators/cart.ts', text)])).toHaveLength(1);
  });

  it('reports the line of each SQL statement once', () => {
    const text = `const a = 1;\nawait database.query('select 1');\n\nawait database.query('select 2');\n`;
    expect(sqlInTests([file(path, text)])).toEqual([`${path}:2`, `${path}:4`]);
  });

  it.each([
    `const code = /#(\\d{6})$/.exec('#123456')?.[1];`,
    `await page.goto('/browse', { waitUntil: 'commit' });`,
    `test('selects all, and updates the set of cards', () => {});`,
    `const list = await stored.all('carts', { state: 'open' });`,
    `import type { SQL } from 'drizzle-orm';`,
    'new Map().delete(1);',
    `// await database.query('select 1')`,
  ])('finds no SQL in the code %s', (text) => {
    expect(sqlInTests([file(path, text)])).toEqual([]);
  });

  it.each([
    'server/domain/cart/carts-store.test.ts',
    'server/platform/database/functions/posting.test.ts',
    'server/platform/backup/copies.test.ts',
    'test/support/stored.ts',
    'server/domain/cart/carts-store.ts',
    'tools/checks/sql-rules.test.ts',
  ])('allows SQL in the file %s', (allowed) => {
    expect(sqlInTests([file(allowed, `await database.query('select 1');`)])).toEqual([]);
  });
});
