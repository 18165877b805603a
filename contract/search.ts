import { z } from 'zod';
import { callTable } from './call.ts';
import { tileProduct } from './catalogue.ts';
import { MOST_IDS } from './rules/listing.ts';
import { listFields } from './shapes/listing.ts';
import { id, page } from './shapes/numbers.ts';
import { picture } from './shapes/product.ts';

/** Longer than anybody types; what is beyond SEARCH_LETTERS is not read. */
const typed = z.string().max(200);
const q = typed.default('');

const facetsShape = z.object({
  /** Products that pass every filter. */
  total: z.int(),
  /** Each of these counts what passes all filters but its own, so a choice can be changed and not only narrowed. */
  in_stock: z.int(),
  kinds: z.object({ product: z.int(), giftcard: z.int() }),
  /** Those with the most products first, at most SELLERS_OFFERED; the ones chosen are always among them. */
  sellers: z.array(z.object({ shop_url: z.string(), name: z.string(), count: z.int() })),
  /** How many more sellers there are beyond those. */
  more_sellers: z.int(),
  /** Lowest and highest price in dollars; null when there is nothing. */
  price: z.object({ min: z.number(), max: z.number() }).nullable(),
});
export type Facets = z.output<typeof facetsShape>;

const suggestionsShape = z.object({
  /** The release before gives no price. */
  products: z.array(
    tileProduct
      .pick({ id: true, name: true, price: true, type_id: true, picture: true, is_giftcard: true, seller_name: true })
      .partial({ price: true, type_id: true }),
  ),
  sellers: z.array(z.object({ name: z.string(), shop_url: z.string(), logo: picture })),
  /** `above`: the name of the category it stands in, '' at the top. */
  categories: z.array(z.object({ entity_id: z.int(), value: z.string(), above: z.string() })),
});
export type Suggestions = z.output<typeof suggestionsShape>;

/** Calls of our own, beyond the specification's: how customers find things. */
export const searchCalls = callTable({
  'GET mobiledigital/search': {
    summary: 'One page of ten products that match what was typed, best first; small typing mistakes are forgiven',
    access: 'public',
    limit: ['searches', 'reads'],
    cache: { stockIn: 'data' },
    isKeptOffline: true,
    query: z.object({ q, page, ...listFields }),
    answer: z.object({
      status: z.boolean(),
      data: z.array(tileProduct),
      /**
       * What was searched in place of words the shop does not know, such as 'coffee' for 'cofee'; '' when taken as
       * typed.
       */
      meant: z.string(),
    }),
  },
  'GET mobiledigital/suggest': {
    summary: 'Products, sellers and categories while somebody types',
    access: 'public',
    limit: ['searches', 'reads'],
    cache: { stockIn: null },
    query: z.object({ q }),
    answer: z.object({ status: z.boolean(), data: suggestionsShape }),
  },
  'GET mobiledigital/facets': {
    summary: 'What a list can be narrowed to: of everything, of a category or of a search',
    access: 'public',
    limit: ['searches', 'reads'],
    cache: { stockIn: null },
    isKeptOffline: true,
    query: z.object({ q: typed.optional(), category_id: id.optional(), ...listFields }),
    answer: z.object({ status: z.boolean(), data: facetsShape }),
  },
  'GET mobiledigital/products': {
    summary: 'Products by their ids, in that order; unknown ones are left out',
    access: 'public',
    limit: 'reads',
    cache: { stockIn: 'data' },
    query: z.object({ ids: z.string().regex(new RegExp(`^\\d{1,9}(,\\d{1,9}){0,${MOST_IDS - 1}}$`)) }),
    answer: z.object({ status: z.boolean(), data: z.array(tileProduct) }),
  },
});
