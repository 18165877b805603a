import type { AnswerOf, InputOf } from '#contract/calls.ts';
import type { RenderItem } from '#contract/render-info.ts';
import { formatTwoDecimals, toDollars } from '#contract/rules/money/money.ts';
import type { Context } from '#server/context.ts';
import { appError, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import { imagePath } from '#server/platform/pictures/picture-address.ts';
import { buildOrderBy, buildWhere } from './render-query-sql.ts';
import { type RenderRow, renderRows } from './render-store.ts';

/** Maximum page size, the same as Magento's. */
const MAX_PER_PAGE = 300;
const CURRENCY = 'AUD';

type Query = InputOf<'GET products-render-info'>['query'];

/**
 * Rejects currencies other than the shop's, because prices would have the wrong symbol. Like Magento, returns the last
 * page for pages past the end. Errors: invalid_value, page_too_large.
 */
export async function renderInfo(
  context: Context,
  { searchCriteria, storeId, currencyCode }: Query,
): Promise<Result<AnswerOf<'GET products-render-info'>>> {
  if (currencyCode.toUpperCase() !== CURRENCY) {
    return appError('invalid_value', { fieldName: 'currencyCode', value: currencyCode });
  }
  const { pageSize, currentPage } = searchCriteria;
  if (pageSize > MAX_PER_PAGE) return appError('page_too_large', [MAX_PER_PAGE]);
  const [where, order] = [buildWhere(searchCriteria), buildOrderBy(searchCriteria)];
  if (isAppError(where)) return where;
  if (isAppError(order)) return order;
  const limit = pageSize || MAX_PER_PAGE;
  const rows = await renderRows(context.database.orm, { where, order, limit, page: Math.max(1, currentPage) });
  return { items: rows.map((row) => toRenderItem(row, { storeId, publicUrl: context.settings.publicUrl })) };
}

function toRenderItem(row: RenderRow, { storeId, publicUrl }: { storeId: number; publicUrl: string }): RenderItem {
  const url = `${publicUrl}/product/${row.id}`;
  return {
    id: row.id,
    name: row.name,
    type: row.type_id,
    is_salable: row.qty > 0 ? '1' : '0',
    url,
    store_id: storeId,
    currency_code: CURRENCY,
    price_info: toPriceInfo(row),
    images: [
      {
        url: `${publicUrl}${imagePath(row.picture)}`,
        code: 'category_page_grid',
        label: row.name,
        width: row.picture.width,
        height: row.picture.height,
        resized_width: 640,
        resized_height: Math.round((640 * row.picture.height) / row.picture.width),
      },
    ],
    add_to_cart_button: {
      post_data: JSON.stringify({
        action: `${publicUrl}/rest/default/V1/carts/mine/items`,
        data: { cartItem: { sku: row.sku, qty: 1 } },
      }),
      url,
      required_options: row.type_id === 'configurable',
    },
    add_to_compare_button: { post_data: '', url: '', required_options: false },
    extension_attributes: { is_giftcard: row.is_giftcard, seller_name: row.seller_name, short_desc: row.short_desc },
  };
}

/** The special price equals the price, so that clients do not show a struck-through price. */
function toPriceInfo(row: RenderRow): RenderItem['price_info'] {
  const lowest = toDollars(row.price_cents);
  const highest = toDollars(row.most_cents);
  const [low, high] = [`$${formatTwoDecimals(lowest)}`, `$${formatTwoDecimals(highest)}`];
  return {
    final_price: lowest,
    max_price: highest,
    max_regular_price: highest,
    minimal_regular_price: lowest,
    special_price: lowest,
    minimal_price: lowest,
    regular_price: lowest,
    formatted_prices: {
      final_price: low,
      max_price: high,
      max_regular_price: high,
      minimal_regular_price: low,
      special_price: low,
      minimal_price: low,
      regular_price: low,
    },
  };
}
