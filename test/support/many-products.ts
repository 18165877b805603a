import type { Database } from '#server/platform/database/database.ts';
import { products, variants } from '#server/platform/database/schema/schema.ts';
import { testShop } from './test-catalogue.ts';

export type BulkProduct = Pick<typeof products.$inferInsert, 'sku' | 'name'> &
  Partial<Pick<typeof products.$inferInsert, 'shortDesc' | 'sellerId' | 'isGiftcard' | 'createdAt'>> &
  Partial<Pick<typeof variants.$inferInsert, 'priceCents' | 'size' | 'giftCardPrice'>>;

/** Rows per insert: PostgreSQL accepts at most 65,535 parameters in a statement. */
const CHUNK = 1_000;

export async function addProducts({ orm }: Pick<Database, 'orm'>, added: readonly BulkProduct[]): Promise<number[]> {
  const ids: number[] = [];
  for (let from = 0; from < added.length; from += CHUNK) {
    const chunk = added.slice(from, from + CHUNK);
    const rows = await orm.insert(products).values(chunk.map(buildProduct)).returning({ id: products.id });
    await orm.insert(variants).values(chunk.map((product, index) => buildVariant(product, rows[index]?.id ?? 0)));
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

const buildProduct = ({ sku, name, shortDesc = '', isGiftcard = false, ...details }: BulkProduct) => ({
  sku,
  name,
  shortDesc,
  description: '',
  typeId: isGiftcard ? ('configurable' as const) : ('simple' as const),
  isGiftcard,
  sellerId: details.sellerId ?? testShop.sellers.teapots,
  createdAt: details.createdAt ?? new Date('2025-06-01T00:00:00Z'),
});

const buildVariant = ({ sku, priceCents = 100, size, giftCardPrice }: BulkProduct, productId: number) => ({
  productId,
  sku,
  priceCents,
  qty: 1,
  size: size ?? null,
  giftCardPrice: giftCardPrice ?? null,
});
