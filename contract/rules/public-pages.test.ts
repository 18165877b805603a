import { expect, it } from 'vitest';
import { isPublicPage } from './public-pages.ts';

it('treats pages for browsing as public', () => {
  const pages = ['/', '/browse', '/browse/', '/search', '/help', '/terms', '/privacy', '/category/12', '/product/7'];
  expect([...pages, '/sellerprofile/corner-shop'].filter((path) => !isPublicPage(path))).toEqual([]);
});

it('treats personal and secret pages as private', () => {
  const pages = [
    '/account',
    '/account/orders',
    '/checkout',
    '/success',
    '/signin',
    '/register',
    '/expiredlink',
    '/autologin/abc',
    '/giftcard/add/1',
    '/updateproduct/1',
    '/card/secret',
    '/phone',
    '/404',
    '/product/x',
    '/product/1/x',
    '/rest/default/V1/carts/mine',
    '//browse',
    '',
  ];
  expect(pages.filter(isPublicPage)).toEqual([]);
});
