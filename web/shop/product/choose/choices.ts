import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Product, Variant } from '#contract/catalogue.ts';
import { ATTRIBUTE_IDS, type AttributeCode } from '#contract/rules/limits.ts';

export type Choice = Partial<Record<AttributeCode, number>>;
export type ChoiceErrors = Partial<Record<AttributeCode, string>>;
type Offered = Pick<Product, 'configurable_options' | 'configurable_products'>;

const messages: Record<AttributeCode, MessageDescriptor> = {
  color: msg`You must select a color`,
  size: msg`You must select a size`,
  gift_card_price: msg`You must select a Gift Card price`,
};

export function listAttributes({ configurable_options }: Offered): AttributeCode[] {
  return (Object.keys(ATTRIBUTE_IDS) as AttributeCode[]).filter((code) => configurable_options[code]);
}

/** Preselects a single colour or size, but never a gift card price. */
export function preselectOptions(product: Offered): Choice {
  const only = listAttributes(product)
    .filter((code) => code !== 'gift_card_price')
    .map((code) => [code, product.configurable_options[code]?.options] as const)
    .filter(([, values]) => values?.length === 1);
  return Object.fromEntries(only.map(([code, values]) => [code, values?.[0]?.option_value]));
}

/** Ignores the size when checking colours, because choosing a colour clears an unavailable size. */
export function isPossible(product: Offered, choice: Choice, input: { code: AttributeCode; value: number }): boolean {
  const colour = input.code === 'size' ? choice.color : undefined;
  return product.configurable_products.some(
    ({ options, qty }) =>
      qty > 0 && options[input.code] === input.value && (colour === undefined || options.color === colour),
  );
}

/** Clears the chosen size if it is unavailable in the new colour. */
export function choose(product: Offered, choice: Choice, input: { code: AttributeCode; value: number }): Choice {
  const next: Choice = { ...choice, [input.code]: input.value };
  const { size, ...withoutSize } = next;
  const lost =
    input.code === 'color' && size !== undefined && !isPossible(product, next, { code: 'size', value: size });
  return lost ? withoutSize : next;
}

export function findVariant(product: Offered, choice: Choice): Variant | undefined {
  const attributes = listAttributes(product);
  if (attributes.length === 0) return undefined;
  return product.configurable_products.find(({ options }) =>
    attributes.every((code) => choice[code] !== undefined && options[code] === choice[code]),
  );
}

export function chosenPicture(product: Offered, choice: Choice): string | undefined {
  const chosen = listAttributes(product).filter((code) => choice[code] !== undefined);
  if (chosen.length === 0) return undefined;
  const left = product.configurable_products.filter(({ options }) =>
    chosen.every((code) => options[code] === choice[code]),
  );
  const [picture, ...otherPictures] = new Set(left.map(({ picture_id }) => picture_id));
  return otherPictures.length === 0 ? picture : undefined;
}

/** Returns dollars by option value; null if all cost the same or a price depends on another choice. */
export function listPricesByValue(
  product: Offered,
  choice: Choice,
  code: AttributeCode,
): ReadonlyMap<number, number> | null {
  const otherCodes = listAttributes(product).filter((other) => other !== code && choice[other] !== undefined);
  const prices = new Map<number, number>();
  for (const { options, price } of product.configurable_products) {
    const value = options[code];
    if (value === undefined || otherCodes.some((other) => options[other] !== choice[other])) continue;
    if ((prices.get(value) ?? price) !== price) return null;
    prices.set(value, price);
  }
  return new Set(prices.values()).size > 1 ? prices : null;
}

export function choiceErrors(product: Offered, choice: Choice): ChoiceErrors {
  const open = listAttributes(product).filter((code) => choice[code] === undefined);
  return Object.fromEntries(open.map((code) => [code, i18n._(messages[code])]));
}

export function itemOptions(product: Offered, choice: Choice): { option_id: string; option_value: number }[] {
  return listAttributes(product).flatMap((code) => {
    const option_id = product.configurable_options[code]?.option_id;
    const option_value = choice[code];
    return option_id === undefined || option_value === undefined ? [] : [{ option_id, option_value }];
  });
}
