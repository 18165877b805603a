import type { ChosenOption, Product, Seller, Variant } from '#contract/catalogue.ts';
import { ATTRIBUTE_IDS, type AttributeCode } from '#contract/rules/limits.ts';
import { toDollars } from '#contract/rules/money/money.ts';
import type { Picture } from '#contract/shapes/product.ts';
import { imagePath } from '#server/platform/pictures/picture-address.ts';
import { toTile } from '../listing/tile.ts';
import { ATTRIBUTES, toChosenOption } from './choices.ts';
import type { ProductRow } from './products-store.ts';
import type { VariantOption, VariantRow } from './variants-sql.ts';

type Offered = VariantOption & { qty: number };

function offeredValues(variants: readonly VariantRow[], code: AttributeCode): Offered[] {
  const byValue = new Map<number, Offered>();
  for (const { options, qty } of variants) {
    const option = options[code];
    if (!option) continue;
    const offered = byValue.get(option.value_index) ?? { ...option, qty: 0 };
    byValue.set(option.value_index, { ...offered, qty: offered.qty + qty });
  }
  return [...byValue.values()].sort((a, b) => a.position - b.position || a.value_index - b.value_index);
}

function configurableOptions(variants: readonly VariantRow[]): Product['configurable_options'] {
  const offered = ATTRIBUTES.map((code) => [code, offeredValues(variants, code)] as const);
  return Object.fromEntries(
    offered
      .filter(([, values]) => values.length > 0)
      .map(([code, values]) => [
        code,
        {
          option_id: String(ATTRIBUTE_IDS[code]),
          options: values.map(({ value_index, title, qty }) => ({
            option_value: value_index,
            default_title: title,
            qty,
          })),
        },
      ]),
  );
}

const optionKey = (option: VariantOption | undefined): string => (option ? String(option.value_index) : '');

/** Maps colour, then size, to a sku. A missing choice is ''. A gift card's price takes the place of the size. */
function skuByChoice(variants: readonly VariantRow[]): Product['configurable_options_products'] {
  const map: Record<string, Record<string, string>> = {};
  for (const { options, sku } of variants) {
    const inner = map[optionKey(options.color)] ?? {};
    map[optionKey(options.color)] = { ...inner, [optionKey(options.size ?? options.gift_card_price)]: sku };
  }
  return map;
}

function variantView({ id, sku, price_cents, qty, options, picture_id }: VariantRow, pictures: Picture[]): Variant {
  const values = ATTRIBUTES.flatMap((code) => (options[code] ? [[code, options[code].value_index]] : []));
  const ownPicture = pictures.find((picture) => picture.id === picture_id);
  return {
    id,
    sku,
    price: toDollars(price_cents),
    qty,
    options: Object.fromEntries(values),
    ...(ownPicture ? { picture_id: ownPicture.id } : {}),
  };
}

const hasFixedPrice = ({ max_price_cents }: VariantRow): boolean => max_price_cents === null;

/** Uses the variant with an open price. A unique index allows only one per product. */
function freeAmount(variants: readonly VariantRow[], maxValueCents: number): Pick<Product, 'free_amount'> {
  const open = variants.find((variant) => !hasFixedPrice(variant));
  const option = open?.options.gift_card_price;
  if (!open || !option) return {};
  const maxCents = Math.min(open.max_price_cents ?? open.price_cents, maxValueCents);
  const [min, max] = [toDollars(open.price_cents), toDollars(maxCents)];
  return {
    free_amount: { sku: open.sku, option_value: option.value_index, currency: 'AUD', min, max, qty: open.qty },
  };
}

function offeredOptions(variants: readonly VariantRow[]): ChosenOption[] {
  return ATTRIBUTES.flatMap((code) => offeredValues(variants, code).map((value) => toChosenOption(code, value)));
}

function buildTabs({ tab1, tab1_pictures, tab2, tab3 }: ProductRow): Pick<Product, 'tab1' | 'tab2' | 'tab3'> {
  const image = (id: string): string => (tab1_pictures[id] ? imagePath(tab1_pictures[id]) : '');
  return {
    ...(tab1
      ? { tab1: { title: tab1.title, rows: tab1.rows.map((row) => ({ image: image(row.image), text: row.text })) } }
      : {}),
    ...(tab2 ? { tab2: { image: imagePath(tab2), picture: tab2 } } : {}),
    ...(tab3 ? { tab3 } : {}),
  };
}

export function productView(
  row: ProductRow,
  { seller, maxValueCents }: { seller: Seller; maxValueCents: number },
): Product {
  const sold = row.variants.filter(({ price_cents }) => !row.is_giftcard || price_cents <= maxValueCents);
  const choosable = row.type_id === 'configurable' ? sold.filter(hasFixedPrice) : [];
  const pictures = row.pictures.length > 0 ? row.pictures : [row.picture];
  return {
    ...toTile(row),
    images: pictures.map(imagePath),
    pictures,
    description: row.description,
    options: offeredOptions(choosable),
    configurable_options: configurableOptions(choosable),
    configurable_options_products: skuByChoice(choosable),
    configurable_products: choosable.map((variant) => variantView(variant, pictures)),
    ...(row.is_giftcard ? { card_validity_months: row.card_validity_months } : {}),
    ...freeAmount(sold, maxValueCents),
    ...buildTabs(row),
    seller,
  };
}
