import { expect, it } from 'vitest';
import { asksForEmoji, loadEmoji } from './emoji.ts';

it('draws every Unicode emoji', async () => {
  const emoji = await loadEmoji();
  const all = Array.from({ length: 0x1fb00 }, (_, codePoint) => String.fromCodePoint(codePoint));
  const pictures = all.filter(
    (character) => /\p{Emoji_Presentation}/u.test(character) && !/\p{Emoji_Component}/u.test(character),
  );
  const missing = pictures.filter((character) => emoji.findShapes(character).length === 0);
  expect(pictures.length).toBeGreaterThan(1100);
  expect(missing).toEqual([]);
});

it('does not treat letters, digits and white space as emoji', async () => {
  const emoji = await loadEmoji();
  for (const character of ['a', '5', '#', ' ', '中', '']) {
    expect(emoji.findShapes(character), character).toEqual([]);
    expect(asksForEmoji(character), character).toBe(false);
  }
});
