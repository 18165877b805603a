import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from './source-files.ts';

const RULE = 'lint/suspicious/noImportCycles';

function findImportCircles(files: Record<string, string>): string[] {
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

it("enables Biome's rule against import cycles everywhere", () => {
  const { linter, overrides } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  expect(linter.rules.suspicious.noImportCycles).toBe('error');
  expect(JSON.stringify(overrides)).not.toContain('noImportCycles');
});

it('reports an import cycle of two files in each of them', () => {
  const files = {
    'server/domain/cart/cart.ts': `import { price } from './price.ts';\nexport const cart = () => price;\n`,
    'server/domain/cart/price.ts': `import { cart } from './cart.ts';\nexport const price = () => cart;\n`,
  };
  expect(findImportCircles(files)).toEqual(Object.keys(files));
});

it('reports an import cycle of three files across folders, with relative and # imports', () => {
  const files = {
    'contract/rules/limits.ts': `import { search } from '#web/shop/search/search.tsx';\nexport const limits = () => search;\n`,
    'web/shop/cart/cart.tsx': `import { limits } from '#contract/rules/limits.ts';\nexport const cart = () => limits;\n`,
    'web/shop/search/search.tsx': `import { cart } from '../cart/cart.tsx';\nexport const search = () => cart;\n`,
  };
  expect(findImportCircles(files)).toEqual(Object.keys(files));
});

it('accepts a chain of imports, and a type import that closes a cycle', () => {
  const files = {
    'server/domain/cart/cart.ts': `import { price } from './price.ts';\nexport type Cart = { of: number };\nexport const cart = () => price;\n`,
    'server/domain/cart/price.ts': `import type { Cart } from './cart.ts';\nexport const price = (cart: Cart) => cart.of;\n`,
  };
  expect(findImportCircles(files)).toEqual([]);
});
