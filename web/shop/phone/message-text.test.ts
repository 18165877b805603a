import { describe, expect, it } from 'vitest';
import { codeIn, ownPath, piecesOf } from './message-text.ts';

const shop = 'https://shop.example';

describe('the text of a message', () => {
  it('is words and links; joined again it is unchanged', () => {
    const text = 'For you! https://shop.example/card/a-b_c, see https://other.example/x?y=1. Bye';
    const pieces = piecesOf(text, shop);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    expect(pieces.filter(({ href }) => href)).toEqual([
      { text: 'https://shop.example/card/a-b_c', href: '/card/a-b_c', own: true },
      { text: 'https://other.example/x?y=1', href: 'https://other.example/x?y=1', own: false },
    ]);
  });

  it('without a link is one piece; an empty one is none', () => {
    expect(piecesOf('Happy birthday', shop)).toEqual([{ text: 'Happy birthday' }]);
    expect(piecesOf('', shop)).toEqual([]);
    expect(piecesOf('javascript:alert(1)', shop)).toEqual([{ text: 'javascript:alert(1)' }]);
  });

  it('an address is ours by its whole origin only', () => {
    expect(ownPath('https://shop.example/card/x?y#z', shop)).toBe('/card/x?y#z');
    for (const other of ['https://shop.example.evil/', 'http://shop.example/', 'https://shop.example:444/', 'x']) {
      expect(ownPath(other, shop)).toBeNull();
    }
  });

  it('a code is taken from the origin-bound line alone', () => {
    expect(codeIn('Your code is 123456.\n\n@shop.example #123456')).toBe('123456');
    expect(codeIn('My number is #123456')).toBeNull();
  });
});
