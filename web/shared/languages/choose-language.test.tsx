import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readChosenLanguage } from '#contract/rules/languages.ts';
import { chooseLanguage } from './languages.ts';

declare const jsdom: { reconfigure: (options: { url: string }) => void };

const HERE = location.href;
afterEach(() => {
  vi.unstubAllGlobals();
  jsdom.reconfigure({ url: HERE });
});

const reload = vi.fn();
beforeEach(() => reload.mockReset());

function chooseGermanAt(url: string): string[] {
  jsdom.reconfigure({ url });
  vi.stubGlobal('location', { protocol: new URL(url).protocol, reload });
  const set = vi.spyOn(document, 'cookie', 'set');
  chooseLanguage('de');
  const cookies = set.mock.calls.map(([cookie]) => cookie);
  set.mockRestore();
  return cookies;
}

it('stores the choice in an https-only cookie that no other host can set', () => {
  const set = chooseGermanAt('https://shop.example/browse');
  expect(set).toEqual(['__Host-language=de; path=/; max-age=31536000; samesite=lax; secure']);
  expect(document.cookie).toBe('__Host-language=de');
  expect(readChosenLanguage(document.cookie)).toBe('de');
});

it('stores the choice in a plain cookie when a local shop has no https', () => {
  chooseGermanAt('http://127.0.0.1:3000/browse');
  expect(document.cookie).toBe('language=de');
  expect(reload).toHaveBeenCalledOnce();
  expect(readChosenLanguage(document.cookie)).toBe('de');
});

it('does not reload the page until the browser has stored the chosen language', () => {
  const read = vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
  chooseGermanAt('http://127.0.0.1:3000/browse');
  read.mockRestore();
  expect(reload).not.toHaveBeenCalled();
});
