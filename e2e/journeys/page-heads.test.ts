import { describe, expect, it } from 'vitest';
import { fetchProduct, findTile, isSimple } from '../steps/catalogue.ts';
import { setUpShop } from '../steps/own-shop.ts';

const SHOP_WINDOW = ['/', '/browse', '/category/999999', '/search', '/product/999999', '/sellerprofile/nobody'];
const EVERY_PAGE = [
  ...SHOP_WINDOW,
  '/giftcard/add/x',
  '/giftcard/edit/x',
  '/giftcard/mmstemplates/x/x',
  '/giftcard/schedule/x/x',
  '/giftcard/sendnoworschedule/x/x',
  '/updateproduct/1',
  '/checkout',
  '/success',
  '/register',
  '/signin',
  '/expiredlink',
  '/autologin/x',
  '/account',
  '/account/addressinformation',
  '/account/addaddress',
  '/account/personaldetails',
  '/account/savedcards',
  '/account/orders',
  '/account/order/1',
  '/help',
  '/terms',
  '/privacy',
  '/card/nosuchcardnosuchcard',
  '/phone',
  '/offline',
  '/404',
  '/product/%E0%A4%A',
  '/autologin/abc%',
];

const PUBLIC = new Set([...SHOP_WINDOW, '/help', '/terms', '/privacy']);

describe('the server-rendered HTML of every page', () => {
  const { server } = setUpShop();

  it('renders one title per page, and keeps private and missing pages out of search engines', async () => {
    for (const path of EVERY_PAGE) {
      const answer = await fetch(server().url + path);
      const html = await answer.text();
      expect([path, answer.status < 500]).toEqual([path, true]);
      const titles = [...html.matchAll(/<title[^>]*>([^<]*)<\/title>/g)].map(([, words]) => words);
      expect([path, titles]).toEqual([path, [expect.stringMatching(/^(?!Unexpected Error).*Handsel/)]]);
      // Uses the final URL, because missing pages and expired links redirect.
      const { pathname } = new URL(answer.url);
      const secret = /^\/(card|autologin)\//.test(pathname);
      const robots = secret ? 'noindex, nofollow' : PUBLIC.has(pathname) ? null : 'noindex';
      expect([path, answer.headers.get('x-robots-tag')]).toEqual([path, robots]);
    }
  });

  it('shows a seller’s profile to visitors [RT-08, SP-01, SP-08]', async () => {
    const { seller } = await fetchProduct(server(), await findTile(server(), isSimple));
    const address = `${server().url}/sellerprofile/${seller.seller_url}`;
    const answer = await fetch(address);
    expect([answer.url, answer.status]).toEqual([address, 200]);
    const html = (await answer.text()).replaceAll('&amp;', '&');
    expect(html).toContain(`alt="Logo of ${seller.name}"`);
    expect(html).toMatch(/<article/);
  });
});
