/** Sort orders and filters have these names in page and API URLs, so renaming one breaks links. */

/** Lists default to `newest`, searches to `best`. */
export const SORTS = ['newest', 'price_up', 'price_down', 'name'] as const;
export type Sort = (typeof SORTS)[number];

export const KINDS = ['product', 'giftcard'] as const;
export type Kind = (typeof KINDS)[number];

/** In display order. Gift cards get their occasions from their templates (docs/decisions/035). */
export const OCCASIONS = [
  'birthday',
  'thank-you',
  'congratulations',
  'new-baby',
  'wedding',
  'anniversary',
  'new-home',
  'christmas',
  'good-luck',
  'get-well',
  'thinking-of-you',
] as const;
export type Occasion = (typeof OCCASIONS)[number];

/** The highest price that filters accept, in dollars. */
export const HIGHEST_PRICE = 100_000;
export const MAX_SELLERS = 20;
export const SELLERS_OFFERED = 40;
/** Search text beyond this length is ignored. */
export const SEARCH_LETTERS = 80;
export const MAX_IDS = 20;
