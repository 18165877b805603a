import { priceTitle } from './amounts.ts';
import { type Choice, NO_CHOICE } from './drafts.ts';

export type FileOption = { name: string; value: string };

const BETWEEN = ' / ';
const foldOptionName = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, ' ');
const COLOUR_NAMES = new Set(['color', 'colour']);
const SIZE_NAMES = new Set(['size']);
const CARD_NAMES = new Set(['gift card price', 'gift card amount', 'denominations', 'denomination']);
export const OWN_AMOUNT_TITLE = 'Your own amount';

/**
 * Maps options to the attributes colour (93), size (141) and price (216). Other options share the size field: 'Size /
 * Wood' with 'L / Oak'. Returns an error if a gift card has any other option.
 */
export function toChoice(options: readonly FileOption[], { giftcard }: { giftcard: boolean }): Choice | string {
  if (giftcard) return toCardChoice(options);
  const colour = options.find(({ name }) => COLOUR_NAMES.has(foldOptionName(name)));
  const rest = options.filter((option) => option !== colour);
  const plain = rest.length === 1 && SIZE_NAMES.has(foldOptionName(rest[0]?.name ?? ''));
  return {
    ...NO_CHOICE,
    color: colour?.value ?? null,
    size: rest.length === 0 ? null : rest.map(({ value }) => value).join(BETWEEN),
    size_label: rest.length === 0 || plain ? null : rest.map(({ name }) => name).join(BETWEEN),
  };
}

export function isCardPrice(name: string): boolean {
  return CARD_NAMES.has(foldOptionName(name));
}

function toCardChoice(options: readonly FileOption[]): Choice | string {
  const [option] = options;
  if (!option || options.length > 1)
    return 'customers choose a gift card only by its price; keep one option, such as Denominations.';
  if (option.value === OWN_AMOUNT_TITLE) return { ...NO_CHOICE, price: OWN_AMOUNT_TITLE };
  const price = priceTitle(option.value);
  if (price === null) return `"${option.value}" is not a gift card price; write a price such as $50.`;
  return { ...NO_CHOICE, price };
}

export const OPTION_NAMES = { color: 'Color', size: 'Size', price: 'Denominations' } as const;

/**
 * Reverses `toChoice`: splits options that share the size field, unless re-reading would give a different result.
 * `maxOptions`: the format's limit.
 */
export function toProductOptions(
  variants: readonly Choice[],
  { maxOptions = Number.POSITIVE_INFINITY }: { maxOptions?: number } = {},
): FileOption[][] {
  const apart = variants.map((choice) => splitJoinedOptions(choice));
  const fits = apart.every((options, index) => {
    const variant = variants[index] ?? NO_CHOICE;
    return (
      options !== null && options.length <= maxOptions && isSameChoice(toChoice(options, { giftcard: false }), variant)
    );
  });
  return fits ? apart.map((options) => options ?? []) : variants.map(toJoinedOptions);
}

function toJoinedOptions({ color, size, size_label, price }: Choice): FileOption[] {
  return [
    ...(price === null ? [] : [{ name: OPTION_NAMES.price, value: price }]),
    ...(color === null ? [] : [{ name: OPTION_NAMES.color, value: color }]),
    ...(size === null ? [] : [{ name: size_label ?? OPTION_NAMES.size, value: size }]),
  ];
}

function splitJoinedOptions({ color, size, size_label, price }: Choice): FileOption[] | null {
  if (price !== null || size === null || size_label === null) return null;
  const [names, values] = [size_label.split(BETWEEN), size.split(BETWEEN)];
  if (names.length !== values.length || new Set([...names, OPTION_NAMES.color]).size <= names.length) return null;
  const first = color === null ? [] : [{ name: OPTION_NAMES.color, value: color }];
  return [...first, ...names.map((name, index) => ({ name, value: values[index] ?? '' }))];
}

function isSameChoice(choice: Choice | string, other: Choice): boolean {
  return (
    typeof choice !== 'string' &&
    choice.color === other.color &&
    choice.size === other.size &&
    choice.size_label === other.size_label &&
    choice.price === other.price
  );
}
