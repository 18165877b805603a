import { expect, test } from 'vitest';
import { cleanThanks, thanksError } from './thanks.ts';

test('words of thanks are one line, without marks that nobody sees', () => {
  expect(cleanThanks('  Thank you!\n\nHandsel: your code\u202E is 1\u200B2 ')).toBe(
    'Thank you! Handsel: your code is 12',
  );
  expect(cleanThanks('👩‍🍳 نمی‌خواهم')).toBe('👩‍🍳 نمی‌خواهم');
});

test('at most 140 letters can be sent, and at least one', () => {
  expect(thanksError('x'.repeat(140))).toBeNull();
  expect(thanksError('x'.repeat(141))).toEqual({ code: 'thanks_too_long', parameters: { limit: 140 } });
  expect([thanksError(''), thanksError(' \n\u200B')]).toEqual(['thanks_required', 'thanks_required']);
});

test.each([
  'See https://evil.example/now',
  'HTTP:evil',
  'www.evil',
  'open evil.com today',
  'evil.co.uk',
  'пример.рф',
  'evil\u200B.com',
  'evil.\u2060com',
  'evil.\u200Dcom',
  'ｅｖｉｌ．ｃｏｍ',
  'wren@evil.com',
  'at 10.0.0.1',
  'tel:0491570156',
])('what a phone would make a link of is not sent: %s', (words) => {
  expect(thanksError(words)).toBe('thanks_with_link');
});

test.each([
  'Thank you! Love it.',
  'Ooh... wow. Dinner at 7.30 p.m. on us, e.g. Friday?',
  'Spent $12.50 of it already. Thanks!xx',
  '谢谢。很喜欢',
])('plain words are: %s', (words) => {
  expect(thanksError(words)).toBeNull();
});
