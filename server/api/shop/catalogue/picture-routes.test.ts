import Fastify from 'fastify';
import { expect, it } from 'vitest';
import type { PictureQuery } from '#server/platform/pictures/resize.ts';
import { registerPictures } from './picture-routes.ts';

function createApp() {
  const app = Fastify();
  const queries: PictureQuery[] = [];
  const picture = { bytes: Buffer.from('bytes'), contentType: 'image/avif', etag: '"e1"', version: 'v7' };
  const render = async (query: PictureQuery) => {
    queries.push(query);
    if (query.id === 'missing') return null;
    return { ...picture, contentType: query.format === 'jpg' ? 'image/jpeg' : picture.contentType };
  };
  registerPictures(app, { resizer: { render, idle: async () => undefined } });
  return { app, queries };
}

it('lets clients cache a picture forever if its URL has the current version', async () => {
  const { app, queries } = createApp();
  const answer = await app.inject('/media/sunny-card/640.avif?v=v7');
  expect(answer.statusCode).toBe(200);
  expect(answer.rawPayload).toEqual(Buffer.from('bytes'));
  expect(answer.headers).toMatchObject({
    'content-type': 'image/avif',
    'content-length': '5',
    'cache-control': 'public, max-age=31536000, immutable',
    etag: '"e1"',
    'x-content-type-options': 'nosniff',
  });
  expect(answer.headers['cross-origin-resource-policy']).toBeUndefined();
  expect(queries).toEqual([{ id: 'sunny-card', width: 640, format: 'avif', version: 'v7' }]);
});

it('lets clients cache a picture for an hour if its URL lacks the current version', async () => {
  const { app } = createApp();
  for (const query of ['', '?v=v6', '?v=', '?v=v7&v=v7', '?v=..%2F..']) {
    const answer = await app.inject(`/media/a/320.webp${query}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('public, max-age=3600, stale-while-revalidate=86400');
  }
});

it('lets carriers fetch the JPEG from any origin', async () => {
  const { app } = createApp();
  const answer = await app.inject('/media/a/640.jpg');
  expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin');
  expect(answer.headers['content-type']).toBe('image/jpeg');
});

it('responds to a matching ETag without the bytes of the picture', async () => {
  const { app } = createApp();
  for (const ifNoneMatch of ['"e1"', 'W/"e1"', '"e0", "e1"']) {
    const answer = await app.inject({ url: '/media/a/640.webp', headers: { 'if-none-match': ifNoneMatch } });
    expect([answer.statusCode, answer.payload]).toEqual([304, '']);
    expect(answer.headers.etag).toBe('"e1"');
  }
});

it('returns the size of a picture in response to HEAD', async () => {
  const { app } = createApp();
  const answer = await app.inject({ method: 'HEAD', url: '/media/a/640.webp' });
  expect([answer.statusCode, answer.headers['content-length'], answer.payload]).toEqual([200, '5', '']);
});

it('responds with 404 to any other path, without calling the resizer', async () => {
  const { app, queries } = createApp();
  const refused = [
    '/media/a/641.webp',
    '/media/a/0640.webp',
    '/media/a/640.gif',
    '/media/a/640.svg',
    '/media/a/640.webp.jpg',
    '/media/a/640',
    '/media/A/640.webp',
    '/media/-a/640.webp',
    '/media/a_b/640.webp',
    '/media/..%2Fa/640.webp',
    '/media/a%00/640.webp',
    `/media/${'a'.repeat(82)}/640.webp`,
  ];
  for (const url of refused) {
    const answer = await app.inject(url);
    expect([url, answer.statusCode, answer.json()]).toEqual([
      url,
      404,
      { code: 'picture_unknown', message: 'There is no such picture.' },
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
  }
  expect(queries).toEqual([]);
  expect((await app.inject('/media/missing/640.webp')).statusCode).toBe(404);
});
