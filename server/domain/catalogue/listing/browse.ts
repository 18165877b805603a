import type { Category, OccasionPicture, TileProduct } from '#contract/catalogue.ts';
import { drawingEnd } from '#contract/rules/gift-card/gift-picture.ts';
import { PAGE_SIZE } from '#contract/rules/limits.ts';
import { OCCASIONS } from '#contract/rules/listing.ts';
import type { ListQuery } from '#contract/shapes/listing.ts';
import type { Context } from '#server/context.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { listCategoryRows } from './categories-store.ts';
import { buildCategoryTree } from './category-tree.ts';
import { DEEP, listDeepTiles } from './deep-pages.ts';
import { isNarrowed, parseFilters } from './list-filters-sql.ts';
import { listOccasionRows } from './occasions-store.ts';
import { toTile } from './tile.ts';
import {
  findNewestProductId,
  listAllTileRows,
  listCategoryTileRows,
  listSellerTileRows,
  listTileRowsById,
  type Page,
} from './tiles-store.ts';

export function toPage(page: number): Page {
  return { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
}

/** Lists gift cards or other products first, depending on the brand, and the newest first within each. */
export async function browseProducts(context: Context, page: number, query: ListQuery = {}): Promise<TileProduct[]> {
  const giftCardsLead = context.settings.BRAND === 'giftcard';
  const filters = parseFilters(query);
  const part = toPage(page);
  const tiles =
    part.offset >= DEEP && !isNarrowed(filters)
      ? listDeepTiles(context, { giftCardsLead, ...part })
      : listAllTileRows(context.database.orm, { giftCardsLead, filters, ...part });
  return (await tiles).map(toTile);
}

export function findNewestProduct({ database }: Pick<Context, 'database'>): Promise<number> {
  return findNewestProductId(database.orm);
}

export async function browseCategory(
  context: Context,
  { categoryId, page, ...query }: ListQuery & { categoryId: number; page: number },
): Promise<TileProduct[]> {
  const { orm } = context.database;
  return (await listCategoryTileRows(orm, { categoryId, filters: parseFilters(query), ...toPage(page) })).map(toTile);
}

export async function listCategories(context: Context): Promise<Category[]> {
  return buildCategoryTree(await listCategoryRows(context.database.orm));
}

export async function listOccasions(context: Context): Promise<OccasionPicture[]> {
  const rows = await listOccasionRows(context.database.orm);
  const pictures = rows.map(({ layout, ...row }) => ({ ...row, drawing: drawingEnd(layout) }));
  return OCCASIONS.flatMap((occasion) => pictures.find((row) => row.occasion === occasion) ?? []);
}

export async function listSellerProducts(context: Context, shopUrl: string): Promise<TileProduct[]> {
  return (await listSellerTileRows(context.database.orm, shopUrl)).map(toTile);
}

export async function listTilesByProduct(
  handle: Handle,
  productIds: readonly number[],
): Promise<Map<number, TileProduct>> {
  const rows = productIds.length > 0 ? await listTileRowsById(handle, productIds) : [];
  return new Map(rows.map((row) => [row.id, toTile(row)]));
}
