import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { UNEXPECTED_SENTENCE } from './problems.ts';
import { refusalOf, refusalText } from './refusal.ts';

const german = setupI18n({ locale: 'de', messages: { de: { 'Not these words': 'Diese Worte nicht' } } });

test('what was accepted has nothing against it, a refusal has its reasons or none', () => {
  expect(refusalOf({ status: true, input_validation: { a: 'b' } })).toBeNull();
  expect(refusalOf({ status: false })).toEqual({});
  expect(refusalOf({ status: false, input_validation: { a: 'b' } })).toEqual({ a: 'b' });
});

test('each reason is a line in the shopper’s language; a refusal is never without words', () => {
  expect(refusalText(german, { a: 'Not these words', b: '', c: 'Another' })).toBe('Diese Worte nicht\nAnother');
  expect(refusalText(german, {})).toBe(UNEXPECTED_SENTENCE);
  expect(refusalText(german, { a: '' }, 'Bitte anders')).toBe('Bitte anders');
});
