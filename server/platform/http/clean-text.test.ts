import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { cleanText, isCleanText } from '#server/platform/kernel/text.ts';
import { registerCleanText } from './clean-text.ts';
import { registerErrors } from './errors.ts';

it.each([
  ['plain words and \u{1F381}', true],
  [{ list: [{ deep: 'fine' }], none: null, count: 3 }, true],
  ['a\0b', false],
  [{ list: [{ deep: 'half \ud800' }] }, false],
  [{ 'key\0': 1 }, false],
])('reports whether %j is clean text: %s', (value, clean) => {
  expect(isCleanText(value)).toBe(clean);
});

it('cleans text from other systems and leaves other values unchanged', () => {
  const date = new Date(0);
  const dirtyValue = { 'key\0': ['a\0b', 'half \ud800', { deep: '\0' }], count: 3, none: null, at: date };
  const clean = { 'key\uFFFD': ['a\uFFFDb', 'half \uFFFD', { deep: '\uFFFD' }], count: 3, none: null, at: date };
  expect(cleanText(dirtyValue)).toEqual(clean);
  expect(isCleanText(cleanText(dirtyValue))).toBe(true);
});

it('rejects text that PostgreSQL cannot store, at any depth, before the handler runs', async () => {
  const app = Fastify();
  registerErrors(app);
  registerCleanText(app);
  app.post('/', async () => 'handled');
  app.get('/', async () => 'handled');
  app.get('/rest/:id', async () => 'handled');
  app.get('/card/:link', async () => 'a page of its own');
  const deep = `${'['.repeat(50_000)}"\\u0000"${']'.repeat(50_000)}`;
  const headers = { 'content-type': 'application/json' };
  expect((await app.inject({ method: 'POST', url: '/', headers, payload: deep })).statusCode).toBe(400);
  expect((await app.inject({ url: '/?q=%00' })).statusCode).toBe(400);
  expect((await app.inject({ url: '/rest/%00' })).statusCode).toBe(404);
  expect((await app.inject({ url: '/card/%00' })).body).toBe('a page of its own');
  expect((await app.inject({ url: '/?q=words' })).statusCode).toBe(200);
  await app.close();
});
