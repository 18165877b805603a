import { describe, expect, it } from 'vitest';
import { parseImports, readSources } from './source-files.ts';
import { impureRules, isRule, strayedSql, uncheckedRows } from './sql-rules.ts';

const files = readSources();
const file = (path: string, text: string) => ({ path, text, imports: parseImports(path, text) });

describe('SQL in stores', () => {
  it('forbids SQL in server code outside stores', () => {
    expect(strayedSql(files)).toEqual([]);
  });

  it.each([
    ['server/domain/cart/cart.ts', `import { eq } from 'drizzle-orm';`],
    [
      'server/domain/cart/cart.ts',
      `import { carts } from '#server/platform/database/schema/schema.ts'; x.insert(carts).values({});`,
    ],
    ['server/domain/cart/cart.ts', 'const a = (tx) => tx.delete(carts);'],
    ['server/domain/cart/cart.ts', 'const a = (context) => context.database.orm.select().from(carts);'],
    ['server/api/shop/orders/cart-routes.ts', 'const a = (run) => run.query("select 1 from carts");'],
    ['server/domain/cart/cart.ts', 'const a = `insert into carts (id) values (1)`;'],
    ['server/domain/cart/cart.ts', 'const a = `\n  with recursive open as (select 1) select * from open`;'],
    ['server/domain/cart/cart.ts', 'const a = `update carts c set state = 1`;'],
    ['server/integrations/human-check/altcha.ts', 'const a = (orm) => orm.insert(tokens);'],
  ])('rejects SQL in %s: %s', (path, text) => {
    expect(strayedSql([file(path, text)])).toHaveLength(1);
  });

  it.each([
    ['server/domain/cart/store.ts', `import { eq } from 'drizzle-orm';`],
    ['server/domain/cart/lines/cart-lines-store.ts', 'const a = `select 1`;'],
    ['server/domain/catalogue/listing/list-filters-sql.ts', `import { sql } from 'drizzle-orm';`],
    ['server/platform/database/migrate.ts', 'const a = `select 1`;'],
    ['server/domain/cart/cart.ts', '// select what is in the cart'],
    ['server/domain/cart/cart.ts', `import type { SQL } from 'drizzle-orm';`],
    ['server/domain/cart/cart.ts', `const hint = 'select-none'; const set = new Set(); set.delete(hint);`],
    ['server/domain/cart/cart.test.ts', 'const a = `select 1`;'],
  ])('accepts the code in %s: %s', (path, text) => {
    expect(strayedSql([file(path, text)])).toEqual([]);
  });
});

describe('validation of raw SQL rows', () => {
  it('requires every raw SQL statement on the server to validate its rows', () => {
    expect(uncheckedRows(files)).toEqual([]);
  });

  it.each([
    'const found = await queryRows<{ n: number }>(handle, sql`select 1 as n`);',
    'const isVoid = sql<boolean>`select true`;',
    'const [row] = (await handle.execute(sql`select 1 as n`)).rows;',
    'const { rows: found } = await run.query("select 1 as n");',
    'const answer = await handle.execute<{ n: number }>(sql`select 1 as n`);',
    'const n = (await run.query("select 1 as n")).rows[0].n;',
    'const answer = await handle.session.client.query(text);',
  ])('rejects unvalidated rows in %s', (text) => {
    expect(uncheckedRows([file('server/domain/cart/carts-store.ts', text)])).toHaveLength(1);
  });

  it.each([
    'const found = await queryRows(handle, cartRow, sql`select 1 as n`);',
    'const isVoid = sql`select true`.mapWith(z.boolean().parse);',
    'const added = (await run.query("insert into t values (1) returning id")).rows.length;',
    'const rows = await handle.select().from(carts);',
  ])('accepts validated rows in %s', (text) => {
    expect(uncheckedRows([file('server/domain/cart/carts-store.ts', text)])).toEqual([]);
  });
});

describe('rules without I/O', () => {
  it('forbids I/O in the rule files of contract/ and server/', () => {
    expect(files.filter(({ path }) => isRule(path)).length).toBeGreaterThan(30);
    expect(impureRules(files)).toEqual([]);
  });

  it.each([
    ['contract/rules/money/money.ts', 'const now = Date.now();'],
    ['contract/rules/money/money.ts', `import { readFileSync } from 'node:fs';`],
    ['contract/rules/money/money.ts', 'const a = async () => await b();'],
    ['server/platform/database/schema/states/order.ts', 'const now = new Date();'],
    ['server/domain/gift-cards/delivery/resend-policy.ts', `import { claim } from './claim-message.ts';`],
    ['server/domain/gift-cards/delivery/resend-policy.ts', `import { cards } from '../ledger/cards-store.ts';`],
    ['server/domain/cart/lines/open-amount.ts', `import { queryRows } from '#server/platform/database/rows.ts';`],
    ['server/domain/cart/totals/shipping-rates.ts', 'console.log(1);'],
  ])('finds I/O in %s: %s', (path, text) => {
    expect(impureRules([file(path, text)]).length).toBeGreaterThan(0);
  });

  it.each([
    ['contract/rules/money/money.ts', `import { gst } from './gst.ts'; const day = new Date(0);`],
    ['server/domain/gift-cards/delivery/resend-policy.ts', `import type { Card } from '../ledger/cards-store.ts';`],
    ['server/domain/cart/lines/open-amount.ts', `import { cents } from '#contract/rules/money/money.ts';`],
    ['server/domain/cart/cart.ts', `import { queryRows } from '#server/platform/database/rows.ts';`],
  ])('finds no I/O in %s: %s', (path, text) => {
    expect(impureRules([file(path, text)])).toEqual([]);
  });
});
