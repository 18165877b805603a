import { expect, test } from 'vitest';
import { chromeOf } from './chrome.ts';

const header = (path: string) => chromeOf(path).header;

test('HD-01 HD-18 home has neither header nor footer', () => {
  expect(chromeOf('/')).toMatchObject({ header: 'none', footer: false });
});

test('HD-02 HD-06 HD-10 each kind of page has its header', () => {
  expect(header('/register')).toBe('registration');
  expect(header('/giftcard/add/123')).toBe('gift-card');
  expect(header('/product/7')).toBe('product');
  expect(header('/browse')).toBe('full');
  expect(header('/account/orders')).toBe('full');
});

test('HD-19 HD-20 the footer is hidden on /register and /checkout only', () => {
  const without = ['/register', '/checkout', '/browse', '/success', '/account', '/404'].filter(
    (path) => !chromeOf(path).footer,
  );
  expect(without).toEqual(['/register', '/checkout']);
});

test("the recipient's page and the demo phone stand alone", () => {
  expect(chromeOf('/card/abc')).toMatchObject({ header: 'none', footer: false });
  expect(chromeOf('/phone')).toMatchObject({ header: 'none', footer: false });
});
