import { z } from 'zod';
import { callTable } from './call.ts';
import { tileProduct } from './catalogue.ts';
import { MAX_IDS } from './rules/listing.ts';
import { listFields } from './shapes/listing.ts';
import { id, page } from './shapes/numbers.ts';
import { picture } from './shapes/product.ts';

/** This limit is longer than anyone types. Only the first SEARCH_LETTERS characters are searched. */
const typed = z.string().max(200);
const q = typed.default('');

const facetsShape = z.object({
  total: z.int(),
  /** Each count ignores its own filter, so that the customer sees the effect of changing it. */
  in_stock: z.int(),
  kinds: z.object({ product: z.int(), giftcard: z.int() }),
  /** At most SELLERS_OFFERED sellers, largest count first, including all selected ones. */
  sellers: z.array(z.object({ shop_url: z.string(), name: z.string(), count: z.int() })),
  more_sellers: z.int(),
  /** In dollars; null if there are no products. */
  price: z.object({ min: z.number(), max: z.number() }).nullable(),
});
export type Facets = z.output<typeof facetsShape>;

const suggestionsShape = z.object({
  /** `price` and `type_id` are optional, because the server of the previous release omits them. */
  products: z.array(
    tileProduct
      .pick({ id: true, name: true, price: true, type_id: true, picture: true, is_giftcard: true, seller_name: true })
      .partial({ price: true, type_id: true }),
  ),
  sellers: z.array(z.object({ name: z.string(), shop_url: z.string(), logo: picture })),
  /** `above`: name of the parent category, or ''. */
  categories: z.array(z.object({ entity_id: z.int(), value: z.string(), above: z.string() })),
});
export type Suggestions = z.output<typeof suggestionsShape>;

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
      /** The corrected search text; '' if nothing was corrected. */
      meant: z.string(),
    }),
  },
  'GET mobiledigital/suggest': {
    summary: 'Suggests products, sellers and categories while the customer types',
    access: 'public',
    limit: ['searches', 'reads'],
    cache: { stockIn: null },
    query: z.object({ q }),
    answer: z.object({ status: z.boolean(), data: suggestionsShape }),
  },
  'GET mobiledigital/facets': {
    summary: 'The filters of a list: of all products, of a category or of a search',
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
    query: z.object({ ids: z.string().regex(new RegExp(`^\\d{1,9}(,\\d{1,9}){0,${MAX_IDS - 1}}$`)) }),
    answer: z.object({ status: z.boolean(), data: z.array(tileProduct) }),
  },
});
