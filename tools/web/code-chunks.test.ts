import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chunkGroups } from './code-chunks.ts';

const root = join(import.meta.dirname, '../..').replaceAll(sep, '/');

type Graph = Record<string, { by?: string[]; late?: string[]; isEntry?: boolean }>;

const screens: Graph = {
  'web/shop/entry.client.tsx': { isEntry: true },
  'web/shop/root.tsx': { isEntry: true },
  'web/shop/browse/browse.tsx': { isEntry: true },
  'web/shop/product/product.tsx': { isEntry: true },
  'web/shop/seller/seller.tsx': { isEntry: true },
  'web/shop/checkout/checkout.tsx': { isEntry: true },
  'web/shop/register/register.tsx': { isEntry: true },
  'web/shop/gift-card/recipient/recipient.tsx': { isEntry: true },
  'web/shop/account/account.tsx': { isEntry: true },
  'web/shop/cart/cart-popup.tsx': { late: ['web/shop/over-page.tsx'] },
  'web/shop/checkout/gift-cards/code-sheet.tsx': { late: ['web/shop/checkout/checkout.tsx'] },
  'web/shop/over-page.tsx': { late: ['web/shop/root.tsx'] },
};

function findChunk(id: string, graph: Graph): string | null {
  const all: Graph = { ...screens, ...graph };
  const names = (paths: string[] = []) => paths.map((path) => `${root}/${path}`);
  const modules = {
    getModuleInfo(name: string) {
      const module = all[name.slice(root.length + 1)];
      if (!module) return null;
      return { importers: names(module.by), dynamicImporters: names(module.late), isEntry: module.isEntry ?? false };
    },
  };
  const [first = null] = chunkGroups.map(({ name }) => name(`${root}/${id}`, modules)).filter((name) => name !== null);
  return first;
}

describe('code chunks', () => {
  it.each([
    ['into the framework chunk if every page needs its package', 'node_modules/react-dom/client.js', [], 'framework'],
    ['into the shared chunk if the root needs it', 'web/shop/shell/header.tsx', ['web/shop/root.tsx'], 'shared'],
    [
      'into the shared chunk if browsing and checkout need it',
      'web/ui/picture.tsx',
      ['web/shop/browse/browse.tsx', 'web/shop/checkout/checkout.tsx'],
      'shared',
    ],
    [
      'into the forms chunk if a gift card step needs it',
      'web/shop/session/guards.tsx',
      [
        'web/shop/gift-card/recipient/recipient.tsx',
        'web/shop/checkout/checkout.tsx',
        'web/shop/register/register.tsx',
      ],
      'forms',
    ],
    [
      'into the accounts chunk if only registration and account need it',
      'web/ui/form/combobox.tsx',
      ['web/shop/register/register.tsx', 'web/shop/account/account.tsx'],
      'accounts',
    ],
    [
      'into the human chunk if it is a bot check',
      'web/shop/human-check/recaptcha.ts',
      ['web/shop/checkout/checkout.tsx', 'web/shop/register/register.tsx'],
      'human',
    ],
    [
      'into the buying chunk if a product page needs its field',
      'web/ui/form/stepper.tsx',
      ['web/shop/product/product.tsx', 'web/shop/checkout/checkout.tsx'],
      'buying',
    ],
    [
      'into the later chunk if popups but no first view need it',
      'web/shop/errors/error-messages.ts',
      ['web/shop/over-page.tsx', 'web/shop/checkout/checkout.tsx'],
      'later',
    ],
    [
      'into the grid chunk if browse and seller pages need it',
      'web/shop/browse/tiles/product-tile.tsx',
      ['web/shop/browse/browse.tsx', 'web/shop/seller/seller.tsx'],
      'grid',
    ],
    [
      'into the rails chunk if it belongs to a product rail',
      'web/shop/browse/rails/product-rail.tsx',
      ['web/shop/browse/browse.tsx', 'web/shop/product/product.tsx'],
      'rails',
    ],
    [
      'into no named chunk if it reads card codes',
      'contract/rules/gift-card/card-code.ts',
      ['web/shop/checkout/gift-cards/code-sheet.tsx', 'web/shop/checkout/checkout.tsx'],
      null,
    ],
    [
      'into the cart chunk if cart and checkout need it',
      'web/shop/cart/undo-removal.ts',
      ['web/shop/checkout/checkout.tsx', 'web/shop/cart/cart-popup.tsx'],
      'cart',
    ],
    [
      'into the paying chunk if checkout and its lazy part need it',
      'web/shop/checkout/gift-cards/tenders.ts',
      ['web/shop/checkout/checkout.tsx', 'web/shop/checkout/gift-cards/code-sheet.tsx'],
      'paying',
    ],
    [
      'into the records chunk if checkout and account need it',
      'web/shop/address/address-text.ts',
      ['web/shop/checkout/checkout.tsx', 'web/shop/account/account.tsx'],
      'records',
    ],
    [
      'into the extras chunk if checkout and registration share it',
      'contract/rules/customer/cart-address.ts',
      ['web/shop/checkout/checkout.tsx', 'web/shop/register/register.tsx'],
      'extras',
    ],
    [
      'into no named chunk if only one screen needs it',
      'web/shop/checkout/total.tsx',
      ['web/shop/checkout/checkout.tsx'],
      null,
    ],
  ])('puts a module %s', (_where, id, by, chunk) => {
    expect(findChunk(id, { [id]: { by } })).toBe(chunk);
  });

  it('follows importers through other modules and import cycles', () => {
    const by = { 'web/ui/a.ts': { by: ['web/ui/b.ts'] }, 'web/ui/b.ts': { by: ['web/ui/a.ts', 'web/shop/root.tsx'] } };
    expect(findChunk('web/ui/a.ts', by)).toBe('shared');
  });

  it('leaves a module that is only loaded with import() in its own chunk', () => {
    expect(
      findChunk('web/shop/cart/cart-popup.tsx', { 'web/shop/cart/cart-popup.tsx': { late: ['web/shop/root.tsx'] } }),
    ).toBeNull();
  });
});
