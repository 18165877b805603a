import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { heroes, heroFile } from './draw-heroes.ts';

it.each(['giftcard', 'product'] as const)('the %s store has the drawing its code draws, and a light one', (brand) => {
  const kept = readFileSync(heroFile(brand));
  expect(kept.toString(), 'node tools/web/draw-heroes.ts writes it').toBe(heroes[brand]());
  expect(brotliCompressSync(kept).length).toBeLessThan(6_000);
});
