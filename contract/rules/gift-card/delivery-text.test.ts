import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toInnerQuotes } from '../strangers-words.ts';
import { composeTextBeforeLink } from './delivery-text.ts';
import { countSegments } from './segments.ts';

const link = `https://gifts.example/card/${'a'.repeat(24)}`;
const expiresAt = new Date('2029-11-24T12:59:59Z');
const names = { giver: 'Wren', seller: 'Tide & Kiln', shop: 'Handsel' };
const facts = { text: 'For you', ...names, valueCents: 5_000, expiresAt, link };
type Change = Partial<Parameters<typeof composeTextBeforeLink>[0]>;
const composeText = (change: Change = {}) => composeTextBeforeLink({ ...facts, ...change }).before;
const countParts = (change: Change = {}) => countSegments(composeText(change) + link);
const LONGEST = { giver: 'Wilhelmina'.repeat(5), seller: 'Sellers'.repeat(6), valueCents: 9_999_999 };
const LONG_WORDS = 'A word, '.repeat(25).trim();

describe('gift card text', () => {
  it('fits giver, value, seller, expiry, message and shop name into one SMS part', () => {
    expect(composeText()).toBe('Wren sent you a $50 Tide & Kiln gift card, valid to 24 Nov 2029: "For you" Handsel: ');
    expect(countParts()).toMatchObject({ encoding: 'gsm', segments: 1 });
  });

  it.each<[Change, string]>([
    [{ expiresAt: null }, 'Wren sent you a $50 Tide & Kiln gift card: "For you" '],
    [{ expiresAt: new Date('2029-09-04T14:00:00Z') }, 'valid to 5 Sep 2029: '],
    [{ text: ' ' }, 'Wren sent you a $50 Tide & Kiln gift card, valid to 24 Nov 2029. Handsel: '],
    [{ text: ' ', expiresAt: null }, 'gift card. Handsel: '],
    [{ text: ' ', shop: '' }, 'valid to 24 Nov 2029: '],
    [{ shop: '' }, 'valid to 24 Nov 2029: "For you" '],
    [{ shop: 'Café\nNoëlle' }, '"For you" Café Noelle: '],
    [{ shop: '茶' }, '"For you" '],
    [{ valueCents: 1_950 }, 'a $19.50 Tide'],
    [{ valueCents: 8_000 }, 'an $80 Tide'],
    [{ valueCents: 1_800 }, 'an $18 Tide'],
    [{ valueCents: 1_100_000 }, 'an $11,000 Tide'],
    [{ valueCents: 18_000 }, 'a $180 Tide'],
    [{ giver: 'Zoë', seller: 'Niño’s – Café' }, "Zoe sent you a $50 Niño's - Café gift card, "],
    [{ giver: '小明' }, 'You were sent a $50 Tide & Kiln gift card, '],
    [{ seller: '茶' }, 'Wren sent you a $50 gift card, '],
    [
      { text: '生日快乐', giver: '小明', seller: '茶' },
      '小明 sent you a $50 茶 gift card, valid to 24 Nov 2029: "生日快乐" ',
    ],
    [{ giver: 'Wren\nBanks' }, 'Wren Banks sent you'],
    [{ giver: 'W'.repeat(100) }, `${'W'.repeat(23)}. sent you`],
    [{ giver: 'Anna Maria Theresia Josepha Antonia' }, 'Anna Maria Theresia sent you'],
    [{ seller: 'The Very Best Old Candles and & Sons of Newtown' }, ' $50 The Very Best Old Candles and gift card'],
    [{ text: '“I’m so glad” – it’s yours…' }, `"'I'm so glad' - it's yours..." `],
    [{ text: 'Hi"\n\nHandsel Bank: your code is 1234.\n"' }, `"Hi' Handsel Bank: your code is 1234. '" `],
    [{ text: 'Für „Mia“ 🎁' }, '"Für ‘Mia’ 🎁" '],
    [{ text: 'Look \u202Egnp.exe\u202C' }, '"Look gnp.exe" '],
    [{ giver: 'https://evil.example/x Win' }, 'You were sent a $50'],
    [{ giver: '\u202EWren' }, 'Wren sent you'],
    [{ seller: 'Books.com' }, '$50 Books.com gift card'],
    [{ text: 'Schönes Fest, José' }, '"Schönes Fest, José" '],
    [{ text: 'It’s yours 🎁' }, '"It’s yours 🎁" '],
  ])('composes from %j a text that contains %s', (change, words) => {
    const text = composeText(change);
    expect(text).toContain(words);
    expect(text.includes('"')).toBe(change.text !== ' ');
  });

  it.each([
    ['x', 1],
    ['€', 1],
    ['生', 2],
  ])(
    'keeps a text with a message of %s within four SMS parts, at most %i more than message and link alone',
    (sign, maxExtra) => {
      for (let length = 1; length <= 200; length += 1) {
        const change = { ...LONGEST, text: sign.repeat(length) };
        const { segments } = countParts(change);
        const bare = countSegments(`${change.text} ${link}`).segments;
        expect([length, segments <= Math.min(bare + maxExtra, 4)]).toEqual([length, true]);
      }
    },
  );

  it('keeps a message of 200 plain letters, but cuts other scripts to fit four SMS parts', () => {
    expect(composeTextBeforeLink({ ...facts, text: LONG_WORDS })).toEqual({
      before: `Wren sent you a $50 Tide & Kiln gift card, valid to 24 Nov 2029: "${LONG_WORDS}" Handsel: `,
      isCut: false,
    });
    const text = `🎁 ${LONG_WORDS}`;
    const { before: cut, isCut } = composeTextBeforeLink({ ...facts, text });
    expect(isCut).toBe(true);
    expect(cut).toMatch(/: "🎁 (A word, )+A( word)?\.\.\." Handsel: $/u);
    expect(countParts({ text }).units).toBeGreaterThan(4 * 67 - 12);
  });

  it('shortens names once only forty characters of the message are left, and omits the message last', () => {
    const withLink = (length: number) =>
      composeText({ ...LONGEST, text: '生'.repeat(200), link: `${link}${'a'.repeat(length)}` });
    expect(withLink(54)).toMatch(
      /^WilhelminaWilhelminaWil\. .* \$99,999\.99 SellersSellersSellersSellersS\. .*: "生{37}\./,
    );
    expect(withLink(55)).toMatch(
      /^Wilhelmin\. sent you a \$99,999\.99 SellersSelle\. gift card, .*: "生{67}\.\.\." Handsel: $/,
    );
    expect(withLink(121)).toMatch(/^Wilhelmin\. .*: "生\.\.\." Handsel: $/);
    expect(withLink(122)).toMatch(/^Wilhelmin\. .*2029\. Handsel: $/);
    expect(withLink(500)).toBe(withLink(122));
  });

  it('keeps any text within four SMS parts and in the encoding of its message', () => {
    const anyName = fc.oneof(fc.string({ maxLength: 120 }), fc.string({ unit: 'grapheme', maxLength: 120 }));
    const words = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'abc XYZ&€!'), maxLength: 200 }),
      fc.string({ unit: 'grapheme', maxLength: 200, size: 'max' }),
    );
    const cents = fc.integer({ min: 1, max: 10_000_000 });
    fc.assert(
      fc.property(words, anyName, anyName, cents, (text, giver, seller, valueCents) => {
        const { before: start, isCut } = composeTextBeforeLink({ ...facts, text, giver, seller, valueCents });
        const count = countSegments(start + link);
        expect(count.segments).toBeLessThanOrEqual(4);
        expect(start).toMatch(/gift card, valid to 24 Nov 2029(: "|\. Handsel: $)/);
        const tidy = toInnerQuotes(text);
        if (countSegments(tidy).encoding === 'gsm') {
          expect(count.encoding).toBe('gsm');
          expect(isCut).toBe(false);
          expect(start.endsWith(tidy === '' ? '. Handsel: ' : `: "${tidy}" Handsel: `)).toBe(true);
        } else if (isCut) {
          const excerpt = /valid to 24 Nov 2029: "(.*)\.\.\." Handsel: $/su.exec(start)?.[1] ?? '';
          expect(tidy.startsWith(excerpt) && excerpt.length > 0 && excerpt.length < tidy.length).toBe(true);
          expect(excerpt.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});
