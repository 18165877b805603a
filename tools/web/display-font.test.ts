import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BASIC_LETTERS, basicFont, drawBasicFont } from './display-font.ts';

it('stores exactly the generated font subset, which fits into the initial TCP window', async () => {
  const storedFont = readFileSync(basicFont);
  expect(storedFont.equals(await drawBasicFont()), 'node tools/web/display-font.ts writes it').toBe(true);
  expect(storedFont.length).toBeLessThan(13_000);
});

it('lists the letters of the subset in the style sheet', () => {
  const css = readFileSync(new URL('../../web/shared/brand/display-face.css', import.meta.url), 'utf8').replaceAll(
    /\s+/g,
    '',
  );
  expect(css).toContain(`unicode-range:${BASIC_LETTERS};`);
});
