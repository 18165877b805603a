import { describe, expect, it } from 'vitest';
import { buildCategoryTree } from './category-tree.ts';

describe('the category tree', () => {
  it('nests categories below their parents in the given order (EN-26, EN-27)', () => {
    const tree = buildCategoryTree([
      { entityId: 3, parentId: 2, name: 'Teapots' },
      { entityId: 9, parentId: null, name: 'Gift cards' },
      { entityId: 1, parentId: null, name: 'Home' },
      { entityId: 2, parentId: 1, name: 'Kitchen' },
    ]);
    expect(tree).toEqual([
      { entity_id: 9, value: 'Gift cards', children: [] },
      {
        entity_id: 1,
        value: 'Home',
        children: [{ entity_id: 2, value: 'Kitchen', children: [{ entity_id: 3, value: 'Teapots', children: [] }] }],
      },
    ]);
  });

  it('leaves out categories whose parent is missing', () => {
    expect(buildCategoryTree([{ entityId: 2, parentId: 1, name: 'Lost' }])).toEqual([]);
  });
});
