import { describe, expect, it } from 'vitest';
import { parseImports } from '../checks/source-files.ts';
import { callNames, keyedLists } from './call-names.ts';
import { findReachable, readCodeGraph } from './code-graph.ts';
import { circlesByLevel, commentWords, computeSpread, foreignStores, functionLines, unusedExports } from './figures.ts';
import { tableWriters } from './table-writers.ts';

const file = (path: string, text: string) => ({ path, text, imports: parseImports(path, text) });

describe('code graph', () => {
  const graph = readCodeGraph([
    file(
      'server/domain/orders/place.ts',
      `import { hold } from './holds.ts'; export function place() { return charge() + hold(); } const charge = () => 1; const idle = () => 2;`,
    ),
    file('server/domain/orders/holds.ts', `export { hold } from './ledger.ts';`),
    file(
      'server/domain/orders/ledger.ts',
      `export function hold() { return post(); } function post() { return 1; } function unused() {}`,
    ),
  ]);

  it('follows function calls through files and re-exports', () => {
    expect(findReachable(graph, 'place').map(({ path, name }) => `${path} ${name}`)).toEqual([
      'server/domain/orders/place.ts place',
      'server/domain/orders/place.ts charge',
      'server/domain/orders/ledger.ts hold',
      'server/domain/orders/ledger.ts post',
    ]);
  });

  it('throws for an unknown function name', () => {
    expect(() => findReachable(graph, 'pay')).toThrow('There is no function pay.');
  });
});

describe('lists keyed by calls', () => {
  const contract = file(
    'contract/cart.ts',
    `export const calls = { 'GET carts/mine': {}, 'POST mobiledigital/auth': {}, 'POST mobiledigital/order': {} };`,
  );

  it('reads the names of calls from the contract', () => {
    expect([...callNames([contract])]).toEqual([
      'GET carts/mine',
      'POST mobiledigital/auth',
      'POST mobiledigital/order',
    ]);
  });

  it.each([
    ['an object keyed by a call name', `const sizes = { 'GET carts/mine': 1 };`, 1],
    ['an array of call paths', `const all = ['mobiledigital/auth', 'carts/mine'];`, 2],
    ['an array of last path segments', `const all = ['auth', 'order', 'mine', 'else'];`, 3],
  ])('finds %s', (_what, text, entries) => {
    expect(keyedLists([contract, file('server/platform/http/limits.ts', text)])).toEqual([
      { path: 'server/platform/http/limits.ts', line: 1, entries },
    ]);
  });

  it('recognises the path of a call in a regular expression', () => {
    const found = keyedLists([contract, file('web/client.ts', String.raw`const isOwn = /^mobiledigital\/o/;`)]);
    expect(found).toHaveLength(1);
  });

  it('ignores call names that are registered or sent, and ordinary words', () => {
    const text = `route('GET carts/mine', () => {}); const words = ['order', 'else'];`;
    expect(keyedLists([contract, file('server/routes.ts', text), file('server/a.test.ts', `['carts/mine']`)])).toEqual(
      [],
    );
  });
});

describe('code figures', () => {
  it('returns count, sum, median, 90th percentile and maximum from computeSpread()', () => {
    const values = Array.from({ length: 10 }, (_, index) => 10 - index);
    expect(computeSpread(values)).toEqual({ count: 10, sum: 55, median: 6, p90: 10, max: 10 });
    expect(computeSpread([])).toEqual({ count: 0, sum: 0, median: 0, p90: 0, max: 0 });
  });

  it('ignores one-line callbacks in functionLines()', () => {
    const text = 'function one() {}\nconst two = () => {\n  return [1].map((n) => n);\n};\n';
    expect(functionLines([file('web/a.ts', text)])).toMatchObject({ count: 2, sum: 4 });
  });

  it('counts words without comment marks in commentWords()', () => {
    expect(commentWords([file('web/a.ts', '/** Returns the cart. */\n// why: 2 taps\n')])).toEqual({
      comments: 2,
      words: 6,
    });
  });

  it('finds a cycle at its shallowest folder depth in circlesByLevel()', () => {
    const files = [
      file('server/domain/orders/placing/place.ts', `import { a } from '../review/decide.ts';`),
      file('server/domain/orders/review/decide.ts', `import { b } from '../placing/place.ts';`),
    ];
    expect(circlesByLevel(files, 'server')).toEqual([
      { depth: 1, circles: 0, folders: 0 },
      { depth: 2, circles: 0, folders: 0 },
      { depth: 3, circles: 1, folders: 2 },
    ]);
  });

  it('reports in foreignStores() each store that another feature imports or another file re-exports', () => {
    const files = [
      file('server/domain/cart/open.ts', `export { openCart } from './carts-store.ts';`),
      file('server/domain/orders/place.ts', `import { openCart } from '../cart/carts-store.ts';`),
      file('server/domain/cart/lines.ts', `import { openCart } from './carts-store.ts';`),
    ];
    expect(foreignStores(files)).toEqual({
      imports: ['server/domain/orders/place.ts -> server/domain/cart/carts-store.ts'],
      reexported: ['server/domain/cart/open.ts openCart'],
    });
  });

  it('distinguishes in unusedExports() between unused exports and exports that only tests use', () => {
    const files = [
      file('server/a.ts', `export const used = 1; export const idle = 2; export const tested = 3;`),
      file('server/b.ts', `import { used } from './a.ts'; export default used;`),
      file('server/c.ts', `const b = import('./b.ts');`),
      file('server/a.test.ts', `import { tested } from './a.ts';`),
    ];
    expect(unusedExports(files)).toEqual({
      exports: 3,
      byNobody: ['server/a.ts idle'],
      byTestsOnly: ['server/a.ts tested'],
    });
  });

  it('reports in tableWriters() the tables that several features write, and triggers without an owner', () => {
    const files = [
      file('server/domain/cart/a.ts', 'sql`update carts set state = 1`'),
      file('server/domain/orders/b.ts', 'sql`delete from carts`'),
    ];
    const functions =
      '-- owner: server/domain/cart\n  update carts set state = 2;\n  insert into orders (id) values (1);\n';
    expect(tableWriters(files, functions)).toMatchObject({
      shared: ['carts: server/domain/cart, server/domain/orders'],
      unownedByTrigger: ['orders'],
    });
  });
});
