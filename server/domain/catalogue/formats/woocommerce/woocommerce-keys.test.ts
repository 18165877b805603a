import { expect, it } from 'vitest';
import { deriveKeysFromName } from './woocommerce-keys.ts';

it.each(['Wren mug', 'wren-mug', 'WREN  MUG'])('derives a key without a hash suffix from the name %s', (name) => {
  expect(deriveKeysFromName(name)).toEqual({
    key: 'wren-mug',
    former_sku: expect.stringMatching(/^wren-mug-[0-9a-f]{8}$/),
  });
});

it.each(['Wren mug!', 'Wrén mug', 'Wren (mug)', '红 Wren mug', `Wren mug ${'x'.repeat(60)}`])(
  'appends a hash to the key derived from the name %s',
  (name) => {
    const { key, former_sku } = deriveKeysFromName(name);
    expect(key).toMatch(/^wren-mug\b.*-[0-9a-f]{8}$/);
    expect(key.startsWith(former_sku ?? '-')).toBe(true);
  },
);

it('builds the key from only a hash for names without Latin letters', () => {
  expect(deriveKeysFromName('红杯')).toEqual({ key: expect.stringMatching(/^product-[0-9a-f]{8}$/), former_sku: null });
});
