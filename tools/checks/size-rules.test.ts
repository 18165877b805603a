import { describe, expect, it } from 'vitest';
import { fullFolders, longFiles, slivers } from './size-rules.ts';
import { parseImports, readSources } from './source-files.ts';

const files = readSources();

describe('file and folder size', () => {
  it.each(['server', 'contract', 'tools', 'bench'])('allows at most 20 source files per folder in %s', (root) => {
    expect(fullFolders(files, root)).toEqual([]);
  });

  it('allows folders to be four levels deep, or five in server/ and web/', () => {
    const maxDepth = (path: string) => (/^(server|web)\//.test(path) ? 5 : 4);
    const deep = files.map(({ path }) => path).filter((path) => path.split('/').length > maxDepth(path) + 1);
    expect(deep).toEqual([]);
  });

  it('allows 400 lines per file, except in schema tables and generated data', () => {
    const isTable = (path: string) => /^(server\/platform\/database\/schema|db\/seed)\//.test(path);
    expect(longFiles(files, (path) => (isTable(path) ? Number.POSITIVE_INFINITY : 400))).toEqual([]);
  });

  it.each(['server', 'contract', 'tools'])(
    'forbids short files in %s that should be part of their only importer',
    (root) => {
      expect(slivers(files, root)).toEqual([]);
    },
  );
});

describe('size checks', () => {
  const file = (path: string, text = '') => ({ path, text, imports: parseImports(path, text) });

  it('counts source files but not test files', () => {
    const sources = Array.from({ length: 21 }, (_, index) => file(`server/domain/cart/file-${index}.ts`));
    const tests = Array.from({ length: 21 }, (_, index) => file(`server/domain/orders/file-${index}.test.ts`));
    expect(fullFolders([...sources, ...tests, file('server/domain/cart/lines/add.ts')], 'server')).toEqual([
      'server/domain/cart: 21',
    ]);
    expect(fullFolders(sources.slice(1), 'server')).toEqual([]);
  });

  it('counts the lines of a file', () => {
    const long = file('web/cart.tsx', '//\n'.repeat(201));
    expect(longFiles([long], () => 200)).toEqual(['web/cart.tsx: 201']);
    expect(longFiles([long], () => 201)).toEqual([]);
  });

  const sliver = file('server/domain/cart/cents.ts', 'export const cents = 1;\n');
  const importer = file('server/domain/cart/cart.ts', `import { cents } from './cents.ts';\n`);
  it('reports a short file that only one file imports', () => {
    expect(slivers([sliver, importer], 'server')).toEqual([
      'server/domain/cart/cents.ts: move it into server/domain/cart/cart.ts, its only importer',
    ]);
  });

  it.each([
    [
      'with a second importer',
      [sliver, importer, file('server/domain/cart/more.ts', `import { cents } from './cents.ts';`)],
    ],
    [
      'imported from another folder',
      [sliver, file('server/domain/cart/lines/add.ts', `import { cents } from '../cents.ts';`)],
    ],
    [
      'with its own test',
      [sliver, importer, file('server/domain/cart/any.test.ts', `import { cents } from './cents.ts';`)],
    ],
    ['of forty lines', [file('server/domain/cart/cents.ts', '//\n'.repeat(40)), importer]],
    [
      'imported by a route',
      [sliver, file('server/api/shop/orders/cart-routes.ts', `import { cents } from './cents.ts';`)],
    ],
    [
      'named after its role',
      [file('server/domain/cart/store.ts'), file('server/domain/cart/cart.ts', `import { a } from './store.ts';`)],
    ],
  ])('accepts a short file %s', (_, sources) => {
    expect(slivers(sources, 'server')).toEqual([]);
  });
});
