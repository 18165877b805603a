import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beforeLink } from './delivery-text.ts';
import { countSegments } from './segments.ts';

const link = `https://gifts.example/card/${'a'.repeat(24)}`;
const facts = { text: 'Something small.', giver: 'Wren', seller: 'Tide & Kiln', valueCents: 5_000, link };

describe('the text of a gift card', () => {
  test('begins with the words of the customer, then names giver, value and seller', () => {
    expect(beforeLink(facts)).toBe('Something small. - Wren sent you a gift card, $50 at Tide & Kiln: ');
    expect(beforeLink({ ...facts, valueCents: 1_950 })).toContain('gift card, $19.50 at');
  });

  test.each([
    [{ giver: 'Zoë', seller: 'Niño’s – Café' }, "Zoe sent you a gift card, $50 at Niño's - Café: "],
    [{ giver: '小明' }, 'You were sent a gift card, $50 at Tide & Kiln: '],
    [{ seller: '茶' }, 'Wren sent you a gift card, $50: '],
    [{ text: '生日快乐', giver: '小明' }, '小明 sent you a gift card, $50 at Tide & Kiln: '],
    [{ giver: 'Wren\nBanks' }, 'Wren Banks sent you'],
    [{ giver: 'W'.repeat(100) }, `${'W'.repeat(23)}. sent you`],
    [{ giver: 'Anna Maria Theresia Josepha Antonia' }, 'Anna Maria Theresia sent you'],
    [{ seller: 'The Very Best Old Candles and & Sons of Newtown' }, 'at The Very Best Old Candles and: '],
  ])('names %j in letters and lengths that a text takes', (change, words) => {
    expect(beforeLink({ ...facts, ...change })).toContain(words);
  });

  test.each(['x', '€', '生'])('costs one segment more at every length of words: %s', (sign) => {
    const names = { giver: 'Wilhelmina'.repeat(5), seller: 'Sellers'.repeat(6), valueCents: 9_999_999 };
    for (let length = 1; length <= 200; length += 1) {
      const text = sign.repeat(length);
      const sent = countSegments(beforeLink({ ...facts, ...names, text }) + link).segments;
      expect([length, sent - countSegments(`${text} ${link}`).segments <= 1]).toEqual([length, true]);
    }
  });

  test('costs one segment more than words and link at most, and no other alphabet; the words stay whole', () => {
    const names = fc.oneof(fc.string({ maxLength: 120 }), fc.string({ unit: 'grapheme', maxLength: 120 }));
    const words = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'abc XYZ&€!'), minLength: 1, maxLength: 200 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    );
    fc.assert(
      fc.property(words, names, names, fc.integer({ min: 1, max: 100_000 }), (text, giver, seller, valueCents) => {
        const bare = countSegments(`${text.trim()} ${link}`);
        const before = beforeLink({ text, giver, seller, valueCents, link });
        const sent = countSegments(before + link);
        expect(before.startsWith(text.trim())).toBe(true);
        expect(sent.segments).toBeLessThanOrEqual(bare.segments + 1);
        expect(sent.encoding).toBe(bare.encoding);
      }),
    );
  });
});
