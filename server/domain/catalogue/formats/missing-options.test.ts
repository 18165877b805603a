import { describe, expect, it } from 'vitest';
import { SKU_LIMIT } from '#contract/rules/limits.ts';
import { appendToSku, buildChoiceSku, withMissingOptions } from './missing-options.ts';

const size = (value: string) => ({ code: 'size', name: 'Size', value });
const formatFilledOptions = (variants: Parameters<typeof withMissingOptions>[0], labels = {}) =>
  withMissingOptions(variants, labels).map((options) => options.map(({ name, value }) => `${name}=${value}`).join());

describe('missing product options', () => {
  it('adds colour and size from the variants when their values differ', () => {
    const variants = [
      { options: [size('S')], attributes: { color: 'Red', size: 'S' } },
      { options: [size('S')], attributes: { color: 'Blue', size: 'S' } },
    ];
    expect(formatFilledOptions(variants)).toEqual(['Size=S,Color=Red', 'Size=S,Color=Blue']);
    const redVariants = variants.map((variant) => ({ ...variant, attributes: { color: 'Red' } }));
    expect(formatFilledOptions(redVariants)).toEqual(['Size=S', 'Size=S']);
  });

  it('adds labelled options, then as few others as needed to tell the variants apart', () => {
    const buildVariant = (material: string, ean: string) => ({
      options: [size('S')],
      attributes: { ean, climate: 'Cold', wood_type: material },
    });
    expect(formatFilledOptions([buildVariant('Oak', '9300001'), buildVariant('Ash', '9300002')])).toEqual([
      'Size=S,Wood type=Oak',
      'Size=S,Wood type=Ash',
    ]);
    expect(
      formatFilledOptions([buildVariant('Oak', '9300001'), buildVariant('Ash', '9300002')], { climate: 'Weather' }),
    ).toEqual(['Size=S,Weather=Cold,Wood type=Oak', 'Size=S,Weather=Cold,Wood type=Ash']);
  });

  it('ignores barcodes and any option that one of the variants lacks', () => {
    const variants = [
      { options: [], attributes: { ean: '9300001', wood_type: 'Oak' } },
      { options: [], attributes: { ean: '9300002' } },
    ];
    expect(formatFilledOptions(variants)).toEqual(['', '']);
  });
});

it("keeps the skus of gift card amounts unique and within the cart's length limit", () => {
  expect(appendToSku('CARD', '50')).toBe('CARD-50');
  const [fifty, hundred] = ['50', '100'].map((amount) => appendToSku('C'.repeat(SKU_LIMIT), amount));
  expect([fifty?.length, hundred?.length]).toEqual([SKU_LIMIT, SKU_LIMIT]);
  expect(fifty).not.toBe(hundred);
});

it('keeps shortened skus of different choices distinct', () => {
  const variation = 'V'.repeat(60);
  expect(buildChoiceSku(variation, ['Red'])).toBe(`${variation}-red`);
  const [rose = '', ruby] = ['Rose', 'Ruby'].map((value) => buildChoiceSku(variation, [value]));
  expect(rose).toMatch(/^V{55}-[0-9a-f]{8}$/);
  expect(rose).not.toBe(ruby);
});
