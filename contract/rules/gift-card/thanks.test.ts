import { expect, it } from 'vitest';
import { thanksError } from './thanks.ts';

it('limits a thank-you message to between 1 and 140 characters', () => {
  expect(thanksError('x'.repeat(140))).toBeNull();
  expect(thanksError('x'.repeat(141))).toEqual({ code: 'thanks_too_long', parameters: { limit: 140 } });
  expect([thanksError(''), thanksError(' \n\u200B')]).toEqual(['thanks_required', 'thanks_required']);
});

it('rejects a thank-you message with links or phone numbers', () => {
  expect(thanksError('See https://evil.example/now')).toBe('thanks_with_link');
  expect(thanksError('Call 0491 570 156 about your card')).toBe('thanks_with_number');
  expect(thanksError('Ooh... wow. Dinner at 7.30 p.m. on us, e.g. Friday?')).toBeNull();
});
