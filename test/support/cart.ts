import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { linePriceSql } from '#server/domain/cart/lines/line-price-sql.ts';
import type { Database } from '#server/platform/database/database.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import type { SignedInCustomer, TestApp } from './app.ts';
import { testShop } from './test-catalogue.ts';

const { options } = testShop;

export const choices = (...list: [string, number][]) => ({
  extension_attributes: {
    configurable_item_options: list.map(([option_id, option_value]) => ({ option_id, option_value })),
  },
});

export const card25 = {
  sku: 'CARD',
  qty: 1,
  product_type: 'configurable',
  product_option: choices(['216', options.price25]),
};
export const card50 = { ...card25, product_option: choices(['216', options.price50]) };
export const redSmallShirt = {
  sku: 'SHIRT',
  qty: 1,
  product_option: choices(['93', options.red], ['141', options.small]),
};

export async function queryLinePrice(
  database: Pick<Database, 'orm'>,
  { amountCents, priceCents }: { amountCents: number | null; priceCents: number },
): Promise<number | undefined> {
  const price = linePriceSql(sql`l`, sql`v`);
  const query = sql`select ${price} as cents from (select ${amountCents}::int as amount_cents) l,
    (select ${priceCents}::int as price_cents) v`;
  return (await queryRows(database.orm, z.object({ cents: z.int() }), query))[0]?.cents;
}

export function createCartClient(shop: TestApp, { token }: SignedInCustomer) {
  const read = () => shop.call('GET', 'carts/mine', { token });
  return {
    open: async () => (await shop.call('POST', 'carts/mine', { token })).body as number,
    add: (cartItem: object) => shop.call('POST', 'carts/mine/items', { token, body: { cartItem } }),
    remove: (line: number) => shop.call('DELETE', `carts/mine/items/${line}`, { token }),
    clear: (body: object = {}) => shop.call('POST', 'mobiledigital/clearcart', { token, body }),
    products: () => shop.call('GET', 'mobiledigital/cartproducts', { token }),
    read,
    held: async () =>
      (await read()).body.items.map(({ sku, qty }: { sku: string; qty: number }): [string, number] => [sku, qty]),
  };
}
