import type { Context } from '#server/context.ts';
import {
  countProductPageRows,
  listCategoryPageRows,
  listProductPageRows,
  type PageRange,
  type PageRow,
} from './public-pages-store.ts';

export function countProductPages({ database }: Context): Promise<{ count: number; newest: Date | null }> {
  return countProductPageRows(database.orm);
}

export function listProductPages({ database }: Context, range: PageRange): Promise<PageRow[]> {
  return listProductPageRows(database.orm, range);
}

export function listCategoryPages({ database }: Context): Promise<PageRow[]> {
  return listCategoryPageRows(database.orm);
}
