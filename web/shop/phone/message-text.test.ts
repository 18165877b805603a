import { describe, expect, it } from 'vitest';
import { extractCode, splitIntoPieces, toShopPath } from './message-text.ts';

const shop = 'https://shop.example';

describe('message text', () => {
  it('splits text into words and links that join back into the same text', () => {
    const text = 'For you! https://shop.example/card/a-b_c, see https://other.example/x?y=1. Bye';
    const pieces = splitIntoPieces(text, shop);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    expect(pieces.filter(({ href }) => href)).toEqual([
      { text: 'https://shop.example/card/a-b_c', href: '/card/a-b_c', isInternal: true },
      { text: 'https://other.example/x?y=1', href: 'https://other.example/x?y=1', isInternal: false },
    ]);
  });

  it('returns one piece for text without links and none for empty text', () => {
    expect(splitIntoPieces('Happy birthday', shop)).toEqual([{ text: 'Happy birthday' }]);
    expect(splitIntoPieces('', shop)).toEqual([]);
    expect(splitIntoPieces('javascript:alert(1)', shop)).toEqual([{ text: 'javascript:alert(1)' }]);
  });

  it('treats a URL as part of the shop only if the whole origin matches', () => {
    expect(toShopPath('https://shop.example/card/x?y#z', shop)).toBe('/card/x?y#z');
    for (const other of ['https://shop.example.evil/', 'http://shop.example/', 'https://shop.example:444/', 'x']) {
      expect(toShopPath(other, shop)).toBeNull();
    }
  });

  it('reads a code only from the message’s origin-bound line', () => {
    expect(extractCode('Your code is 123456.\n\n@shop.example #123456')).toBe('123456');
    expect(extractCode('My number is #123456')).toBeNull();
  });
});
