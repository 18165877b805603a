import type { Visibility } from '#server/platform/database/schema/schema.ts';

/** Where a draft was read: the file of the run and the line its row begins at. */
type Place = { file: number; line: number };

/**
 * What a variant is chosen by, as titles; a generic option stands in the place of the size under a label of its own.
 */
export type Choice = {
  color: string | null;
  size: string | null;
  /** Null for a plain size. */
  size_label: string | null;
  price: string | null;
};

export const NO_CHOICE: Choice = { color: null, size: null, size_label: null, price: null };

/** What a product or variant is called. */
type Names = {
  /** What the rows of its files call it. */
  sku: string;
  /** The seller's own sku where that is another one. */
  own_sku?: string | null;
  /** The sku to sell it under while that is free; the seller's own one where it is left out. */
  wanted_sku?: string | null;
  /** The sku to sell it under when another product of the seller has the wanted one. */
  other_sku?: string | null;
  /** Another key that the shop may have the product under, for a row without one, and its name there. */
  former_sku?: string | null;
  former_name?: string | null;
};

/** Null means: the file does not say, so what the shop has stays. */
export type ProductDraft = Place &
  Names & {
    handle: string | null;
    name: string | null;
    short_desc: string | null;
    description: string | null;
    type_id: 'simple' | 'configurable';
    is_giftcard: boolean;
    /** Of variants whose own rows do not say it; unread of gift cards. */
    gst_free?: boolean | null;
    seller: string | null;
    /** Paths from the top, one to three names each. */
    categories: string[][] | null;
    /** Addresses, or absolute paths of files. */
    pictures: string[] | null;
    /** Names of options by their codes; null where variants have no rows of their own. */
    labels?: Record<string, string> | null;
    /** What variations that name no value stand for, and the stock they share. */
    offered?: { values: Record<string, string[]>; stock: number | null } | null;
    /** How rows of variants name the product beside its sku. */
    alias?: string | null;
    not_sold: NotSold | null;
    visibility: Exclude<Visibility, 'off'> | null;
  };

/**
 * Why a row is sold as nothing of its own: it is switched off; it is shown nowhere, or has no value, unless it turns
 * out to be a variant of another product.
 */
export type NotSold = 'off' | 'hidden' | 'virtual';

export type VariantDraft = Place &
  Names &
  Choice & {
    product_sku: string;
    /** The seller gives it no sku: within its product it is known by its choice. */
    unnamed?: boolean;
    /** Null where the row is not sold: what the shop has stays. */
    price_cents: number | null;
    max_price_cents: number | null;
    qty: number | null;
    /** Null: by the row of the product. */
    gst_free?: boolean | null;
    /**
     * True if its row is switched off: a variant of the shop is sold out, a new one is not loaded. False if its row is
     * switched on, null if the row does not say.
     */
    switched_off?: boolean | null;
    /** Stock of a variant the shop does not have yet. */
    new_qty: number;
    /** Reference of the product's picture that shows the variant, '' for none; null keeps what the shop has. */
    picture?: string | null;
    /** What its own row says of it, by code, when a product of another row may be chosen by it. */
    attributes?: Record<string, string> | null;
  };

/** A configurable Magento row names a simple one, which may stand in any file of the run or in the shop. */
type LinkDraft = Place &
  Choice & { parent_sku: string; child_sku: string; options: CodedOption[]; shares_stock?: boolean };

/** An option as a product names it for customers, and the code its variants have it under. */
export type CodedOption = { code: string; name: string; value: string };

/** A row that is reported and not loaded: products that name it do without it. */
type LeftOut = Place & { sku: string } & Pick<ProductDraft, 'alias'>;

export type Drafts = { products: ProductDraft[]; variants: VariantDraft[]; links: LinkDraft[]; left_out: LeftOut[] };

export const noDrafts = (): Drafts => ({ products: [], variants: [], links: [], left_out: [] });

/** What a row that is wrong leaves behind when the rest of its file is loaded. */
export function withoutWrong({ products, variants }: Drafts): Drafts {
  const aliased = products.map(({ file, line, sku, alias }) => ({ file, line, sku, alias }));
  return { ...noDrafts(), left_out: [...aliased, ...variants.map(({ file, line, sku }) => ({ file, line, sku }))] };
}

/** What a row that is switched off says of the variant the shop may have under its sku. */
export function switchedOff({ file, line, sku, own_sku = null }: Place & Names): VariantDraft {
  const soldOut = { price_cents: null, max_price_cents: null, qty: 0, new_qty: 0, switched_off: true };
  return { file, line, sku, own_sku, ...NO_CHOICE, ...soldOut, product_sku: sku };
}

export type Unsold = Place & Names & Pick<ProductDraft, 'handle' | 'seller' | 'not_sold'>;

/** A product that is not sold; nothing else of its row is read, so nothing else of it can be wrong. */
export function unsoldProduct(unsold: Unsold): ProductDraft {
  const nothing = { name: null, short_desc: null, description: null, categories: null, pictures: null };
  return { ...unsold, ...nothing, visibility: null, type_id: 'simple', is_giftcard: false };
}
