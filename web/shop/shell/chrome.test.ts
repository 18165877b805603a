import { expect, it } from 'vitest';
import routes from '../routes.ts';
import { resolveChrome } from './chrome.ts';

const resolveHeader = (path: string) => resolveChrome(path).header;

it('gives the home page neither a header nor a footer [HD-01, HD-18]', () => {
  expect(resolveChrome('/')).toMatchObject({ header: 'none', footer: false });
});

it('gives registration, the gift card flow and products their own headers [HD-02, HD-04, HD-06, HD-10]', () => {
  expect(resolveHeader('/register')).toBe('registration');
  const steps = ['add/1', 'edit/1', 'mmstemplates/1/2', 'schedule/1/2', 'sendnoworschedule/1/2'];
  for (const step of steps) expect(resolveHeader(`/giftcard/${step}`), step).toBe('gift-card');
  expect(resolveHeader('/product/7')).toBe('product');
});

it('gives every other page of the shop the same full header [HD-11, HD-12, HD-13]', () => {
  const paths = routes.map(({ path = '' }) => `/${path}`);
  const otherPaths = paths.filter((path) => !/^\/($|register|giftcard|product\/|card|phone|till|offline)/.test(path));
  expect(otherPaths).toEqual(
    expect.arrayContaining(['/browse', '/category/:id', '/checkout', '/success', '/account/orders']),
  );
  expect(otherPaths.filter((path) => resolveHeader(path) !== 'full')).toEqual([]);
});

it("hides the shop's footer only on /register and /checkout [HD-19, HD-20]", () => {
  const pathsWithoutFooter = ['/register', '/checkout', '/browse', '/success', '/account', '/404'].filter(
    (path) => !resolveChrome(path).footer,
  );
  expect(pathsWithoutFooter).toEqual(['/register', '/checkout']);
});

it('gives the recipient page and the demo phone neither header nor footer', () => {
  expect(resolveChrome('/card/abc')).toMatchObject({ header: 'none', footer: false });
  expect(resolveChrome('/phone')).toMatchObject({ header: 'none', footer: false });
});
