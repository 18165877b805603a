import { describe, expect, it } from 'vitest';
import { readFunctions } from '#server/platform/database/migrations/scripts.ts';
import { parseImports, readSources } from './source-files.ts';
import { findTableWrites, findTriggerWrites, foreignWrites, schemaTables, tableOwners } from './table-owners.ts';

const files = readSources();
const file = (path: string, text: string) => ({ path, text, imports: parseImports(path, text) });

describe('table owners', () => {
  it('lists an owner for every table', () => {
    expect(Object.keys(tableOwners).sort()).toEqual([...schemaTables.values()].sort());
  });

  it('forbids code that writes to a table of another folder', () => {
    expect(foreignWrites(findTableWrites(files))).toEqual([]);
  });

  it('forbids triggers that write to a table of another owner than their section names', () => {
    const writes = findTriggerWrites(readFunctions().sql);
    expect(writes.length).toBeGreaterThan(8);
    expect(foreignWrites(writes)).toEqual([]);
  });

  it('finds a writer for every table, which shows that the check reads every kind of statement', () => {
    const writes = [...findTableWrites(files), ...findTriggerWrites(readFunctions().sql)];
    const written = new Set(writes.map(({ table }) => table));
    expect([...schemaTables.values()].filter((table) => !written.has(table))).toEqual([]);
  });
});

describe('table owner check', () => {
  const writes = (text: string) => foreignWrites(findTableWrites([file('server/domain/site/leads-store.ts', text)]));

  it.each([
    ['carts', 'tx.insert(carts).values({});'],
    ['carts', 'handle\n    .update(carts)\n    .set({});'],
    ['carts', 'handle.delete(schema.carts);'],
    ['carts', `import { carts as table } from '../database/schema/schema.ts'; tx.insert(table);`],
    ['orders', 'const move = defineTransition(orders, orders.status, orderStates);'],
    ['orders', 'const move = defineRowTransition(orders, orders.status, orderStates);'],
    ['carts', 'await purgeRows(carts, handle, old);'],
    ['cart_lines', 'run.query(`insert into cart_lines (id) values (1)`);'],
    ['cart_lines', `sql\`delete from \${cartLines} where id = 1\`;`],
    ['cart_lines', 'sql`with a as (update cart_lines l set qty = 1 returning id) select 1`;'],
    ['variants', `sql\`update \${variants} set qty = qty - 1\`;`],
    ['sandbox_payments', 'sql`delete from demo.sandbox_payments`;'],
  ])('reports a write to %s by another folder: %s', (table, text) => {
    const owner = tableOwners[table];
    expect(writes(text)).toEqual([`server/domain/site/leads-store.ts writes ${table}, which belongs to ${owner}`]);
  });

  it('reports a write to a table without an owner', () => {
    expect(writes('run.query("insert into vouchers (id) values (1)");')).toEqual([
      'server/domain/site/leads-store.ts writes vouchers, which belongs to no feature',
    ]);
  });

  it("reports a trigger in another folder's section of functions.sql, or in no section", () => {
    const sql = [
      'CREATE FUNCTION a() AS $$ DELETE FROM carts; $$',
      '-- owner: server/domain/cart',
      'UPDATE carts SET state = 1; UPDATE orders SET state = 2;',
      'CREATE TRIGGER t BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION a();',
    ];
    expect(foreignWrites(findTriggerWrites(sql.join('\n')))).toEqual([
      'no feature/functions.sql writes carts, which belongs to server/domain/cart',
      'server/domain/cart/functions.sql writes orders, which belongs to server/domain/orders',
    ]);
  });

  it.each([
    'tx.insert(leads).values({});',
    'tx.select().from(carts);',
    '// insert into carts',
    'loaded.delete(weight); hash.update(text);',
    'sql`select 1 from carts for update`;',
    'sql`insert into leads (id) values (1) on conflict (id) do update set email = $1`;',
    'run.query("insert into import_products (id) values (1)");',
  ])('accepts the code %s', (text) => {
    expect(writes(text)).toEqual([]);
  });
});
