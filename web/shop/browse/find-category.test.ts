import { expect, it } from 'vitest';
import { findPathToCategory } from './find-category.ts';

const tree = [
  {
    entity_id: 1,
    value: 'Home',
    children: [{ entity_id: 2, value: 'Kitchen', children: [{ entity_id: 3, value: 'Mugs', children: [] }] }],
  },
  { entity_id: 4, value: 'Plants', children: [] },
];

it('finds a category at any level of the tree and returns its ancestors [BR-11]', () => {
  expect(findPathToCategory(tree, 3).map(({ value }) => value)).toEqual(['Home', 'Kitchen', 'Mugs']);
  expect(findPathToCategory(tree, 4).map(({ value }) => value)).toEqual(['Plants']);
  expect(findPathToCategory(tree, 99)).toEqual([]);
});

it('ends the path with the current category and its name from the tree [EN-28]', () => {
  for (const [id, name] of [
    [1, 'Home'],
    [2, 'Kitchen'],
    [3, 'Mugs'],
  ] as const) {
    expect(findPathToCategory(tree, id).at(-1)).toMatchObject({ entity_id: id, value: name });
  }
});
