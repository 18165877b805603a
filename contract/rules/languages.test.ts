import { expect, it } from 'vitest';
import { readChosenLanguage, resolvePageLanguage } from './languages.ts';

it('takes the language from the cookie, and defaults to English', () => {
  expect(readChosenLanguage('theme=x; language=de')).toBe('de');
  expect(readChosenLanguage('language=en-AU')).toBe('en-AU');
  expect(readChosenLanguage('language=toString')).toBe('en-AU');
  expect(readChosenLanguage('mylanguage=de')).toBe('en-AU');
  expect(readChosenLanguage(null)).toBe('en-AU');
});

it('prefers the __Host- language cookie over the legacy cookie', () => {
  expect(readChosenLanguage('language=de; __Host-language=en-AU')).toBe('en-AU');
  expect(readChosenLanguage('__Host-language=de')).toBe('de');
  expect(readChosenLanguage('__Host-language=xx; language=de')).toBe('en-AU');
});

it.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr-FR, en;q=0.5, de;q=0.7', 'de'],
  ['de;q=0, en', 'en-AU'],
  ['en-US,en;q=0.9,de;q=0.8', 'en-AU'],
  ['fr, *;q=0.1', 'en-AU'],
  ['', 'en-AU'],
  [undefined, 'en-AU'],
])(
  'given the accepted languages %j, serves pages in %s until the customer chooses a language',
  (accepted, language) => {
    expect(resolvePageLanguage({ cookie: undefined, accepted })).toBe(language);
    expect(resolvePageLanguage({ cookie: 'language=en-AU', accepted })).toBe('en-AU');
    expect(resolvePageLanguage({ cookie: '__Host-language=de', accepted })).toBe('de');
  },
);
