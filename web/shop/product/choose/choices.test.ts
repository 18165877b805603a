import { expect, it } from 'vitest';
import type { Product, Variant } from '#contract/catalogue.ts';
import { speakEnglish } from '#test/web/english.ts';
import {
  choiceErrors,
  choose,
  chosenPicture,
  findVariant,
  isPossible,
  itemOptions,
  listPricesByValue,
  preselectOptions,
} from './choices.ts';

speakEnglish();

const [red, blue, small, large] = [1, 2, 11, 12];
let variantId = 0;
const variant = (options: Variant['options'], qty: number): Variant => {
  variantId += 1;
  return { id: variantId, sku: `V-${variantId}`, price: 45, qty, options };
};
const offer = (option_id: string, ...values: number[]) => ({
  option_id,
  options: values.map((option_value) => ({ option_value, default_title: String(option_value), qty: 1 })),
});

const shirt: Pick<Product, 'configurable_options' | 'configurable_products'> = {
  configurable_options: { color: offer('93', red, blue), size: offer('141', small, large) },
  configurable_products: [
    variant({ color: red, size: small }, 3),
    variant({ color: red, size: large }, 0),
    variant({ color: blue, size: small }, 1),
    variant({ color: blue, size: large }, 2),
  ],
};
const card = {
  configurable_options: { gift_card_price: offer('216', 25, 50) },
  configurable_products: [variant({ gift_card_price: 25 }, 9), variant({ gift_card_price: 50 }, 0)],
};
const mug = { configurable_options: {}, configurable_products: [] };

it('requires a colour and a size if the product has them [VA-32, VA-33]', () => {
  expect(choiceErrors(shirt, {})).toEqual({ color: 'You must select a color', size: 'You must select a size' });
  expect(choiceErrors(shirt, { color: red, size: small })).toEqual({});
  expect(choiceErrors(mug, {})).toEqual({});
});

it('requires a gift card price even when there is only one [VA-34]', () => {
  const onePrice = { ...card, configurable_options: { gift_card_price: offer('216', 25) } };
  expect(choiceErrors(onePrice, preselectOptions(onePrice))).toEqual({
    gift_card_price: 'You must select a Gift Card price',
  });
});

it('offers no sizes that are sold out in the chosen colour, and no sold-out prices [VA-35]', () => {
  expect(isPossible(shirt, { color: red }, { code: 'size', value: large })).toBe(false);
  expect(isPossible(shirt, { color: blue }, { code: 'size', value: large })).toBe(true);
  expect(isPossible(shirt, {}, { code: 'size', value: large })).toBe(true);
  expect(isPossible(card, {}, { code: 'gift_card_price', value: 50 })).toBe(false);
  expect(isPossible(shirt, { color: blue, size: large }, { code: 'color', value: red })).toBe(true);
});

it('clears the chosen size only if it is sold out in the new colour [VA-36]', () => {
  const blueLarge = { color: blue, size: large };
  expect(choose(shirt, blueLarge, { code: 'color', value: red })).toEqual({ color: red });
  expect(choose(shirt, { color: blue, size: small }, { code: 'color', value: red })).toEqual({
    color: red,
    size: small,
  });
  expect(choose(shirt, { color: red }, { code: 'size', value: small })).toEqual({ color: red, size: small });
});

it('finds the chosen variant and returns its cart options with string ids and numeric values [EN-36]', () => {
  expect(findVariant(shirt, { color: red })).toBeUndefined();
  expect(findVariant(shirt, { color: blue, size: large })?.qty).toBe(2);
  expect(findVariant(mug, {})).toBeUndefined();
  expect(itemOptions(shirt, { color: blue, size: large })).toEqual([
    { option_id: '93', option_value: blue },
    { option_id: '141', option_value: large },
  ]);
});

it('preselects the colour or size if the product has only one', () => {
  const oneColour = { ...shirt, configurable_options: { ...shirt.configurable_options, color: offer('93', red) } };
  expect(preselectOptions(oneColour)).toEqual({ color: red });
  expect(preselectOptions(shirt)).toEqual({});
});

it('returns an image only when all remaining variants share it', () => {
  const pictures = ['red', 'red', 'blue', undefined];
  const pictured = {
    ...shirt,
    configurable_products: shirt.configurable_products.map((item, index) => {
      const picture_id = pictures[index];
      return picture_id === undefined ? item : { ...item, picture_id };
    }),
  };
  const findPicture = (choice: Parameters<typeof chosenPicture>[1]) => chosenPicture(pictured, choice);
  expect(findPicture({})).toBeUndefined();
  expect(findPicture({ color: red })).toBe('red');
  expect(findPicture({ size: small })).toBeUndefined();
  expect(findPicture({ color: blue })).toBeUndefined();
  expect(findPicture({ color: blue, size: small })).toBe('blue');
  expect(findPicture({ color: blue, size: large })).toBeUndefined();
});

it('returns a price per size when the sizes of the chosen colour have different prices', () => {
  const priced = (...prices: number[]) => ({
    ...shirt,
    configurable_products: shirt.configurable_products.map((item, index) => ({ ...item, price: prices[index] ?? 0 })),
  });
  expect(listPricesByValue(shirt, {}, 'size')).toBeNull();
  expect(listPricesByValue(priced(19, 36, 19, 36), {}, 'size')).toEqual(
    new Map([
      [small, 19],
      [large, 36],
    ]),
  );
  expect(listPricesByValue(priced(19, 36, 20, 36), {}, 'size')).toBeNull();
  expect(listPricesByValue(priced(19, 36, 20, 36), { color: blue }, 'size')).toEqual(
    new Map([
      [small, 20],
      [large, 36],
    ]),
  );
});
