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

/** Null means: the file does not say, so what the shop has stays. */
export type ProductDraft = Place & {
  sku: string;
  handle: string | null;
  name: string;
  short_desc: string | null;
  description: string | null;
  type_id: 'simple' | 'configurable';
  is_giftcard: boolean;
  seller: string | null;
  /** Paths from the top, one to three names each. */
  categories: string[][] | null;
  /** Addresses, or absolute paths of files. */
  pictures: string[] | null;
};

export type VariantDraft = Place &
  Choice & {
    sku: string;
    product_sku: string;
    price_cents: number;
    max_price_cents: number | null;
    qty: number | null;
    /** Stock of a variant the shop does not have yet. */
    new_qty: number;
  };

/** A configurable Magento row names a simple one, which may stand in any file of the run or in the shop. */
type LinkDraft = Place & Choice & { parent_sku: string; child_sku: string };

export type Drafts = { products: ProductDraft[]; variants: VariantDraft[]; links: LinkDraft[] };

export const noDrafts = (): Drafts => ({ products: [], variants: [], links: [] });
