import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { isCleanText, registerCleanText } from './clean-text.ts';
import { registerErrors } from './errors.ts';

test.each([
  ['plain words and \u{1F381}', true],
  [{ list: [{ deep: 'fine' }], none: null, count: 3 }, true],
  ['a\0b', false],
  [{ list: [{ deep: 'half \ud800' }] }, false],
  [{ 'key\0': 1 }, false],
])('%j is clean: %s', (given, clean) => {
  expect(isCleanText(given)).toBe(clean);
});

test('refuses what the database cannot keep before a handler sees it, however deep it lies', async () => {
  const app = Fastify();
  registerErrors(app);
  registerCleanText(app);
  app.post('/', async () => 'handled');
  app.get('/', async () => 'handled');
  const deep = `${'['.repeat(50_000)}"\\u0000"${']'.repeat(50_000)}`;
  const headers = { 'content-type': 'application/json' };
  expect((await app.inject({ method: 'POST', url: '/', headers, payload: deep })).statusCode).toBe(400);
  expect((await app.inject({ url: '/?q=%00' })).statusCode).toBe(400);
  expect((await app.inject({ url: '/?q=words' })).statusCode).toBe(200);
  await app.close();
});
