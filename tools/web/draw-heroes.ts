import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giftcardHero, productHero } from '#db/seed/art/heroes.ts';

// node tools/web/draw-heroes.ts: redraws the hero images. Run it after changes to db/seed/art/.
export const heroes = { giftcard: giftcardHero, product: productHero };

export const heroFile = (brand: keyof typeof heroes): string =>
  join(import.meta.dirname, `../../web/shared/brand/hero-${brand}.svg`);

if (import.meta.main) {
  for (const brand of ['giftcard', 'product'] as const) writeFileSync(heroFile(brand), heroes[brand]());
}
