import { describe, expect, it } from 'vitest';
import { folderCircles } from './folder-circles.ts';
import { parseImports, readSources } from './source-files.ts';

const files = readSources();

const DEPTHS = [1, 2, 3, 4, 5];

it.each(['contract', 'server', 'web', 'tools', 'bench'])(
  'forbids import cycles between folders in %s at any depth',
  (root) => {
    for (const depth of DEPTHS) expect([depth, folderCircles(files, root, depth)]).toEqual([depth, []]);
  },
);

describe('folder cycle check', () => {
  const file = (path: string, text: string) => ({ path, text, imports: parseImports(path, text) });
  const circle = [
    file('server/domain/cart/lines/add.ts', `import { find } from '../../catalogue/products/find.ts';`),
    file('server/domain/catalogue/search/search.ts', `import { open } from '../../cart/cart.ts';`),
    file('server/domain/catalogue/products/find.ts', `import { search } from '../search/search.ts';`),
    file('server/domain/cart/cart.ts', `import { add } from './lines/add.ts';`),
  ];

  it('finds a cycle between features even if no two of their files form a cycle', () => {
    expect(folderCircles(circle, 'server/domain', 1)).toEqual([['server/domain/cart', 'server/domain/catalogue']]);
  });

  it('finds a cycle that includes a file directly in the root folder', () => {
    const files = [
      file('server/app.ts', `import { cart } from './domain/cart/cart.ts';`),
      file('server/domain/cart/cart.ts', `import { app } from '../../app.ts';`),
    ];
    expect(folderCircles(files, 'server', 2)).toEqual([['server/app.ts', 'server/domain/cart']]);
  });

  it('ignores type imports and imports in test files', () => {
    const files = [
      file('server/domain/cart/cart.ts', `import type { Find } from '../catalogue/find.ts';`),
      file('server/domain/catalogue/find.ts', `import { cart } from '../cart/cart.ts';`),
      file('server/domain/cart/cart.test.ts', `import { find } from '../catalogue/find.ts';`),
    ];
    expect(folderCircles(files, 'server', 2)).toEqual([]);
  });

  it('finds a cycle between a folder and its subfolder, even by dynamic import', () => {
    const parent = file('web/shop/cart/cart.ts', `const row = import('./rows/row.tsx');`);
    const child = file('web/shop/cart/rows/row.tsx', `import { price } from '../price.ts';`);
    const files = [parent, child];
    expect(folderCircles(files, 'web', 3)).toEqual([['web/shop/cart', 'web/shop/cart/rows']]);
    expect(folderCircles(files, 'web', 2)).toEqual([]);
  });

  it('reports each import cycle separately', () => {
    const files = ['a', 'b', 'c', 'd'].map((name) => {
      const other = { a: 'b', b: 'a', c: 'd', d: 'c' }[name];
      return file(`web/${name}/${name}.ts`, `import { x } from '../${other}/${other}.ts';`);
    });
    expect(folderCircles(files, 'web', 1)).toEqual([
      ['web/a', 'web/b'],
      ['web/c', 'web/d'],
    ]);
  });
});
