import type { Category } from '#contract/catalogue.ts';

export type CategoryRow = { entityId: number; parentId: number | null; name: string };

export function buildCategoryTree(rows: readonly CategoryRow[]): Category[] {
  const nodes = new Map(
    rows.map((row) => [row.entityId, { entity_id: row.entityId, value: row.name, children: [] as Category[] }]),
  );
  const top: Category[] = [];
  for (const row of rows) {
    const siblings = row.parentId === null ? top : nodes.get(row.parentId)?.children;
    const node = nodes.get(row.entityId);
    if (node) siblings?.push(node);
  }
  return top;
}
