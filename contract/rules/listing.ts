/**
 * What a list of products can be sorted and narrowed by. One home for the names: they stand in addresses of pages and
 * calls.
 */

/** `newest` is every list's own order; a search has `best` in its place. */
export const SORTS = ['newest', 'price_up', 'price_down', 'name'] as const;
export type Sort = (typeof SORTS)[number];

export const KINDS = ['product', 'giftcard'] as const;
export type Kind = (typeof KINDS)[number];

/**
 * What gift cards are given for, in the order shown. A gift card belongs to those it has a wrapping for
 * (docs/decisions/035).
 */
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

/** Upper limit of a price filter, in dollars. */
export const HIGHEST_PRICE = 100_000;
/** Sellers one filter may name. */
export const MOST_SELLERS = 20;
/** Sellers a list offers to be narrowed to; a large shop has more than anybody reads through. */
export const SELLERS_OFFERED = 40;
/** Letters of a search that are read; the rest is not. */
export const SEARCH_LETTERS = 80;
/** Products one call returns by their ids. */
export const MOST_IDS = 20;
