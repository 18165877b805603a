import { waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { line } from '#gallery/fixtures/customer.ts';
import { KEY, singleCard } from '#gallery/fixtures/gift-cards.ts';
import { novel } from '#gallery/fixtures/products.ts';
import { createCartServer } from '#test/web/cart-server.ts';
import { openPage } from '#test/web/customer-page.ts';
import { openShop } from '#test/web/open-shop.ts';

const readMetaContent = (name: string) =>
  document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"], meta[property="${name}"]`)?.content;
const readCanonicalUrl = () =>
  document.head.querySelector<HTMLLinkElement>('link[rel=canonical]')?.getAttribute('href');

describe('page head', () => {
  it.each([
    ['/', '/'],
    ['/browse?price_max=60&sort=name', '/browse'],
    ['/privacy', '/privacy'],
    ['/terms', '/terms'],
  ])('gives the page %s one title, description and canonical URL', async (url, path) => {
    await openShop({ url });
    expect(document.title).toMatch(/\|.*Handsel|Handsel.*\|/);
    expect(readMetaContent('og:title')).toBe(document.title);
    expect(readMetaContent('description')).toBe(readMetaContent('og:description'));
    expect(readMetaContent('description')?.length).toBeGreaterThan(20);
    expect(readCanonicalUrl()).toBe(`${location.origin}${path}`);
    expect(readMetaContent('og:url')).toBe(readCanonicalUrl());
    expect(readMetaContent('og:image')).toBe(`${location.origin}/share.jpg`);
    expect(readMetaContent('robots')).toBeUndefined();
  });

  it.each(['/search?q=mug', '/register', '/signin', '/expiredlink'])('keeps %s out of search engines', async (path) => {
    const session = path === '/register' ? { jwt: 'a', mobile: '+61412345678', new_user: true } : {};
    await openShop({ url: path, session });
    expect(readMetaContent('robots')).toBe('noindex');
    expect(readCanonicalUrl()).toBeUndefined();
  });

  it('replaces the URL, image and title completely on the next page', async () => {
    const { page, user } = await openShop({ url: '/browse' });
    expect(readCanonicalUrl()).toBe(`${location.origin}/browse`);
    const tile = await page.findByRole('article', { name: 'Tide & Kiln Studio Shelf Card' });
    await user.click(within(tile).getByRole('link'));
    await waitFor(() => expect(readCanonicalUrl()).toBe(`${location.origin}/product/1`));
    expect(readMetaContent('og:url')).toBe(readCanonicalUrl());
    expect(readMetaContent('og:image')).toMatch(/\/share\/card-tide-studio-shelf\.jpg\?v=/);
    expect(document.title).toBe('Tide & Kiln Studio Shelf Card | Handsel Gift Cards');
    for (const single of ['title', 'link[rel=canonical]', 'meta[property="og:url"]', 'meta[property="og:image"]'])
      expect([single, document.head.querySelectorAll(single)]).toEqual([
        single,
        expect.objectContaining({ length: 1 }),
      ]);
  });

  it("shares a product page with the product's own image and name", async () => {
    await openShop({ url: '/product/1' });
    await waitFor(() => expect(readMetaContent('og:image')).toBeDefined());
    expect(readMetaContent('og:image')).toMatch(/\/share\/[^/]+\.jpg\?v=/);
    expect(readMetaContent('og:image:alt')).toBeTruthy();
    expect(readCanonicalUrl()).toBe(`${location.origin}/product/1`);
  });
});

describe('page title', () => {
  it.each([
    [`/giftcard/schedule/${KEY}/${KEY}`, 'Schedule Gift Card', 'Where is your friend?'],
    [`/giftcard/sendnoworschedule/${KEY}/${KEY}`, 'Gift Card Preview', 'Deliver To'],
    ['/updateproduct/6', 'Salt on the Line', 'Update Cart'],
  ])('opens %s with the heading %s and one title [RT-23, RT-28, RT-34]', async (path, heading, shows) => {
    const { page } = await openPage({
      url: path,
      shows,
      giftCards: singleCard(),
      answers: { ...createCartServer([line(6, novel())]) },
    });
    expect(page.getByRole('heading', { level: 1 }).textContent).toBe(heading);
    expect(document.head.querySelectorAll('title')).toHaveLength(1);
    expect(document.title).toMatch(/ \| Handsel Gift Cards$/);
  });
});
