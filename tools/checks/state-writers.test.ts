import { describe, expect, it } from 'vitest';
import { readFunctions } from '#server/platform/database/migrations/scripts.ts';
import { parseImports, readSources } from './source-files.ts';
import { stateWriters } from './state-writers.ts';

const file = (path: string, text: string) => ({ path, text, imports: parseImports(path, text) });

it('allows server code to set states only through transition()', () => {
  expect(stateWriters(readSources())).toEqual([]);
});

it('requires every trigger that sets a state to check the table of allowed state changes', () => {
  const setting = readFunctions()
    .sql.split(';')
    .filter((statement) => /\bUPDATE\b[\s\S]*\bSET\b(?:(?!\bWHERE\b)[\s\S])*\b(?:state|status)\s*=/.test(statement));
  expect(setting).toHaveLength(2);
  expect(setting.filter((statement) => !statement.includes('may_move_'))).toEqual([]);
});

describe('state writer check', () => {
  const path = 'server/domain/orders/orders-store.ts';

  it.each([
    `tx.update(orders).set({ state: 'approved' });`,
    `tx.update(orders).set({ updatedAt: now, status });`,
    `tx\n    .update(giftCards)\n    .set({ sentAt: now, ...more, deliveryState: to });`,
    `tx.insert(orders).values(row).onConflictDoUpdate({ target: orders.id, set: { state: to } });`,
    'tx.update(orders).set(fields);',
    'tx.update(orders).set({ ...fields, updatedAt: now });',
    `tx.update(orders).set(move.fields);`,
    `rows(tx, sql\`update orders set state = \${to} where id = 1\`);`,
    'rows(tx, sql`update orders o set updated_at = now(), status = case when a then b end where id = 1`);',
    `run.query('update gift_cards set "delivery_state" = $1');`,
  ])('rejects the code %s', (text) => {
    expect(stateWriters([file(path, text)], ['orders', 'giftCards']).length).toBeGreaterThan(0);
  });

  it.each([
    `tx.update(orders).set({ updatedAt: now });`,
    `tx.update(orders).set({ note: text({ state: 1 }) });`,
    `tx.insert(orders).values({ state: 'placed' });`,
    `tx.update(customers).set(changes);`,
    `type Fields = Partial<Omit<Row, 'id' | 'state'>>; const a = (fields: Fields) => tx.update(orders).set(fields);`,
    `transition(tx, { where, to: 'approved', set: { updatedAt: now } });`,
    "rows(tx, sql`update orders set updated_at = now() where state = 'placed'`);",
    "rows(tx, sql`select * from orders where status = 'placed'`);",
    '// set state = x',
  ])('accepts the code %s', (text) => {
    expect(stateWriters([file(path, text)], ['orders', 'giftCards'])).toEqual([]);
  });

  it('allows transition.ts to set a state', () => {
    const text = `handle.update(orders).set({ state: to });`;
    expect(stateWriters([file('server/platform/database/transition.ts', text)], ['orders'])).toEqual([]);
  });
});
