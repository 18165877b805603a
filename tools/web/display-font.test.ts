import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BASIC_LETTERS, basicFont, drawBasicFont } from './display-font.ts';

it('headings have the letters their code takes from the display face, in one window of a new connection', async () => {
  const kept = readFileSync(basicFont);
  expect(kept.equals(await drawBasicFont()), 'node tools/web/display-font.ts writes it').toBe(true);
  expect(kept.length).toBeLessThan(13_000);
});

it('the style sheet says for which letters it is', () => {
  const css = readFileSync(new URL('../../web/shared/brand/display-face.css', import.meta.url), 'utf8').replaceAll(
    /\s+/g,
    '',
  );
  expect(css).toContain(`unicode-range:${BASIC_LETTERS};`);
});
