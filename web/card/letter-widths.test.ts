import { expect, test } from 'vitest';
import { openTypeface } from '#server/pictures/message/typeface.ts';
import { measureByTable } from './letter-widths.ts';

/** Texts as people write them; the picture that is sent is measured with the font itself. */
const texts = [
  'Happy birthday, Mia!',
  'Congratulations on the new house',
  'WWWWW MMMMM @@@@@',
  'illicit lilt: "fit" (for it)',
  'Für Zoë, Renée und André',
  "It's your day - 100% $50.00",
  'Nguyễn Văn Định',
];

test.each([600, 700, 800] as const)(
  'at weight %i no text is taken for narrower than the font sets it',
  async (weight) => {
    for (const text of texts) {
      const face = await openTypeface({ weight, texts: [text] });
      const real = face.shapesOf(text).reduce((sum, shape) => sum + shape.advance, 0);
      expect([text, measureByTable(text) >= real - 0.05]).toEqual([text, true]);
      expect([text, measureByTable(text) <= real * 1.15 + 0.2]).toEqual([text, true]);
    }
  },
);

test('an emoji is one square, whatever it is made of', () => {
  expect([measureByTable('🎂'), measureByTable('👩‍👧'), measureByTable('❤️')]).toEqual([1.2, 1.2, 1.2]);
});
