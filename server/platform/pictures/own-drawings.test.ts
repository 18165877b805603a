import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop('embedded');
});
afterAll(() => shop.close());

const used = ['web/shared/brand/illustration.tsx', 'web/shop/sign-in/secure-picture.tsx'].flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/^ {2}'?([a-z-]+)'?: '#|id: '([a-z-]+)'/gm)].map(
    ([, key, id]) => key ?? id ?? '',
  ),
);

it("serves the drawings of the shop's own screens even without a catalogue", async () => {
  expect(used).toEqual(['empty-cart', 'empty-orders', 'not-found', 'error', 'secure-mobile']);
  expect(await shop.stored.all('pictures', { id: used })).toEqual([]);
  for (const id of used) {
    const answer = await shop.app.inject(`/media/${id}/160.webp`);
    expect([id, answer.statusCode, answer.headers['content-type']]).toEqual([id, 200, 'image/webp']);
  }
  expect((await shop.app.inject('/media/nothing/160.webp')).statusCode).toBe(404);
});
