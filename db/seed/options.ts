import type { SeedOption } from './types.ts';

const COLOUR_ATTRIBUTE = 93;
const SIZE_ATTRIBUTE = 141;
const GIFT_CARD_PRICE_ATTRIBUTE = 216;

/** Maps titles to value indexes. Never change an index, because carts and orders store it. */
export const colours = {
  Chalk: 5401,
  Sand: 5402,
  Sea: 5403,
  Coral: 5404,
  Ochre: 5405,
  Pine: 5406,
  Navy: 5407,
  Sage: 5408,
  Blush: 5409,
  Plum: 5410,
  Clay: 5411,
  Moss: 5412,
  Ink: 5413,
  Sky: 5414,
  Oat: 5415,
  Terracotta: 5416,
} as const;

export const sizes = {
  XS: 5501,
  S: 5502,
  M: 5503,
  L: 5504,
  XL: 5505,
  'Age 2': 5511,
  'Age 4': 5512,
  'Age 6': 5513,
  'EU 38': 5521,
  'EU 40': 5522,
  'EU 42': 5523,
  'EU 44': 5524,
  Single: 5531,
  Queen: 5532,
  King: 5533,
  'Seats 4': 5541,
  'Seats 6': 5542,
  'Seats 8': 5543,
  '100 mL': 5551,
  '250 mL': 5552,
  '500 mL': 5553,
  '250 g': 5561,
  '500 g': 5562,
  '1 kg': 5563,
  'Small pot': 5571,
  'Medium pot': 5572,
  'Large pot': 5573,
} as const;

export type Colour = keyof typeof colours;
export type Size = keyof typeof sizes;

/** Maps prices in whole dollars to value indexes. */
export const cardPrices = {
  20: 5601,
  25: 5602,
  40: 5603,
  50: 5604,
  75: 5605,
  100: 5606,
  150: 5607,
  200: 5608,
  250: 5609,
  300: 5610,
  500: 5611,
} as const;

/** Value index of the free amount. It has no title, because screens show the amount instead. */
export const OWN_AMOUNT = 5699;

export type CardPrice = keyof typeof cardPrices;

const values = (titles: Record<string, number>) =>
  Object.entries(titles).map(([default_title, value_index]) => ({ value_index, default_title }));

export const options: SeedOption[] = [
  { attribute_id: COLOUR_ATTRIBUTE, code: 'color', label: 'Colour', values: values(colours) },
  { attribute_id: SIZE_ATTRIBUTE, code: 'size', label: 'Size', values: values(sizes) },
  {
    attribute_id: GIFT_CARD_PRICE_ATTRIBUTE,
    code: 'gift_card_price',
    label: 'Gift card price',
    values: [
      ...Object.entries(cardPrices).map(([dollars, value_index]) => ({ value_index, default_title: `$${dollars}` })),
      { value_index: OWN_AMOUNT, default_title: 'Your own amount' },
    ],
  },
];
