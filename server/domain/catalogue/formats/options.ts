import { priceTitle } from './amounts.ts';
import { type Choice, NO_CHOICE } from './drafts.ts';

/** An option of a variant as a file names it. */
export type FileOption = { name: string; value: string };

const BETWEEN = ' / ';
const folded = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, ' ');
const COLOUR_NAMES = new Set(['color', 'colour']);
const SIZE_NAMES = new Set(['size']);
const CARD_NAMES = new Set(['gift card price', 'gift card amount', 'denominations', 'denomination']);
/** The title of the option value that stands for an amount the customer chooses. */
export const OWN_AMOUNT_TITLE = 'Your own amount';

/**
 * Options of a variant -> colour (93), size (141) and, of a gift card, price (216). What is none of them goes to the
 * place of the size under its own name; several share it: 'Size / Wood' with 'L / Oak'. A sentence when a gift card has
 * any other option.
 */
export function choiceOf(options: readonly FileOption[], { giftcard }: { giftcard: boolean }): Choice | string {
  if (giftcard) return cardChoice(options);
  const colour = options.find(({ name }) => COLOUR_NAMES.has(folded(name)));
  const rest = options.filter((option) => option !== colour);
  const plain = rest.length === 1 && SIZE_NAMES.has(folded(rest[0]?.name ?? ''));
  return {
    ...NO_CHOICE,
    color: colour?.value ?? null,
    size: rest.length === 0 ? null : rest.map(({ value }) => value).join(BETWEEN),
    size_label: rest.length === 0 || plain ? null : rest.map(({ name }) => name).join(BETWEEN),
  };
}

/** Names that only the price of a gift card has. */
export function isCardPrice(name: string): boolean {
  return CARD_NAMES.has(folded(name));
}

function cardChoice(options: readonly FileOption[]): Choice | string {
  const [option] = options;
  if (!option || options.length > 1)
    return 'a gift card is chosen by its price alone; keep one option, such as Denominations.';
  if (option.value === OWN_AMOUNT_TITLE) return { ...NO_CHOICE, price: OWN_AMOUNT_TITLE };
  const price = priceTitle(option.value);
  if (price === null) return `"${option.value}" is no price of a gift card; write it such as $50.`;
  return { ...NO_CHOICE, price };
}

/** What our own options are called in a file; Magento has codes for them. */
export const OPTION_NAMES = { color: 'Color', size: 'Size', price: 'Denominations' } as const;

/**
 * The way back, for all variants of a product alike: several options that share the place of the size come apart again,
 * unless reading them would then give something else. `most` is how many options a product of the format can have.
 */
export function productOptions(
  variants: readonly Choice[],
  { most = Number.POSITIVE_INFINITY }: { most?: number } = {},
): FileOption[][] {
  const apart = variants.map((choice) => apartOf(choice));
  const fits = apart.every((options, at) => {
    const variant = variants[at] ?? NO_CHOICE;
    return options !== null && options.length <= most && sameChoice(choiceOf(options, { giftcard: false }), variant);
  });
  return fits ? apart.map((options) => options ?? []) : variants.map(wholeOf);
}

function wholeOf({ color, size, size_label, price }: Choice): FileOption[] {
  return [
    ...(price === null ? [] : [{ name: OPTION_NAMES.price, value: price }]),
    ...(color === null ? [] : [{ name: OPTION_NAMES.color, value: color }]),
    ...(size === null ? [] : [{ name: size_label ?? OPTION_NAMES.size, value: size }]),
  ];
}

/** Null where name and value do not come apart into equally many pieces. */
function apartOf({ color, size, size_label, price }: Choice): FileOption[] | null {
  if (price !== null || size === null || size_label === null) return null;
  const [names, values] = [size_label.split(BETWEEN), size.split(BETWEEN)];
  if (names.length !== values.length || new Set([...names, OPTION_NAMES.color]).size <= names.length) return null;
  const first = color === null ? [] : [{ name: OPTION_NAMES.color, value: color }];
  return [...first, ...names.map((name, at) => ({ name, value: values[at] ?? '' }))];
}

function sameChoice(choice: Choice | string, other: Choice): boolean {
  return (
    typeof choice !== 'string' &&
    choice.color === other.color &&
    choice.size === other.size &&
    choice.size_label === other.size_label &&
    choice.price === other.price
  );
}
