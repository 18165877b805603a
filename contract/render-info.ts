import { z } from 'zod';
import { callTable } from './call.ts';
import { id, money } from './shapes/numbers.ts';

const CONDITIONS = [
  'eq',
  'neq',
  'gt',
  'gteq',
  'moreq',
  'from',
  'lt',
  'lteq',
  'to',
  'like',
  'nlike',
  'in',
  'nin',
  'finset',
  'nfinset',
  'null',
  'notnull',
] as const;

const filter = z.object({
  field: z.string().max(60),
  value: z.string().max(1_000).default(''),
  conditionType: z.enum(CONDITIONS).default('eq'),
});
export type RenderFilter = z.output<typeof filter>;

const sortOrder = z.object({ field: z.string().max(60), direction: z.string().max(4).default('DESC') });
export type RenderSort = z.output<typeof sortOrder>;

/** A product must match at least one filter of every group. */
const searchCriteria = z.object({
  filterGroups: z
    .array(z.object({ filters: z.array(filter).max(20).default([]) }))
    .max(20)
    .default([]),
  sortOrders: z.array(sortOrder).max(5).default([]),
  pageSize: id.default(20),
  currentPage: id.default(1),
});
export type SearchCriteria = z.output<typeof searchCriteria>;

const button = z.object({ post_data: z.string(), url: z.string(), required_options: z.boolean() });
const prices = <Value extends z.ZodType>(value: Value) => ({
  final_price: value,
  max_price: value,
  max_regular_price: value,
  minimal_regular_price: value,
  special_price: value,
  minimal_price: value,
  regular_price: value,
});

const renderItem = z.object({
  id: z.int(),
  name: z.string(),
  type: z.string(),
  /** '1' if the product is in stock, otherwise '0'. */
  is_salable: z.string(),
  url: z.string(),
  store_id: z.int(),
  currency_code: z.string(),
  price_info: z.object({ ...prices(money), formatted_prices: z.object(prices(z.string())) }),
  images: z.array(
    z.object({
      url: z.string(),
      code: z.string(),
      label: z.string(),
      width: z.number(),
      height: z.number(),
      resized_width: z.number(),
      resized_height: z.number(),
    }),
  ),
  add_to_cart_button: button,
  /** Always empty, because the shop has no product comparison. */
  add_to_compare_button: button,
  extension_attributes: z.object({ is_giftcard: z.boolean(), seller_name: z.string(), short_desc: z.string() }),
});
export type RenderItem = z.output<typeof renderItem>;

export const renderInfoCalls = callTable({
  'GET products-render-info': {
    summary:
      'Products for display, filtered, sorted and paged by search criteria; pages past the end return the last page',
    access: 'public',
    limit: 'reads',
    cache: { stockIn: null },
    query: z.object({
      searchCriteria: searchCriteria.prefault({}),
      storeId: id,
      currencyCode: z.string().max(3),
    }),
    answer: z.object({ items: z.array(renderItem) }),
  },
});
