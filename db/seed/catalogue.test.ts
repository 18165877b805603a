import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { artGround, artIds, artSize, drawArt } from './art/draw.ts';
import { catalogueErrors, demoCatalogue, flattenCategories } from './catalogue.ts';

const { sellers, categories, products, templates, options } = demoCatalogue;
const cards = products.filter(({ is_giftcard }) => is_giftcard);
const goods = products.filter(({ is_giftcard }) => !is_giftcard);
const option = (code: string) => options.find((candidate) => candidate.code === code);

describe('demo catalogue', () => {
  it('contains the planned numbers of sellers, products, gift cards and templates', () => {
    expect(sellers.length).toBeGreaterThanOrEqual(7);
    expect(goods.length).toBeGreaterThanOrEqual(64);
    expect(cards.length).toBeGreaterThanOrEqual(14);
    expect(templates.length).toBeGreaterThanOrEqual(14);
    for (const card of cards) {
      expect(card.templates?.length, card.sku).toBeGreaterThanOrEqual(3);
      expect(card.variants?.length, card.sku).toBeGreaterThanOrEqual(4);
      expect(card.variants?.length, card.sku).toBeLessThanOrEqual(6);
    }
  });

  it('references only existing items and contains no duplicates', () => {
    expect(catalogueErrors(demoCatalogue)).toEqual([]);
  });

  it('reports the errors of a broken catalogue', () => {
    const [first, ...otherProducts] = products;
    const broken = {
      ...demoCatalogue,
      products: [{ ...first!, seller: 'nobody', templates: ['none'] }, first!, ...otherProducts],
    };
    const errors = catalogueErrors(broken).join('\n');
    for (const part of [
      "no seller 'nobody'",
      "no template 'none'",
      `sku ${first!.sku} stands twice`,
      'at least three templates',
    ])
      expect(errors).toContain(part);
  });

  it('uses option id 93 for colour [BC-21]', () => {
    expect(option('color')?.attribute_id).toBe(93);
    expect(goods.some(({ variants }) => variants?.every(({ color, size }) => color && !size))).toBe(true);
  });

  it('uses option id 141 for size [BC-22]', () => {
    expect(option('size')?.attribute_id).toBe(141);
    expect(goods.some(({ variants }) => variants?.every(({ color, size }) => size && !color))).toBe(true);
  });

  it('uses option id 216 for the gift card price, and titles its values with the price of the variant [BC-23]', () => {
    const prices = option('gift_card_price')!;
    expect(prices.attribute_id).toBe(216);
    for (const { price_cents, gift_card_price } of cards.flatMap(({ variants }) => variants!)) {
      expect(prices.values.find(({ value_index }) => value_index === gift_card_price)?.default_title).toBe(
        `$${price_cents / 100}`,
      );
    }
  });

  it('offers at least three gift cards with a free amount, starting at their lowest price', () => {
    const open = cards.filter(({ card }) => card?.free_amount);
    expect(open.length).toBeGreaterThanOrEqual(3);
    for (const { card, price_cents } of open) expect(card?.free_amount?.min_cents).toBe(price_cents);
  });

  it('nests categories exactly three levels deep [EN-27]', () => {
    const levels = flattenCategories(categories).map(({ level }) => level);
    expect(Math.max(...levels)).toBe(3);
    expect(categories.map(({ value }) => value)).toContain('Gift cards');
  });

  it('has a product in every category', () => {
    const filled = new Set(products.flatMap((product) => product.categories));
    expect(flattenCategories(categories).filter(({ id }) => !filled.has(id))).toEqual([]);
  });

  it('includes a sold-out product, a last item and sold-out combinations of colour and size', () => {
    expect(goods.filter(({ qty }) => qty === 0)).toHaveLength(1);
    expect(goods.filter(({ qty }) => qty === 1)).toHaveLength(1);
    const both = goods.filter(({ variants }) => variants?.some(({ color, size }) => color && size));
    expect(both.length).toBeGreaterThanOrEqual(3);
    for (const { variants } of both) {
      expect(variants!.some(({ qty }) => qty === 0)).toBe(true);
      expect(variants!.some(({ qty }) => qty > 0)).toBe(true);
    }
  });

  it('fills each product tab on several products', () => {
    for (const tab of ['tab1', 'tab2', 'tab3'] as const)
      expect(goods.filter((product) => product[tab]).length).toBeGreaterThan(5);
  });
});

describe('demo art', () => {
  it('draws every id as a deterministic SVG of the declared size without text elements', async () => {
    for (const id of artIds()) {
      const svg = drawArt(id);
      expect(svg, id).not.toMatch(/<text|NaN|undefined|Infinity/);
      expect(drawArt(id) === svg, id).toBe(true);
      expect(artGround(id), id).toMatch(/^#[0-9A-F]{6}$/);
      const { format, width, height } = await sharp(Buffer.from(svg)).metadata();
      expect({ format, width, height }, id).toEqual({ format: 'svg', ...artSize(id) });
    }
  });

  it('draws product tiles 1.2 times as high as wide, and gift cards 0.62 times', () => {
    for (const { images, is_giftcard } of products) {
      for (const { width, height } of images.map(artSize))
        expect(height / width).toBeCloseTo(is_giftcard ? 0.62 : 1.2, 5);
    }
  });

  it('draws shipping signs with lines on a round background, like the UI icons', () => {
    const signs = artIds().filter((id) => id.startsWith('ship-'));
    expect(signs).toHaveLength(5);
    for (const id of signs)
      expect(drawArt(id), id).toMatch(
        /^<svg [^>]*><circle [^>]*\/><g [^>]*><path [^>]* fill="none" [^>]*\/><\/g><\/svg>$/,
      );
  });

  it('rejects an unknown drawing id and names it', () => {
    expect(() => drawArt('no-such-picture')).toThrow("There is no art 'no-such-picture'");
  });
});

const luminance = (rgb: number[]) => {
  const [r, g, b] = rgb.map((value) =>
    value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
};
const channels = (hex: string) => [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));

describe('templates', () => {
  it.each(templates.map((template) => [template.key, template] as const))(
    'keeps a contrast of at least 4.5:1 between the text of %s and its background',
    async (_, { art, layout }) => {
      const picture = sharp(Buffer.from(drawArt(art)));
      for (const area of Object.values(layout)) {
        const { x, y, width, height } = area;
        const { data, info } = await picture
          .clone()
          .extract({ left: x, top: y, width, height })
          .removeAlpha()
          .raw()
          .toBuffer({ resolveWithObject: true });
        const tones = new Set<string>();
        for (let offset = 0; offset < data.length; offset += info.channels)
          tones.add(`${data[offset]},${data[offset + 1]},${data[offset + 2]}`);
        const words = luminance(channels(area.colour));
        for (const tone of tones) {
          const ground = luminance(tone.split(',').map(Number));
          expect(
            (Math.max(words, ground) + 0.05) / (Math.min(words, ground) + 0.05),
            `${tone} under ${area.colour}`,
          ).toBeGreaterThanOrEqual(4.5);
        }
      }
    },
  );
});
