import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseVariant } from './choose-variant.ts';

const value = (value_index: number) => ({ value_index });
const redSmall = { sku: 'SHIRT-RED-S', options: { color: value(1), size: value(11) } };
const redLarge = { sku: 'SHIRT-RED-L', options: { color: value(1), size: value(12) } };
const blueSmall = { sku: 'SHIRT-BLUE-S', options: { color: value(2), size: value(11) } };
const shirt = { typeId: 'configurable', sku: 'SHIRT', variants: [redSmall, redLarge, blueSmall] } as const;
const card = {
  typeId: 'configurable',
  sku: 'CARD',
  variants: [{ sku: 'CARD-25', options: { gift_card_price: value(25) } }],
} as const;
const teapot = { typeId: 'simple', sku: 'TEAPOT', variants: [{ sku: 'TEAPOT', options: {} }] } as const;

const color = (option_value: number) => ({ option_id: '93', option_value });
const size = (option_value: number) => ({ option_id: '141', option_value });
const price = (option_value: number) => ({ option_id: '216', option_value });

describe('chooseVariant()', () => {
  it('finds the variant with the chosen values in any order (BC-21, BC-22)', () => {
    expect(chooseVariant(shirt, { sku: 'SHIRT', choices: [size(12), color(1)] })).toBe(redLarge);
  });

  it('requires a price to be chosen for a gift card, even if the card has only one price (BC-23)', () => {
    expect(chooseVariant(card, { sku: 'CARD', choices: [price(25)] })).toBe(card.variants[0]);
    expect(chooseVariant(card, { sku: 'CARD', choices: [] })).toBeNull();
  });

  it("finds a variant by the variant's own sku", () => {
    expect(chooseVariant(shirt, { sku: 'SHIRT-BLUE-S', choices: [] })).toBe(blueSmall);
    expect(chooseVariant(shirt, { sku: 'SHIRT-BLUE-S', choices: [color(2)] })).toBe(blueSmall);
    expect(chooseVariant(shirt, { sku: 'SHIRT-BLUE-S', choices: [color(1)] })).toBeNull();
  });

  it('finds the variant of a simple product without options', () => {
    expect(chooseVariant(teapot, { sku: 'TEAPOT', choices: [] })).toBe(teapot.variants[0]);
    expect(chooseVariant(teapot, { sku: 'TEAPOT', choices: [color(1)] })).toBe(teapot.variants[0]);
  });

  it.each([
    ['a value is missing', [color(1)]],
    ['nothing is chosen', []],
    ['the combination does not exist', [color(2), size(12)]],
    ['the value belongs to another attribute', [color(11), size(11)]],
    ['the value belongs to another product', [color(1), size(99)]],
    ['the attribute is unknown', [color(1), size(11), { option_id: '7', option_value: 1 }]],
    ['the product does not have the attribute', [color(1), size(11), price(25)]],
    ['two values are chosen for one attribute', [color(1), color(2), size(11)]],
  ])('finds no variant when %s', (_, choices) => {
    expect(chooseVariant(shirt, { sku: 'SHIRT', choices })).toBeNull();
  });

  it('never returns a variant that lacks a chosen value', () => {
    const choice = fc.record({
      option_id: fc.constantFrom('93', '141', '216', '7'),
      option_value: fc.constantFrom(1, 2, 11, 12, 25),
    });
    fc.assert(
      fc.property(fc.array(choice, { maxLength: 4 }), (choices) => {
        const found = chooseVariant(shirt, { sku: 'SHIRT', choices });
        const values = found ? [found.options.color.value_index, found.options.size.value_index] : [];
        return found === null || choices.every(({ option_value }) => values.includes(option_value));
      }),
    );
  });
});
