import { type Colour, colours, type Size, sizes } from './options.ts';
import type { SeedProduct, SeedVariant } from './types.ts';

export const shots = (key: string, count: 1 | 2 | 3) =>
  Array.from({ length: count }, (_, i) => `product-${key}-${i + 1}`);

export const paragraphs = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('');

const toSkuPart = (title: string) => title.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '');

export const colourVariants = (
  sku: string,
  price_cents: number,
  stock: Partial<Record<Colour, number>>,
): SeedVariant[] =>
  (Object.entries(stock) as [Colour, number][]).map(([title, qty]) => ({
    sku: `${sku}-${toSkuPart(title)}`,
    price_cents,
    qty,
    color: colours[title],
  }));

export const sizeVariants = (
  sku: string,
  stock: Partial<Record<Size, [priceCents: number, qty: number]>>,
): SeedVariant[] =>
  (Object.entries(stock) as [Size, [number, number]][]).map(([title, [price_cents, qty]]) => ({
    sku: `${sku}-${toSkuPart(title)}`,
    price_cents,
    qty,
    size: sizes[title],
  }));

/** `prices`: keyed by size. `stock`: one row per colour, with one quantity per size. */
export function colourAndSizeVariants(
  sku: string,
  prices: Partial<Record<Size, number>>,
  stock: Partial<Record<Colour, number[]>>,
): SeedVariant[] {
  const columns = Object.entries(prices) as [Size, number][];
  return (Object.entries(stock) as [Colour, number[]][]).flatMap(([colour, row]) =>
    columns.map(([size, price_cents], i) => ({
      sku: `${sku}-${toSkuPart(colour)}-${toSkuPart(size)}`,
      price_cents,
      qty: row[i] ?? 0,
      color: colours[colour],
      size: sizes[size],
    })),
  );
}

type ShippingTab = NonNullable<SeedProduct['tab1']>;

export const shippingTab = (town: string, days: string): ShippingTab => ({
  title: 'Shipping',
  rows: [
    { image: 'ship-parcel', text: `Packed in ${town} within one working day.` },
    { image: 'ship-truck', text: `${days} by Australia Post, with tracking.` },
    { image: 'ship-returns', text: 'Changed your mind? Send it back within 30 days.' },
  ],
});

export const postedAlive: ShippingTab = {
  title: 'How plants travel',
  rows: [
    {
      image: 'ship-seedling',
      text: 'Watered, wrapped and boxed on a Monday, so nothing sits in a depot over the weekend.',
    },
    { image: 'ship-truck', text: 'Two to four days to Queensland, New South Wales, Victoria and the ACT.' },
    {
      image: 'ship-home',
      text: 'We cannot post plants to Western Australia, Tasmania or the Northern Territory: quarantine rules.',
    },
  ],
};
