import type { Category, OccasionPicture, TileProduct } from '#contract/catalogue.ts';
import { drawingEnd } from '#contract/rules/gift-card/gift-picture.ts';
import { PAGE_SIZE } from '#contract/rules/limits.ts';
import { OCCASIONS } from '#contract/rules/listing.ts';
import type { ListQuery } from '#contract/shapes/listing.ts';
import type { Context } from '#server/context.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { categoryRows } from './categories-store.ts';
import { categoryTree } from './category-tree.ts';
import { DEEP, deepTiles } from './deep-pages.ts';
import { filtersOf, isNarrowed } from './list-filters-sql.ts';
import { occasionRows } from './occasions-store.ts';
import { tileOf } from './tile.ts';
import { newestProductId, type Page, tilesById, tilesOfAll, tilesOfCategory, tilesOfSeller } from './tiles-store.ts';

export function pageOf(page: number): Page {
  return { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
}

/** Lists gift cards or other products first, depending on the brand, and the newest first within each. */
export async function browse(context: Context, page: number, query: ListQuery = {}): Promise<TileProduct[]> {
  const giftCardsLead = context.settings.BRAND === 'giftcard';
  const filters = filtersOf(query);
  const part = pageOf(page);
  const tiles =
    part.offset >= DEEP && !isNarrowed(filters)
      ? deepTiles(context, { giftCardsLead, ...part })
      : tilesOfAll(context.database.orm, { giftCardsLead, filters, ...part });
  return (await tiles).map(tileOf);
}

export function newestProduct({ database }: Pick<Context, 'database'>): Promise<number> {
  return newestProductId(database.orm);
}

export async function browseCategory(
  context: Context,
  { categoryId, page, ...query }: ListQuery & { categoryId: number; page: number },
): Promise<TileProduct[]> {
  const { orm } = context.database;
  return (await tilesOfCategory(orm, { categoryId, filters: filtersOf(query), ...pageOf(page) })).map(tileOf);
}

export async function categories(context: Context): Promise<Category[]> {
  return categoryTree(await categoryRows(context.database.orm));
}

export async function occasions(context: Context): Promise<OccasionPicture[]> {
  const rows = await occasionRows(context.database.orm);
  const pictures = rows.map(({ layout, ...row }) => ({ ...row, drawing: drawingEnd(layout) }));
  return OCCASIONS.flatMap((occasion) => pictures.find((row) => row.occasion === occasion) ?? []);
}

export async function productsOfSeller(context: Context, shopUrl: string): Promise<TileProduct[]> {
  return (await tilesOfSeller(context.database.orm, shopUrl)).map(tileOf);
}

export async function tilesByProduct(handle: Handle, productIds: readonly number[]): Promise<Map<number, TileProduct>> {
  const rows = productIds.length > 0 ? await tilesById(handle, productIds) : [];
  return new Map(rows.map((row) => [row.id, tileOf(row)]));
}
