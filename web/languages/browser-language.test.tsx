import { i18n } from '@lingui/core';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { speakEnglish } from '#test/web/english.ts';
import { openShop } from '#test/web/open-shop.ts';
import { errorText } from './error-messages.ts';

const catalogue = vi.hoisted(() => ({ broken: false }));
vi.mock('./catalogues/de.po', async (original) => {
  const real = await original<{ messages: object }>();
  return {
    get messages() {
      if (catalogue.broken) throw new TypeError('Failed to fetch');
      return real.messages;
    },
  };
});

// biome-ignore lint/suspicious/noDocumentCookie: the shop reads it there.
const choose = (language: string) => (document.cookie = `language=${language}; path=/`);
const load = async () => (await import('./browser-language.ts')).loadLanguage();

beforeEach(() => {
  catalogue.broken = false;
});
afterEach(() => {
  choose('en-AU');
  speakEnglish();
});

test('the chosen language is spoken: pages, forms and what errors say', async () => {
  choose('de');
  await load();
  expect(i18n.locale).toBe('de');
  expect(errorText('mobile_invalid')).not.toBe('Please enter a valid mobile');
  const { page } = await openShop({ at: '/404' });
  expect(page.queryByText('Page not found')).toBeNull();
  expect(page.getByText('Deutsch').getAttribute('aria-current')).toBe('true');
});

test('the legal text in another language says that the English one counts', async () => {
  choose('de');
  await load();
  const { box } = await openShop({ at: '/terms' });
  await waitFor(() => expect(box.querySelector('h1')?.closest('[lang]')?.getAttribute('lang')).toBe('en-AU'));
  expect(box.querySelector('#main [role=status]')).toBeTruthy();
});

test.each(['', 'fr', 'de-CH', '__proto__', '"de"'])('the choice %j leaves the shop in English', async (language) => {
  choose(language);
  await load();
  expect([i18n.locale, errorText('mobile_invalid')]).toEqual(['en-AU', 'Please enter a valid mobile']);
});

test('words that cannot be fetched leave it in English', async () => {
  choose('de');
  catalogue.broken = true;
  await load();
  expect([i18n.locale, errorText('mobile_invalid')]).toEqual(['en-AU', 'Please enter a valid mobile']);
});
