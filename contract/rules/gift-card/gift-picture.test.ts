import { expect, test } from 'vitest';
import { cardValueText, nextSize, pictureWords } from './gift-picture.ts';

test('the value of a card is whole dollars where it can be', () => {
  expect([5_000, 4_950, 150_000].map(cardValueText)).toEqual(['$50', '$49.50', '$1,500']);
});

test('the words of the picture, the same for the preview and for what is sent', () => {
  const facts = {
    firstname: 'Mia',
    customer: 'Wren',
    message: 'Hooray',
    valueCents: 5_000,
    smallPrint: 'Tide & Kiln',
  };
  expect(pictureWords(facts)).toEqual({
    to: 'For Mia',
    from: 'From Wren',
    message: 'Hooray',
    amount: '$50',
    footer: 'Tide & Kiln',
  });
});

test('sizes shrink by whole steps, then by parts', () => {
  expect([nextSize(44), nextSize(12.5)]).toEqual([43, 12]);
  expect(nextSize(12)).toBeCloseTo(11.28);
});
