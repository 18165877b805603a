import { describe, expect, test } from 'vitest';
import { folderCircles } from './folder-circles.ts';
import { importsOf, readSources } from './source-files.ts';

const files = readSources();

describe('folders form no circle', () => {
  test.each(['server', 'server/platform', 'server/integrations', 'server/domain', 'server/api', 'server/commands'])(
    'between the folders of %s',
    (root) => {
      expect(folderCircles(files, root, { depth: 1 })).toEqual([]);
    },
  );

  test('between any two folders of the server', () => {
    expect(folderCircles(files, 'server', { nested: 'apart' })).toEqual([]);
  });

  test('between the apps of web/ and what they share', () => {
    expect(folderCircles(files, 'web', { depth: 1 })).toEqual([]);
  });

  test('between any two folders of web/', () => {
    expect(folderCircles(files, 'web', { nested: 'apart' })).toEqual([]);
  });

  test.each(['contract', 'tools', 'bench'])('in %s', (root) => {
    expect(folderCircles(files, root)).toEqual([]);
  });
});

describe('the check itself', () => {
  const file = (path: string, text: string) => ({ path, text, imports: importsOf(path, text) });
  const circle = [
    file('server/domain/cart/lines/add.ts', `import { find } from '../../catalogue/products/find.ts';`),
    file('server/domain/catalogue/search/search.ts', `import { open } from '../../cart/cart.ts';`),
    file('server/domain/catalogue/products/find.ts', `import { search } from '../search/search.ts';`),
    file('server/domain/cart/cart.ts', `import { add } from './lines/add.ts';`),
  ];

  test('finds one between features that no two files form', () => {
    expect(folderCircles(circle, 'server/domain', { depth: 1 })).toEqual([
      ['server/domain/cart', 'server/domain/catalogue'],
    ]);
  });

  test('finds one that begins with a file of the root', () => {
    const files = [
      file('server/app.ts', `import { cart } from './domain/cart/cart.ts';`),
      file('server/domain/cart/cart.ts', `import { app } from '../../app.ts';`),
    ];
    expect(folderCircles(files, 'server')).toEqual([['server/app.ts', 'server/domain/cart']]);
  });

  test('leaves out types, tests, and a folder with what lies inside of it', () => {
    const files = [
      file(
        'server/domain/cart/cart.ts',
        `import { add } from './lines/add.ts'; import type { Find } from '../catalogue/find.ts';`,
      ),
      file('server/domain/cart/lines/add.ts', `import { cart } from '../cart.ts';`),
      file('server/domain/catalogue/find.ts', `import { cart } from '../cart/cart.ts';`),
      file('server/domain/cart/cart.test.ts', `import { find } from '../catalogue/find.ts';`),
    ];
    expect(folderCircles(files, 'server')).toEqual([]);
  });

  test('sees one between a folder and its sub-folder where these count apart, also by an import that comes late', () => {
    const parent = file('web/shop/cart/cart.ts', `const row = import('./rows/row.tsx');`);
    const child = file('web/shop/cart/rows/row.tsx', `import { price } from '../price.ts';`);
    expect(folderCircles([parent, child], 'web', { nested: 'apart' })).toEqual([
      ['web/shop/cart', 'web/shop/cart/rows'],
    ]);
  });

  test('sees every circle on its own', () => {
    const files = ['a', 'b', 'c', 'd'].map((name) => {
      const other = { a: 'b', b: 'a', c: 'd', d: 'c' }[name];
      return file(`web/${name}/${name}.ts`, `import { x } from '../${other}/${other}.ts';`);
    });
    expect(folderCircles(files, 'web')).toEqual([
      ['web/a', 'web/b'],
      ['web/c', 'web/d'],
    ]);
  });
});
