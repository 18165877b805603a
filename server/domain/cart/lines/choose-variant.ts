import { ATTRIBUTE_IDS, type AttributeCode } from '#contract/rules/limits.ts';

export type Choice = { option_id: string; option_value: number };
type Choosable = { sku: string; options: Partial<Record<AttributeCode, { value_index: number }>> };
type Choosing<V> = { typeId: 'simple' | 'configurable'; sku: string; variants: readonly V[] };

const CODES = Object.keys(ATTRIBUTE_IDS) as AttributeCode[];

function findAttributeCode(optionId: string): AttributeCode | undefined {
  return CODES.find((code) => String(ATTRIBUTE_IDS[code]) === optionId);
}

/**
 * Requires a value for each attribute in which the variants differ. Returns null if a choice is missing, contradictory
 * or of another product. Ignores choices for a simple product.
 */
export function chooseVariant<V extends Choosable>(
  offer: Choosing<V>,
  { sku, choices }: { sku: string; choices: readonly Choice[] },
): V | null {
  if (offer.typeId === 'simple') return offer.variants[0] ?? null;
  const named = offer.variants.find((variant) => variant.sku === sku);
  const needed = named ? [] : CODES.filter((code) => offer.variants.some((variant) => variant.options[code]));
  const chosen = choices.map((choice) => findAttributeCode(choice.option_id));
  if (needed.some((code) => !chosen.includes(code))) return null;
  const candidates = named ? [named] : offer.variants;
  const fitting = candidates.filter((variant) => choices.every((choice) => hasValue(variant, choice)));
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

function hasValue(variant: Choosable, { option_id, option_value }: Choice): boolean {
  const code = findAttributeCode(option_id);
  return code !== undefined && variant.options[code]?.value_index === option_value;
}
