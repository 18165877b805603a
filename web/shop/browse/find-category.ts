import type { Category } from '#contract/catalogue.ts';

export function findPathToCategory(tree: readonly Category[], id: number): Category[] {
  for (const category of tree) {
    if (category.entity_id === id) return [category];
    const below = findPathToCategory(category.children, id);
    if (below.length > 0) return [category, ...below];
  }
  return [];
}
