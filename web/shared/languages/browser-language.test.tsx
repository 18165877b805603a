import { i18n } from '@lingui/core';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { speakEnglish } from '#test/web/english.ts';
import { openShop } from '#test/web/open-shop.ts';
import { errorText } from '#web/shop/errors/error-text.ts';

const catalogue = vi.hoisted(() => ({ broken: false }));
vi.mock('#web/shop/catalogues/de.po', async (original) => {
  const real = await original<{ messages: object }>();
  return {
    get messages() {
      if (catalogue.broken) throw new TypeError('Failed to fetch');
      return real.messages;
    },
  };
});

const setPageLanguage = (language: string) => (document.documentElement.lang = language);
const load = async () =>
  (await import('./browser-language.ts')).loadLanguage({ de: () => import('#web/shop/catalogues/de.po') });

beforeEach(() => {
  catalogue.broken = false;
});
afterEach(() => {
  setPageLanguage('en-AU');
  speakEnglish();
});

it("uses the page's language for pages, forms and error messages", async () => {
  setPageLanguage('de');
  await load();
  expect(i18n.locale).toBe('de');
  expect(errorText('mobile_invalid')).not.toBe('Please enter a valid mobile');
  const { page } = await openShop({ url: '/404' });
  expect(page.queryByText('Page not found')).toBeNull();
  expect(page.getByText('Deutsch').getAttribute('aria-current')).toBe('true');
});

it('leaves the legal text in English, marks it as English, and adds a German note that it is binding', async () => {
  setPageLanguage('de');
  await load();
  const { box, page } = await openShop({ url: '/terms' });
  await waitFor(() => expect(box.querySelector('h1')?.closest('[lang]')?.getAttribute('lang')).toBe('en-AU'));
  expect(box.querySelector('h2')?.closest('[lang]')?.getAttribute('lang')).toBe('en-AU');
  const notice = page.getByText('Dieser Text ist auf Englisch, und es gilt der englische Wortlaut.');
  expect(notice.closest('[lang=en-AU]')).toBeNull();
  expect(page.getByText('11. September 2020')).toBeTruthy();
});

it.each(['', 'fr', 'de-CH', '__proto__'])(
  'uses English on a page that the browser has translated into %j',
  async (language) => {
    setPageLanguage(language);
    await load();
    expect([i18n.locale, errorText('mobile_invalid')]).toEqual(['en-AU', 'Please enter a valid mobile']);
  },
);

it('uses the language of the page although the language cookie names another', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the shop keeps the choice there.
  document.cookie = 'language=de; path=/';
  setPageLanguage('en-AU');
  await load();
  // biome-ignore lint/suspicious/noDocumentCookie: the shop keeps the choice there.
  document.cookie = 'language=; path=/; max-age=0';
  expect(i18n.locale).toBe('en-AU');
});

it('falls back to English when the language catalogue fails to load', async () => {
  setPageLanguage('de');
  catalogue.broken = true;
  await load();
  expect([i18n.locale, errorText('mobile_invalid')]).toEqual(['en-AU', 'Please enter a valid mobile']);
});
