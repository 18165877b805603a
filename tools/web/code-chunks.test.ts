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

function chunkOf(id: string, graph: Graph): string | null {
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
    [
      'into the framework where it is of a package every page needs',
      'node_modules/react-dom/client.js',
      [],
      'framework',
    ],
    [
      'into what every page loads where the root needs it',
      'web/shop/shell/header.tsx',
      ['web/shop/root.tsx'],
      'shared',
    ],
    [
      'there too where shop window and others need it',
      'web/ui/picture.tsx',
      ['web/shop/browse/browse.tsx', 'web/shop/checkout/checkout.tsx'],
      'shared',
    ],
    [
      'to the forms where a step of a gift card needs it',
      'web/shop/session/guards.tsx',
      [
        'web/shop/gift-card/recipient/recipient.tsx',
        'web/shop/checkout/checkout.tsx',
        'web/shop/register/register.tsx',
      ],
      'forms',
    ],
    [
      'to the accounts where who registers fills it in, and no gift card or checkout has it',
      'web/ui/form/combobox.tsx',
      ['web/shop/register/register.tsx', 'web/shop/account/account.tsx'],
      'accounts',
    ],
    [
      'into a file of its own where it proves that somebody is human',
      'web/shop/human-check/recaptcha.ts',
      ['web/shop/checkout/checkout.tsx', 'web/shop/register/register.tsx'],
      'human',
    ],
    [
      'to what is bought with where a product page needs it of them',
      'web/ui/form/stepper.tsx',
      ['web/shop/product/product.tsx', 'web/shop/checkout/checkout.tsx'],
      'buying',
    ],
    [
      'to what comes later where popups need it and no first visit',
      'web/shop/errors/error-messages.ts',
      ['web/shop/over-page.tsx', 'web/shop/checkout/checkout.tsx'],
      'later',
    ],
    [
      'to the tiles where a seller has them as well',
      'web/shop/browse/tiles/product-tile.tsx',
      ['web/shop/browse/browse.tsx', 'web/shop/seller/seller.tsx'],
      'grid',
    ],
    [
      'to the rows of products that come when all else is there',
      'web/shop/browse/rails/product-rail.tsx',
      ['web/shop/browse/browse.tsx', 'web/shop/product/product.tsx'],
      'rails',
    ],
    [
      'nowhere in particular what reads codes, which the checkout asks for late',
      'contract/rules/gift-card/card-code.ts',
      ['web/shop/checkout/gift-cards/code-sheet.tsx', 'web/shop/checkout/checkout.tsx'],
      null,
    ],
    [
      'to the cart where checkout and cart need it',
      'web/shop/cart/undo-removal.ts',
      ['web/shop/checkout/checkout.tsx', 'web/shop/cart/cart-popup.tsx'],
      'cart',
    ],
    [
      'to paying where the checkout and a late part of it need it',
      'web/shop/checkout/gift-cards/tenders.ts',
      ['web/shop/checkout/checkout.tsx', 'web/shop/checkout/gift-cards/code-sheet.tsx'],
      'paying',
    ],
    [
      'to the records of a customer where checkout and account need it',
      'web/shop/address/address-text.ts',
      ['web/shop/checkout/checkout.tsx', 'web/shop/account/account.tsx'],
      'records',
    ],
    [
      'to what is left over where checkout and others have it and no step of a gift card',
      'contract/rules/customer/cart-address.ts',
      ['web/shop/checkout/checkout.tsx', 'web/shop/register/register.tsx'],
      'extras',
    ],
    [
      'nowhere in particular where one screen needs it',
      'web/shop/checkout/total.tsx',
      ['web/shop/checkout/checkout.tsx'],
      null,
    ],
  ])('puts a module %s', (_where, id, by, chunk) => {
    expect(chunkOf(id, { [id]: { by } })).toBe(chunk);
  });

  it('follows importers through other modules and import cycles', () => {
    const by = { 'web/ui/a.ts': { by: ['web/ui/b.ts'] }, 'web/ui/b.ts': { by: ['web/ui/a.ts', 'web/shop/root.tsx'] } };
    expect(chunkOf('web/ui/a.ts', by)).toBe('shared');
  });

  it('leaves a module that is only loaded with import() in its own chunk', () => {
    expect(
      chunkOf('web/shop/cart/cart-popup.tsx', { 'web/shop/cart/cart-popup.tsx': { late: ['web/shop/root.tsx'] } }),
    ).toBeNull();
  });
});
