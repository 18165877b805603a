import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { heroes, heroFile } from './draw-heroes.ts';

it.each(['giftcard', 'product'] as const)(
  'stores exactly the generated drawing of the %s store, which is below 6 kB compressed',
  (brand) => {
    const storedHero = readFileSync(heroFile(brand));
    expect(storedHero.toString(), 'node tools/web/draw-heroes.ts writes it').toBe(heroes[brand]());
    expect(brotliCompressSync(storedHero).length).toBeLessThan(6_000);
  },
);
