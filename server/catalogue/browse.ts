import type { Category, TileProduct } from '#contract/catalogue.ts';
import type { ListWish } from '#contract/listing.ts';
import { PAGE_SIZE } from '#contract/rules/limits.ts';
import type { Context } from '../context.ts';
import type { Handle } from '../database/handle.ts';
import { categoryTree } from './category-tree.ts';
import { filtersOf } from './list-filters.ts';
import { categoryRows } from './store.ts';
import { tileOf } from './tile.ts';
import { type Page, tilesById, tilesOfAll, tilesOfCategory, tilesOfSeller } from './tiles-store.ts';

/** Ten a page (BC-01), the first page is 1. */
export function pageOf(page: number): Page {
  return { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
}

/** One page of everything, newest first (OQ-052); what the shop is branded for leads. Past the end the page is empty. */
export async function browse(context: Context, page: number, wish: ListWish = {}): Promise<TileProduct[]> {
  const giftCardsLead = context.settings.BRAND === 'giftcard';
  const filters = filtersOf(wish);
  return (await tilesOfAll(context.database.orm, { giftCardsLead, filters, ...pageOf(page) })).map(tileOf);
}

/** One page of a category and all below it, newest first; empty for an unknown category (OQ-050). */
export async function browseCategory(
  context: Context,
  { categoryId, page, ...wish }: ListWish & { categoryId: number; page: number },
): Promise<TileProduct[]> {
  const { orm } = context.database;
  return (await tilesOfCategory(orm, { categoryId, filters: filtersOf(wish), ...pageOf(page) })).map(tileOf);
}

export async function categories(context: Context): Promise<Category[]> {
  return categoryTree(await categoryRows(context.database.orm));
}

/** All products of a seller, newest first, unpaged (OQ-067). */
export async function productsOfSeller(context: Context, shopUrl: string): Promise<TileProduct[]> {
  return (await tilesOfSeller(context.database.orm, shopUrl)).map(tileOf);
}

/** Tiles by product id, in one query. */
export async function tilesByProduct(handle: Handle, productIds: readonly number[]): Promise<Map<number, TileProduct>> {
  const found = productIds.length > 0 ? await tilesById(handle, productIds) : [];
  return new Map(found.map((row) => [row.id, tileOf(row)]));
}
