import { z } from 'zod';
import { callTable } from './call.ts';
import { DRAWING_ENDS } from './rules/gift-card/gift-picture.ts';
import { OCCASIONS } from './rules/listing.ts';
import { listFields } from './shapes/listing.ts';
import { id, money, page } from './shapes/numbers.ts';
import { picture } from './shapes/product.ts';

/** Fields are null if the seller did not provide them. `site` starts with https. */
export const sellerContact = z.object({
  phone: z.string().nullable(),
  email: z.string().nullable(),
  site: z.string().nullable(),
  address: z.string().nullable(),
  hours: z.string().nullable(),
});
export type SellerContact = z.output<typeof sellerContact>;

export const sellerShape = z.object({
  id: z.int(),
  name: z.string(),
  shop_url: z.string(),
  seller_url: z.string(),
  image: z.string(),
  supplied_by_image: z.string(),
  description: z.string(),
  popup_description: z.string(),
  contact: sellerContact,
  pictures: z.object({ logo: picture, image: picture, supplied_by_image: picture }),
});
export type Seller = z.output<typeof sellerShape>;

export const tileProduct = z.object({
  id: z.int(),
  sku: z.string(),
  name: z.string(),
  /** In dollars. For a configurable product, the price of its cheapest variant. */
  price: money,
  image: z.string(),
  picture,
  qty: z.int(),
  type_id: z.enum(['simple', 'configurable']),
  is_giftcard: z.boolean(),
  short_desc: z.string(),
  product_seller_image: z.string(),
  seller_name: z.string(),
});
export type TileProduct = z.output<typeof tileProduct>;

const optionValue = z.object({ option_value: z.int(), default_title: z.string(), qty: z.int() });
const configurableOption = z.object({ option_id: z.string(), options: z.array(optionValue) });
const attributeCode = z.enum(['color', 'size', 'gift_card_price']);

const variantShape = z.object({
  id: z.int(),
  sku: z.string(),
  price: money,
  qty: z.int(),
  options: z.partialRecord(attributeCode, z.int()),
  /** Omitted if no picture shows this variant. */
  picture_id: z.string().optional(),
});
export type Variant = z.output<typeof variantShape>;

export const chosenOption = z.object({
  attribute_code: attributeCode,
  value_index: z.int(),
  super_attribute_label: z.string(),
  option_title: z.string(),
});
export type ChosenOption = z.output<typeof chosenOption>;

export const productShape = tileProduct.extend({
  images: z.array(z.string()),
  pictures: z.array(picture),
  description: z.string(),
  options: z.array(chosenOption),
  configurable_options: z.partialRecord(attributeCode, configurableOption),
  /**
   * Maps colour to size to variant SKU. '' replaces a missing colour or size; for gift cards, the price replaces the
   * size.
   */
  configurable_options_products: z.record(z.string(), z.record(z.string(), z.string())),
  configurable_products: z.array(variantShape),
  /** The card's validity in months from delivery, at least 36. */
  card_validity_months: z.int().optional(),
  /**
   * Whole dollars from min to max, bought with `option_value` as the price option and the amount in
   * `custom_giftcard_amount`. The lists above exclude this variant's values.
   */
  free_amount: z
    .object({
      sku: z.string(),
      option_value: z.int(),
      currency: z.literal('AUD'),
      min: money,
      max: money,
      qty: z.int(),
    })
    .optional(),
  tab1: z.object({ title: z.string(), rows: z.array(z.object({ image: z.string(), text: z.string() })) }).optional(),
  tab2: z.object({ image: z.string(), picture }).optional(),
  tab3: z.array(z.object({ question: z.string(), answer: z.string() })).optional(),
  seller: sellerShape,
});
export type Product = z.output<typeof productShape>;

export type Category = { entity_id: number; value: string; children: Category[] };
const categoryShape: z.ZodType<Category> = z.object({
  entity_id: z.int(),
  value: z.string(),
  get children() {
    return z.array(categoryShape);
  },
});

const drawingEndShape = z.enum(DRAWING_ENDS);

export const templateShape = z.object({
  id: z.int(),
  mms_template_id: z.string(),
  mms_template_url: z.string(),
  name: z.string(),
  picture,
  /** Null if the template suits any day of the year. */
  occasion: z.enum(OCCASIONS).nullable(),
  drawing: drawingEndShape,
});
export type Template = z.output<typeof templateShape>;

const occasionShape = z.object({ occasion: z.enum(OCCASIONS), picture, drawing: drawingEndShape });
export type OccasionPicture = z.output<typeof occasionShape>;

const productList = z.object({ status: z.boolean(), data: z.array(tileProduct) });

export const catalogueCalls = callTable({
  'GET mobiledigital/browseProducts': {
    summary: 'One page of ten products, newest first; the brand of the shop leads',
    access: 'public',
    limit: 'reads',
    cache: { stockIn: 'data' },
    isKeptOffline: true,
    query: z.object({ page, ...listFields }),
    answer: productList,
  },
  'GET mobiledigital/categoryProducts': {
    summary: 'One page of ten products of a category and those below it',
    access: 'public',
    limit: 'reads',
    cache: { stockIn: 'data' },
    isKeptOffline: true,
    query: z.object({ category_id: id, page, ...listFields }),
    answer: productList,
  },
  'GET mobiledigital/categories': {
    summary: 'The category tree, three levels',
    access: 'public',
    limit: 'reads',
    cache: { stockIn: null },
    isKeptOffline: true,
    answer: z.object({ status: z.boolean(), data: z.array(categoryShape) }),
  },
  'GET mobiledigital/occasions': {
    summary: 'The occasions for gift cards, each with the picture of a wrapping',
    access: 'public',
    limit: 'reads',
    cache: { stockIn: null },
    isKeptOffline: true,
    answer: z.object({ status: z.boolean(), data: z.array(occasionShape) }),
  },
  'GET mobiledigital/product': {
    summary: 'A product with its options, stock and seller',
    access: 'public',
    limit: 'reads',
    cache: { stockIn: 'data' },
    isKeptOffline: true,
    query: z.object({ product_id: id }),
    answer: z.object({ status: z.boolean(), not_exists: z.boolean().optional(), data: productShape.optional() }),
  },
  'GET mobiledigital/seller': {
    summary: 'The seller of a product',
    access: 'public',
    limit: 'reads',
    cache: { stockIn: null },
    isKeptOffline: true,
    query: z.object({ product_id: id }),
    answer: z.object({ status: z.boolean(), data: sellerShape.optional() }),
  },
  'GET mobiledigital/sellerInformation': {
    summary: 'A seller and all its products by shop url',
    access: 'public',
    limit: 'reads',
    cache: { stockIn: 'products' },
    isKeptOffline: true,
    query: z.object({ seller_url: z.string().max(200) }),
    answer: z.object({
      status: z.boolean(),
      seller: sellerShape.optional(),
      products: z.array(tileProduct).optional(),
    }),
  },
});
