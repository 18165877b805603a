import { expect, test } from 'vitest';
import { ownShop } from '../steps/own-shop.ts';

const { server } = ownShop();

/** Bytes of code a page asks for before it can be used, as they travel. */
async function codeOf(path: string): Promise<number> {
  const html = await (await fetch(server().url + path)).text();
  const files = new Set(html.match(/\/assets\/[\w.~-]+\.js/g));
  const sizes = [...files].map(async (file) => {
    const { headers } = await fetch(server().url + file, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
    expect([file, headers.get('content-encoding')]).toEqual([file, 'br']);
    return Number(headers.get('content-length'));
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test.each([
  ['the shop window is light: at most 134 kB of code on /browse', '/browse', 133_550],
  ['so is a product page, where many links from outside lead', '/product/1', 137_700],
])('%s', async (_what, path, most) => {
  const bytes = await codeOf(path);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(most);
});

test.each([
  ['/browse', 8_450, 39_950],
  ['/product/1', 7_850, 28_400],
  ['/category/1', 6_450, 24_000],
])('the HTML of %s is at most %i bytes on its way, and %i on the phone', async (path, mostSent, mostRead) => {
  const answer = await fetch(server().url + path, { headers: { 'accept-encoding': 'br' } });
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(Number(answer.headers.get('content-length'))).toBeLessThan(mostSent);
  expect((await answer.arrayBuffer()).byteLength).toBeLessThan(mostRead);
});

test('what lies over a page, the words of errors and forms come when the page is there, and a worker keeps them', async () => {
  const LATER = /\/assets\/(later|forms)-[\w-]+\.js/g;
  const text = async (path: string) => await (await fetch(server().url + path)).text();
  for (const path of ['/browse', '/category/1', '/search', '/product/1']) {
    const asked = /data-preload="([^"]*)"/.exec(await text(path))?.[1];
    expect([path, asked]).toEqual([path, expect.stringContaining('/assets/')]);
    expect([path, asked?.match(LATER)]).toEqual([path, null]);
  }
  expect(new Set((await text('/service-worker.js')).match(LATER)).size).toBe(2);
});

test('a screen loads its own part only: home brings little more than /browse', async () => {
  expect(await codeOf('/terms')).toBeLessThan((await codeOf('/browse')) + 8_000);
  expect(await codeOf('/')).toBeLessThan((await codeOf('/browse')) + 16_000);
});

test('a phone in the shop loads nothing of the till, and its worker keeps nothing of it', async () => {
  const TILL = /\/(till|ponyfill|zxing)[\w.-]*\.(js|css|wasm)/;
  const paths = [
    '/',
    '/browse',
    '/search',
    '/terms',
    '/checkout',
    '/signin',
    '/account',
    '/offline',
    '/service-worker.js',
  ];
  const texts = await Promise.all(paths.map(async (path) => [path, await (await fetch(server().url + path)).text()]));
  expect(texts.filter(([, text]) => TILL.test(text ?? '')).map(([path]) => path)).toEqual([]);
  expect(await (await fetch(`${server().url}/till`)).text()).toMatch(TILL);
});

test('a till is hardly heavier, without what reads barcodes where the browser cannot', async () => {
  expect(await codeOf('/till')).toBeLessThan((await codeOf('/browse')) + 16_000);
});

test('the page itself asks for no code, and for its first picture before the others', async () => {
  const html = await (await fetch(`${server().url}/browse`)).text();
  expect(html).not.toMatch(/<link rel="modulepreload"|<script[^>]* (src|type="module")/);
  expect(html).toMatch(/<img[^>]*fetchPriority="high"/);
});
