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

test('the shop window is light: at most 150 kB of code on /browse', async () => {
  const bytes = await codeOf('/browse');
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(150_000);
});

test('a screen loads its own part only: home brings no more than /browse and its own', async () => {
  expect(await codeOf('/terms')).toBeLessThan((await codeOf('/browse')) + 8_000);
  expect(await codeOf('/')).toBeLessThan((await codeOf('/browse')) + 12_000);
});

test('code is asked for after the pictures on screen', async () => {
  const html = await (await fetch(`${server().url}/browse`)).text();
  const code = html.match(/<link rel="modulepreload"[^>]*>/g) ?? [];
  expect(code.length).toBeGreaterThan(3);
  expect(code.filter((link) => !link.includes('fetchPriority="low"'))).toEqual([]);
  expect(html).toMatch(/<img[^>]*fetchPriority="high"/);
});
