import { asc, eq } from 'drizzle-orm';
import type { Handle } from '#server/platform/database/handle.ts';
import { categories } from '#server/platform/database/schema/schema.ts';
import type { CategoryRow } from './category-tree.ts';

export function listCategoryRows(handle: Handle): Promise<CategoryRow[]> {
  return handle
    .select({ entityId: categories.entityId, parentId: categories.parentId, name: categories.name })
    .from(categories)
    .orderBy(asc(categories.position), asc(categories.entityId));
}

export async function categoryExists(handle: Handle, id: number): Promise<boolean> {
  return (await handle.$count(categories, eq(categories.entityId, id))) > 0;
}
