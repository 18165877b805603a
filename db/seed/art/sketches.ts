import type { Sketch } from './product-pictures.ts';
import { ceramics, linen, plants } from './sketches-home.ts';
import { outdoors, skin, toys } from './sketches-life.ts';
import { books, coffee } from './sketches-shelf.ts';

export const sketches: Record<string, Sketch> = {
  ...ceramics,
  ...books,
  ...skin,
  ...toys,
  ...coffee,
  ...linen,
  ...outdoors,
  ...plants,
};

export function getSketch(key: string): Sketch {
  const sketch = sketches[key];
  if (!sketch) throw new Error(`There is no product sketch '${key}'`);
  return sketch;
}
