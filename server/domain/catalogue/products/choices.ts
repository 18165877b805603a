import type { ChosenOption } from '#contract/catalogue.ts';
import { ATTRIBUTE_IDS, type AttributeCode } from '#contract/rules/limits.ts';
import type { VariantOption } from './variants-sql.ts';

export const ATTRIBUTES = Object.keys(ATTRIBUTE_IDS) as AttributeCode[];

const LABELS: Record<AttributeCode, string> = { color: 'Colour', size: 'Size', gift_card_price: 'Gift Card Price' };

export function toChosenOption(
  code: AttributeCode,
  option: Pick<VariantOption, 'value_index' | 'title' | 'label'>,
): ChosenOption {
  return {
    attribute_code: code,
    value_index: option.value_index,
    super_attribute_label: option.label ?? LABELS[code],
    option_title: option.title,
  };
}

export function toChosenOptions(options: Partial<Record<AttributeCode, VariantOption>>): ChosenOption[] {
  return ATTRIBUTES.flatMap((code) => (options[code] ? [toChosenOption(code, options[code])] : []));
}
