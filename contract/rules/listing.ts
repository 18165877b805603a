/** Names of sort orders and filters, which page and call URLs contain. */

/** Lists default to `newest`, searches to `best`. */
export const SORTS = ['newest', 'price_up', 'price_down', 'name'] as const;
export type Sort = (typeof SORTS)[number];

export const KINDS = ['product', 'giftcard'] as const;
export type Kind = (typeof KINDS)[number];

/** In display order; derived from a gift card's templates (docs/decisions/035). */
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

/** Dollars. */
export const HIGHEST_PRICE = 100_000;
export const MAX_SELLERS = 20;
export const SELLERS_OFFERED = 40;
/** Ignores search text beyond this length. */
export const SEARCH_LETTERS = 80;
export const MAX_IDS = 20;
