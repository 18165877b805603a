import { waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openShop } from '#test/web/open-shop.ts';

const content = (name: string) =>
  document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"], meta[property="${name}"]`)?.content;
const canonical = () => document.head.querySelector<HTMLLinkElement>('link[rel=canonical]')?.getAttribute('href');

describe('what search engines and messengers are told', () => {
  test.each([
    ['/', '/'],
    ['/browse?price_max=60&sort=name', '/browse'],
    ['/privacy', '/privacy'],
    ['/terms', '/terms'],
  ])('%s has one title, its own words and one address', async (at, path) => {
    await openShop({ at });
    expect(document.title).toMatch(/\|.*Handsel|Handsel.*\|/);
    expect(content('og:title')).toBe(document.title);
    expect(content('description')).toBe(content('og:description'));
    expect(content('description')?.length).toBeGreaterThan(20);
    expect(canonical()).toBe(`${location.origin}${path}`);
    expect(content('og:url')).toBe(canonical());
    expect(content('og:image')).toBe(`${location.origin}/share.jpg`);
    expect(content('robots')).toBeUndefined();
  });

  test.each(['/search?q=mug', '/register', '/signin', '/expiredlink'])(
    '%s is kept out of search engines',
    async (at) => {
      const session = at === '/register' ? { jwt: 'a', mobile: '+61412345678', new_user: true } : {};
      await openShop({ at, session });
      expect(content('robots')).toBe('noindex');
      expect(canonical()).toBeUndefined();
    },
  );

  test('a product shares its own picture, under its name', async () => {
    await openShop({ at: '/product/1' });
    await waitFor(() => expect(content('og:image')).toBeDefined());
    expect(content('og:image')).toMatch(/\/share\/[^/]+\.jpg\?v=/);
    expect(content('og:image:alt')).toBeTruthy();
    expect(canonical()).toBe(`${location.origin}/product/1`);
  });
});
