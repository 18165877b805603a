import { describe, expect, it } from 'vitest';
import { parseImports, readSources, type SourceFile } from './source-files.ts';
import { crowdedFolders, popupBreaches, transportBreaches } from './web-layout-rules.ts';

const file = (path: string, text = ''): SourceFile => ({ path, text, imports: parseImports(path, text) });
const files = readSources();

describe('web/ layout', () => {
  it('allows at most 15 source files per folder', () => {
    expect(crowdedFolders(files)).toEqual([]);
  });

  it('limits web/shared/api to imports from contract/ and itself', () => {
    expect(transportBreaches(files)).toEqual([]);
  });

  it('allows only the registry to import popup components', () => {
    expect(popupBreaches(files)).toEqual([]);
  });
});

describe('web/ layout checks', () => {
  it('reports the sixteenth source file of a folder, not counting tests', () => {
    const makeFiles = (count: number) =>
      Array.from({ length: count }, (_, index) => file(`web/shop/cart/part-${index}.ts`));
    const tests = [file('web/shop/cart/cart.test.ts'), file('test/web/cart.ts')];
    expect(crowdedFolders([...makeFiles(15), ...tests])).toEqual([]);
    expect(crowdedFolders([...makeFiles(16), ...tests])).toEqual(['web/shop/cart: 16']);
  });

  it.each([
    `import { useSession } from '../session/session.ts';`,
    `import type { Popup } from '../state/popups.ts';`,
    `const late = import('#web/shop/errors/show-error.ts');`,
    `import { z } from 'zod';`,
    `import { z } from 'zod/mini';`,
  ])('rejects this code in web/shared/api: %s', (text) => {
    expect(transportBreaches([file('web/shared/api/client.ts', text)])).toHaveLength(1);
  });

  it.each([
    `import { apiError } from './api-error.ts';`,
    `import { REQUEST_TIMEOUT_MS } from '#contract/rules/limits.ts';`,
    `import { QueryClient } from '@tanstack/react-query';`,
  ])('accepts this code in web/shared/api: %s', (text) => {
    expect(transportBreaches([file('web/shared/api/client.ts', text)])).toEqual([]);
  });

  const registry = file('web/shop/popup-bodies.ts', `const cart = import('./cart/cart-popup.tsx');`);

  it.each([
    ['web/shop/shell/header.tsx', `import { CartPopup } from '../cart/cart-popup.tsx';`],
    ['web/shop/shell/header.tsx', `const late = import('../cart/cart-popup.tsx');`],
    ['web/shop/popups/popup-host.tsx', `import { popupBodies } from '../popup-bodies.ts';`],
  ])('rejects this code in %s: %s', (path, text) => {
    expect(popupBreaches([registry, file(path, text)])).toHaveLength(1);
  });

  it('lets the code that shows popups import their registry', () => {
    const overPage = file('web/shop/over-page.tsx', `import { popupBodies } from './popup-bodies.ts';`);
    expect(popupBreaches([registry, overPage])).toEqual([]);
  });
});
