import { expect, test } from 'vitest';
import { chosenLanguage } from './languages.ts';

test('the language is the one of the cookie, else English', () => {
  expect(chosenLanguage('theme=x; language=de')).toBe('de');
  expect(chosenLanguage('language=en-AU')).toBe('en-AU');
  expect(chosenLanguage('language=toString')).toBe('en-AU');
  expect(chosenLanguage('mylanguage=de')).toBe('en-AU');
  expect(chosenLanguage(null)).toBe('en-AU');
});

test('over https the cookie that only this host can have set counts before any other', () => {
  expect(chosenLanguage('language=de; __Host-language=en-AU')).toBe('en-AU');
  expect(chosenLanguage('__Host-language=de')).toBe('de');
  expect(chosenLanguage('__Host-language=xx; language=de')).toBe('en-AU');
});
