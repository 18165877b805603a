import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chosenLanguage } from '#contract/rules/languages.ts';
import { chooseLanguage } from './languages.ts';

/** The browser of this test, which can be anywhere. */
declare const jsdom: { reconfigure: (options: { url: string }) => void };

const HERE = location.href;
afterEach(() => {
  vi.unstubAllGlobals();
  jsdom.reconfigure({ url: HERE });
});

const reload = vi.fn();
beforeEach(() => reload.mockReset());

/** What is set while the choice is made at an address. */
function choiceAt(url: string): string[] {
  jsdom.reconfigure({ url });
  vi.stubGlobal('location', { protocol: new URL(url).protocol, reload });
  const set = vi.spyOn(document, 'cookie', 'set');
  chooseLanguage('de');
  const cookies = set.mock.calls.map(([cookie]) => cookie);
  set.mockRestore();
  return cookies;
}

it('an https shop keeps the choice in a cookie that is sent over https alone and that no other host can set', () => {
  const set = choiceAt('https://shop.example/browse');
  expect(set).toEqual(['__Host-language=de; path=/; max-age=31536000; samesite=lax; secure']);
  expect(document.cookie).toBe('__Host-language=de');
  expect(chosenLanguage(document.cookie)).toBe('de');
});

it('a shop on this machine, without https, keeps it in a plain one', () => {
  choiceAt('http://127.0.0.1:3000/browse');
  expect(document.cookie).toBe('language=de');
  expect(reload).toHaveBeenCalledOnce();
  expect(chosenLanguage(document.cookie)).toBe('de');
});

it('loads the page again only once the browser has the choice', () => {
  const read = vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
  choiceAt('http://127.0.0.1:3000/browse');
  read.mockRestore();
  expect(reload).not.toHaveBeenCalled();
});
