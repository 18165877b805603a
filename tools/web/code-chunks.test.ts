import { join, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chunkGroups } from './code-chunks.ts';

const root = join(import.meta.dirname, '../..').replaceAll(sep, '/');

/** A module's name -> who imports it; those of `late` load it with import(). */
type Graph = Record<string, { by?: string[]; late?: string[]; isEntry?: boolean }>;

const screens: Graph = {
  'web/entry.client.tsx': { isEntry: true },
  'web/root.tsx': { isEntry: true },
  'web/browse/browse.tsx': { isEntry: true },
  'web/product/product.tsx': { isEntry: true },
  'web/seller/seller.tsx': { isEntry: true },
  'web/checkout/checkout.tsx': { isEntry: true },
  'web/register/register.tsx': { isEntry: true },
  'web/gift-card/recipient/recipient.tsx': { isEntry: true },
  'web/till/till.tsx': { isEntry: true },
  'web/account/account.tsx': { isEntry: true },
  'web/cart/cart-popup.tsx': { late: ['web/over-page.tsx'] },
  'web/checkout/gift-cards/code-sheet.tsx': { late: ['web/checkout/checkout.tsx'] },
  'web/over-page.tsx': { late: ['web/root.tsx'] },
};

/** The file of code that `id` goes into. */
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

describe('a module goes', () => {
  test.each([
    [
      'into the framework where it is of a package every page needs',
      'node_modules/react-dom/client.js',
      [],
      'framework',
    ],
    ['into what every page loads where the root needs it', 'web/shell/header.tsx', ['web/root.tsx'], 'shared'],
    [
      'there too where shop window and others need it',
      'web/ui/picture.tsx',
      ['web/browse/browse.tsx', 'web/checkout/checkout.tsx'],
      'shared',
    ],
    [
      'to the forms where a step of a gift card needs it',
      'web/session/guards.tsx',
      ['web/gift-card/recipient/recipient.tsx', 'web/checkout/checkout.tsx', 'web/register/register.tsx'],
      'forms',
    ],
    [
      'to the accounts where who registers fills it in, and no gift card or checkout has it',
      'web/ui/form/combobox.tsx',
      ['web/register/register.tsx', 'web/account/account.tsx'],
      'accounts',
    ],
    [
      'into a file of its own where it proves that somebody is human',
      'web/human-check/recaptcha.ts',
      ['web/checkout/checkout.tsx', 'web/register/register.tsx'],
      'human',
    ],
    [
      'to what is bought with where a product page needs it of them',
      'web/ui/form/stepper.tsx',
      ['web/product/product.tsx', 'web/checkout/checkout.tsx'],
      'buying',
    ],
    [
      'to what comes later where popups need it and no first visit',
      'web/languages/error-messages.ts',
      ['web/over-page.tsx', 'web/checkout/checkout.tsx'],
      'later',
    ],
    [
      'to the tiles where a seller has them as well',
      'web/browse/tiles/product-tile.tsx',
      ['web/browse/browse.tsx', 'web/seller/seller.tsx'],
      'grid',
    ],
    [
      'to the rows of products that come when all else is there',
      'web/browse/rails/product-rail.tsx',
      ['web/browse/browse.tsx', 'web/product/product.tsx'],
      'rails',
    ],
    [
      'nowhere in particular where a till needs it, which has no forms',
      'contract/rules/gift-card/card-code.ts',
      ['web/till/till.tsx', 'web/checkout/checkout.tsx'],
      null,
    ],
    [
      'to the cart where checkout and cart need it',
      'web/cart/undo-removal.ts',
      ['web/checkout/checkout.tsx', 'web/cart/cart-popup.tsx'],
      'cart',
    ],
    [
      'to paying where the checkout and a late part of it need it',
      'web/checkout/gift-cards/tenders.ts',
      ['web/checkout/checkout.tsx', 'web/checkout/gift-cards/code-sheet.tsx'],
      'paying',
    ],
    [
      'to the records of a customer where checkout and account need it',
      'web/address/address-text.ts',
      ['web/checkout/checkout.tsx', 'web/account/account.tsx'],
      'records',
    ],
    [
      'to what is left over where checkout and others have it and no step of a gift card',
      'contract/rules/customer/cart-address.ts',
      ['web/checkout/checkout.tsx', 'web/register/register.tsx'],
      'extras',
    ],
    ['nowhere in particular where one screen needs it', 'web/checkout/total.tsx', ['web/checkout/checkout.tsx'], null],
  ])('%s', (_where, id, by, chunk) => {
    expect(chunkOf(id, { [id]: { by } })).toBe(chunk);
  });

  test('where its importers go: through others, circles too', () => {
    const by = { 'web/ui/a.ts': { by: ['web/ui/b.ts'] }, 'web/ui/b.ts': { by: ['web/ui/a.ts', 'web/root.tsx'] } };
    expect(chunkOf('web/ui/a.ts', by)).toBe('shared');
  });

  test('not where it is only loaded with import()', () => {
    expect(chunkOf('web/cart/cart-popup.tsx', { 'web/cart/cart-popup.tsx': { late: ['web/root.tsx'] } })).toBeNull();
  });
});
