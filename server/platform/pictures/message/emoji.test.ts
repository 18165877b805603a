import { expect, it } from 'vitest';
import { asksForEmoji, loadEmoji } from './emoji.ts';

it('draws every Unicode emoji', async () => {
  const emoji = await loadEmoji();
  const all = Array.from({ length: 0x1fb00 }, (_, codePoint) => String.fromCodePoint(codePoint));
  const pictures = all.filter((one) => /\p{Emoji_Presentation}/u.test(one) && !/\p{Emoji_Component}/u.test(one));
  const missing = pictures.filter((one) => emoji.shapesOf(one).length === 0);
  expect(pictures.length).toBeGreaterThan(1100);
  expect(missing).toEqual([]);
});

it('does not treat letters, digits and white space as emoji', async () => {
  const emoji = await loadEmoji();
  for (const one of ['a', '5', '#', ' ', '中', '']) {
    expect(emoji.shapesOf(one), one).toEqual([]);
    expect(asksForEmoji(one), one).toBe(false);
  }
});
