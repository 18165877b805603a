import { msg } from '@lingui/core/macro';
import { expect, test } from 'vitest';
import { english } from '#test/web/english.ts';
import { chosenLanguage } from './languages.ts';

test('the language is the one of the cookie, else English', () => {
  expect(chosenLanguage('theme=x; language=de')).toBe('de');
  expect(chosenLanguage('language=en-AU')).toBe('en-AU');
  expect(chosenLanguage('language=toString')).toBe('en-AU');
  expect(chosenLanguage('mylanguage=de')).toBe('en-AU');
  expect(chosenLanguage(null)).toBe('en-AU');
});

test('the default language needs no catalogue: its words stand in the code', () => {
  const name = 'Ava';
  expect(english._(msg`To ${name}, with love`)).toBe('To Ava, with love');
});
