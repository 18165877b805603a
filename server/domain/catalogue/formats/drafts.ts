import type { Visibility } from '#server/platform/database/schema/schema.ts';

type Place = { file: number; line: number };

/** Option values of a variant. Options other than colour and price share the size field, labelled `size_label`. */
export type Choice = {
  color: string | null;
  size: string | null;
  size_label: string | null;
  price: string | null;
};

export const NO_CHOICE: Choice = { color: null, size: null, size_label: null, price: null };

type Names = {
  sku: string;
  /** The seller's own sku, if it differs from `sku`. */
  own_sku?: string | null;
  /** The public sku to use if it is free. Defaults to the seller's own sku. */
  wanted_sku?: string | null;
  /** The public sku to use if the seller already has `wanted_sku`. */
  other_sku?: string | null;
  /** An alternative key for a row without a sku, used only together with `former_name`. */
  former_sku?: string | null;
  former_name?: string | null;
};

/** A null field leaves the shop's value unchanged. */
export type ProductDraft = Place &
  Names & {
    handle: string | null;
    name: string | null;
    short_desc: string | null;
    description: string | null;
    type_id: 'simple' | 'configurable';
    is_giftcard: boolean;
    /** The default for the product's variants. Ignored for gift cards. */
    gst_free?: boolean | null;
    seller: string | null;
    /** Category paths from the top level, with one to three names each. */
    categories: string[][] | null;
    /** Pictures as URLs or absolute file paths. */
    pictures: string[] | null;
    /** Option labels by code. Null if variants have no rows of their own. */
    labels?: Record<string, string> | null;
    /** Values for options that a variant leaves open, and the stock that these variants share. */
    offered?: { values: Record<string, string[]>; stock: number | null } | null;
    alias?: string | null;
    not_sold: NotSold | null;
    visibility: Exclude<Visibility, 'off'> | null;
  };

/** Why a row is not sold as a product. Hidden and virtual rows may still be variants. */
export type NotSold = 'off' | 'hidden' | 'virtual';

export type VariantDraft = Place &
  Names &
  Choice & {
    product_sku: string;
    /** True if the row has no sku, so that its options identify the variant. */
    unnamed?: boolean;
    price_cents: number | null;
    max_price_cents: number | null;
    qty: number | null;
    gst_free?: boolean | null;
    /** True sells out an existing variant and skips a new one. Null if the file has no value. */
    switched_off?: boolean | null;
    new_qty: number;
    /** One of the product's pictures. '' means none; null keeps the current picture. */
    picture?: string | null;
    /** Option values by code, for a configurable product that names this variant. */
    attributes?: Record<string, string> | null;
  };

/** Links a configurable Magento product to a simple one in the same import or in the shop. */
type LinkDraft = Place &
  Choice & { parent_sku: string; child_sku: string; options: CodedOption[]; shares_stock?: boolean };

export type CodedOption = { code: string; name: string; value: string };

/** A row that is reported but not loaded. Products that link to it are loaded without it. */
type LeftOut = Place & { sku: string } & Pick<ProductDraft, 'alias'>;

export type Drafts = { products: ProductDraft[]; variants: VariantDraft[]; links: LinkDraft[]; left_out: LeftOut[] };

export const emptyDrafts = (): Drafts => ({ products: [], variants: [], links: [], left_out: [] });

/** Reduces an invalid row to its keys, so that the rest can load. */
export function reduceToKeys({ products, variants }: Drafts): Drafts {
  const aliased = products.map(({ file, line, sku, alias }) => ({ file, line, sku, alias }));
  return { ...emptyDrafts(), left_out: [...aliased, ...variants.map(({ file, line, sku }) => ({ file, line, sku }))] };
}

export function draftSwitchedOffVariant({ file, line, sku, own_sku = null }: Place & Names): VariantDraft {
  const soldOut = { price_cents: null, max_price_cents: null, qty: 0, new_qty: 0, switched_off: true };
  return { file, line, sku, own_sku, ...NO_CHOICE, ...soldOut, product_sku: sku };
}

export type Unsold = Place & Names & Pick<ProductDraft, 'handle' | 'seller' | 'not_sold'>;

/** Ignores all other fields of a product that is not sold, so that they cannot cause errors. */
export function draftUnsoldProduct(unsold: Unsold): ProductDraft {
  const nothing = { name: null, short_desc: null, description: null, categories: null, pictures: null };
  return { ...unsold, ...nothing, visibility: null, type_id: 'simple', is_giftcard: false };
}
