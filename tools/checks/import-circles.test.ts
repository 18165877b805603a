import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from './source-files.ts';

const RULE = 'lint/suspicious/noImportCycles';

/** The files in which the linter, set up as for the repository, sees an import circle. */
function circlesIn(files: Record<string, string>): string[] {
  // Elsewhere: in the tree the other checks would see the files, too.
  const folder = mkdtempSync(join(tmpdir(), 'handsel-circles-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['biome.json', 'package.json']) copyFileSync(join(root, name), join(folder, name));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const lint = [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'lint', '--vcs-enabled=false', '--reporter=json'];
  const { stdout } = spawnSync(process.execPath, lint, { cwd: folder, encoding: 'utf8' });
  const { summary, diagnostics } = JSON.parse(stdout);
  expect(summary.unchanged, 'files that were read').toBe(Object.keys(files).length + 2);
  type Diagnostic = { category: string; severity: string; location: { path: string } };
  return diagnostics
    .filter(({ category, severity }: Diagnostic) => category === RULE && severity === 'error')
    .map(({ location }: Diagnostic) => location.path)
    .toSorted();
}

it('no part of the linter’s settings lets import circles be', () => {
  const { linter, overrides } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  expect(linter.rules.suspicious.noImportCycles).toBe('error');
  expect(JSON.stringify(overrides)).not.toContain('noImportCycles');
});

it('two files that import each other are an error of both', () => {
  const files = {
    'server/domain/cart/cart.ts': `import { price } from './price.ts';\nexport const cart = () => price;\n`,
    'server/domain/cart/price.ts': `import { cart } from './cart.ts';\nexport const price = () => cart;\n`,
  };
  expect(circlesIn(files)).toEqual(Object.keys(files));
});

it('so are three in different folders, by relative paths and by those that begin with #', () => {
  const files = {
    'contract/rules/limits.ts': `import { search } from '#web/shop/search/search.tsx';\nexport const limits = () => search;\n`,
    'web/shop/cart/cart.tsx': `import { limits } from '#contract/rules/limits.ts';\nexport const cart = () => limits;\n`,
    'web/shop/search/search.tsx': `import { cart } from '../cart/cart.tsx';\nexport const search = () => cart;\n`,
  };
  expect(circlesIn(files)).toEqual(Object.keys(files));
});

it('files in a row are none, nor is one that only lends a type', () => {
  const files = {
    'server/domain/cart/cart.ts': `import { price } from './price.ts';\nexport type Cart = { of: number };\nexport const cart = () => price;\n`,
    'server/domain/cart/price.ts': `import type { Cart } from './cart.ts';\nexport const price = (cart: Cart) => cart.of;\n`,
  };
  expect(circlesIn(files)).toEqual([]);
});
