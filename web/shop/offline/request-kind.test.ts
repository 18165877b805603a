import { describe, expect, it } from 'vitest';
import { APPS_BESIDE_SHOP } from '#contract/apps.ts';
import { GIFT_STEP_PAGES, giftStepPage, requestKind } from './request-kind.ts';

const origin = 'https://shop.test';
const classify = (path: string, request: { navigates?: boolean; signedIn?: boolean } = {}) =>
  requestKind({ url: new URL(path, origin), origin, navigates: false, signedIn: false, ...request });

describe('request kinds', () => {
  it.each([
    ['/assets/root-abc.js', 'asset'],
    ['/media/teapot/640.avif?v=1', 'picture'],
    ['/rest/default/V1/mobiledigital/product?product_id=7', 'call'],
    ['/rest/default/V1/mobiledigital/browseProducts?page=2', 'call'],
  ])('classifies %s as %s', (path, expected) => {
    expect(classify(path)).toBe(expected);
  });

  it.each(['/', '/browse', '/category/3', '/product/7?utm_source=x', '/sellerprofile/corner'])(
    'classifies %s as a public page',
    (path) => {
      expect(classify(path, { navigates: true })).toBe('public page');
    },
  );

  it('leaves the pages of other apps unhandled', () => {
    for (const app of APPS_BESIDE_SHOP.flatMap((name) => [`/${name}`, `/${name}/`, `/${name}/orders`]))
      expect([app, classify(app, { navigates: true })]).toEqual([app, 'unhandled']);
    expect(classify('/sellerprofile/kiln', { navigates: true })).toBe('public page');
  });

  it.each([
    '/account',
    '/checkout',
    '/card/secret/google-wallet',
    '/autologin/abc',
    '/success',
    '/signin',
    '/phone',
    '/docs',
  ])('classifies %s as a private page, which is never cached', (path) => {
    expect(classify(path, { navigates: true })).toBe('page');
  });

  it.each([
    '/rest/default/V1/carts/mine',
    '/rest/default/V1/customers/me',
    '/rest/default/V1/mobiledigital/orders',
    '/rest/default/V1/mobiledigital/card?secret=abc',
    '/rest/default/V1/mobiledigital/places?q=1',
    '/media/teapot/640.avif',
    '/service-worker.js',
    'https://js.stripe.com/assets/v3.js',
  ])('leaves %s unhandled', (path) => {
    expect(classify(path)).toBe('unhandled');
  });

  it('distinguishes gift card pages and their drawings from other pages', () => {
    expect(classify('/card/s3cret-_', { navigates: true })).toBe('card page');
    expect(classify('/card/s3cret-_/words.svg')).toBe('card drawing');
    expect(classify('/card/s3cret-_/apple.pkpass', { navigates: true })).toBe('page');
  });

  it('does not cache a call that has a bearer token', () => {
    expect(classify('/rest/default/V1/mobiledigital/product?product_id=7', { signedIn: true })).toBe('unhandled');
  });

  it('maps all gift cards to one empty page per step', () => {
    expect(classify('/giftcard/add/abc', { navigates: true })).toBe('gift step');
    expect(giftStepPage('/giftcard/mmstemplates/abc/def')).toBe('/giftcard/mmstemplates/-/-');
    expect(GIFT_STEP_PAGES).toContain(giftStepPage('/giftcard/add/abc'));
    expect(classify('/giftcard/edit/12', { navigates: true })).toBe('page');
  });
});
