import type { Context } from '#server/context.ts';
import { categoryPages, type PageRange, type PageRow, productPageCount, productPages } from './public-pages-store.ts';

export function countProductPages({ database }: Context): Promise<{ count: number; newest: Date | null }> {
  return productPageCount(database.orm);
}

export function listProductPages({ database }: Context, range: PageRange): Promise<PageRow[]> {
  return productPages(database.orm, range);
}

export function listCategoryPages({ database }: Context): Promise<PageRow[]> {
  return categoryPages(database.orm);
}
