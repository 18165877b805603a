/** Pictures are art ids (art/draw.ts), and amounts are in AUD cents. */
import type { TemplateLayout } from '#contract/rules/gift-card/gift-picture.ts';
import type { Occasion } from '#contract/rules/listing.ts';

export type SeedSeller = {
  key: string;
  name: string;
  shop_url: string;
  /** Sanitised HTML: p, strong, em, ul, ol, li */
  description: string;
  popup_description: string;
  logo: string;
  image: string;
  supplied_by_image: string;
  free_shipping_over_cents: number | null;
  flat_shipping_cents: number;
  contact: { phone: string; email: string; site: string; address: string; hours: string };
};

export type SeedCategory = { entity_id: number; value: string; children: SeedCategory[] };

/** Option values are value indexes from options.ts. */
export type SeedVariant = {
  sku: string;
  price_cents: number;
  qty: number;
  color?: number;
  size?: number;
  gift_card_price?: number;
};

export type SeedProduct = {
  sku: string;
  name: string;
  short_desc: string;
  description: string;
  /** The price or, for a configurable product, the lowest price of its variants. */
  price_cents: number;
  images: string[];
  seller: string;
  categories: number[];
  created_at: string;
  type: 'simple' | 'configurable';
  is_giftcard: boolean;
  /** Only for simple products; variants have their own stock. */
  qty?: number;
  variants?: SeedVariant[];
  tab1?: { title: string; rows: { image: string; text: string }[] };
  tab2?: { image: string };
  tab3?: { question: string; answer: string }[];
  templates?: string[];
  card?: { pin: boolean; validity_months: number; free_amount?: { min_cents: number; max_cents: number; qty: number } };
};

export type ProductDraft = Omit<SeedProduct, 'created_at' | 'is_giftcard'>;

export type SeedTemplate = {
  key: string;
  name: string;
  occasion: Occasion | null;
  art: string;
  layout: TemplateLayout;
};

export type SeedOption = {
  attribute_id: number;
  code: 'color' | 'size' | 'gift_card_price';
  label: string;
  values: { value_index: number; default_title: string }[];
};

export type DemoCatalogue = {
  sellers: SeedSeller[];
  categories: SeedCategory[];
  products: SeedProduct[];
  templates: SeedTemplate[];
  options: SeedOption[];
};
