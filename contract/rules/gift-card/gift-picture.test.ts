import { expect, it } from 'vitest';
import { CUSTOMER_NAME_LIMIT, MAX_PEOPLE, NAME_LIMIT, PICTURE_TEXT_LIMIT, SELLER_NAME_LIMIT } from '../limits.ts';
import { smallPrint } from './card-expiry.ts';
import { cardValueText, isWithinLimits, PICTURE_AREAS, PICTURE_WORDS_LIMITS, pictureWords } from './gift-picture.ts';

it('shows the value of a card in whole dollars if it has no cents', () => {
  expect([5_000, 4_950, 150_000].map(cardValueText)).toEqual(['$50', '$49.50', '$1,500']);
});

it('uses the same text in the preview picture and the sent picture', () => {
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

it('accepts the longest picture text that the field limits allow', () => {
  const longestName = 'x'.repeat(NAME_LIMIT - 1);
  const drawn = pictureWords({
    firstname: longestName,
    customer: 'x'.repeat(CUSTOMER_NAME_LIMIT),
    message: 'x'.repeat(PICTURE_TEXT_LIMIT),
    valueCents: 2 ** 31 - 1,
    smallPrint: smallPrint('x'.repeat(SELLER_NAME_LIMIT), new Date('2029-09-30T00:00:00Z')),
  });
  const words = {
    ...drawn,
    to: Array(MAX_PEOPLE - 1)
      .fill(longestName)
      .join(' '),
  };
  expect(isWithinLimits(drawn)).toBe(true);
  expect(Object.fromEntries(PICTURE_AREAS.map((area) => [area, words[area].length]))).toEqual(PICTURE_WORDS_LIMITS);
  expect(isWithinLimits(words)).toBe(true);
  for (const area of PICTURE_AREAS) expect(isWithinLimits({ ...words, [area]: `${words[area]}x` }), area).toBe(false);
});
