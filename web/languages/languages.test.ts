import { setupI18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { expect, test } from 'vitest';
import { chosenLanguage, speak } from './languages.ts';
import { say } from './say.ts';
import { english } from './testing.ts';

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

test("messages of the rules and the server are said in the shopper's language, unknown ones as they are", () => {
  const german = speak(setupI18n(), 'de', { 'Please enter a valid code': ['Bitte einen gültigen Code eingeben'] });
  expect(say(german, 'Please enter a valid code')).toBe('Bitte einen gültigen Code eingeben');
  expect(say(german, 'Bank says {no}')).toBe('Bank says {no}');
  expect(say(german, 'constructor')).toBe('constructor');
  expect(say(english, 'Please enter a valid code')).toBe('Please enter a valid code');
});
