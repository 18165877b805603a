import type { Context } from '#server/context.ts';
import { categoryPages, type PageRange, type PageRow, productPageCount, productPages } from './public-pages-store.ts';

/** How many products have a page, and when the newest of them came. */
export function countProductPages({ database }: Context): Promise<{ count: number; newest: Date | null }> {
  return productPageCount(database.orm);
}

/** Products by id, in the order they came. */
export function listProductPages({ database }: Context, range: PageRange): Promise<PageRow[]> {
  return productPages(database.orm, range);
}

/** Categories by id, but for those with nothing to show. */
export function listCategoryPages({ database }: Context): Promise<PageRow[]> {
  return categoryPages(database.orm);
}
