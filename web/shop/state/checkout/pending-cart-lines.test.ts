import { expect, it } from 'vitest';
import { fakeStorage } from '#test/web/fake-storage.ts';
import { missingLines, readPendingLines, savePendingLines } from './pending-cart-lines.ts';

const mug = { sku: 'MUG', name: 'Mug', price: 20, qty: 2, product_type: 'simple' };

it('keeps the pending lines of an interrupted checkout for this customer across reloads', () => {
  const storage = fakeStorage();
  savePendingLines('+61400000001', [mug]);
  expect(readPendingLines('+61400000001')).toEqual([mug]);
  expect(readPendingLines('+61400000002')).toEqual([]);
  savePendingLines('+61400000001', []);
  expect(storage.size).toBe(0);
});

it('ignores stored pending lines in an unknown format', () => {
  fakeStorage().set('checkout-lines', '{"mobile":"+61400000001","lines":[{"qty":"x"}]}');
  expect(readPendingLines('+61400000001')).toEqual([]);
});

it('returns only pending lines that are missing in the cart [ST-091]', () => {
  expect(missingLines([mug, { ...mug, sku: 'TEA' }], [{ sku: 'MUG' }]).map(({ sku }) => sku)).toEqual(['TEA']);
});
