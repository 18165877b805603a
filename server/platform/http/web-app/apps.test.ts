import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { APPS_BESIDE_SHOP } from '#contract/apps.ts';
import { isOperatorError } from '#server/platform/kernel/operator-error.ts';
import { registerApps, registerPage } from './apps.ts';

const PAGE = '<!doctype html><html lang="en-AU" data-offline="off">';

it.each([
  ['', 'en-AU'],
  ['de-CH,de;q=0.9', 'de'],
  ['fr', 'en-AU'],
])('sets the language of an app page from Accept-Language %j', async (accepted, language) => {
  const app = Fastify();
  registerPage(app, { name: 'till', offline: 'on' }, async () => PAGE);
  const { headers, payload } = await app.inject({ url: '/till', headers: { 'accept-language': accepted } });
  expect(payload).toBe(PAGE.replace('en-AU', language).replace('"off"', '"on"'));
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-language, cookie',
  });
});

it('prefers the language that the user chose to the language of the browser', async () => {
  const app = Fastify();
  registerPage(app, { name: 'till', offline: 'on' }, async () => PAGE);
  const headers = { 'accept-language': 'en', cookie: 'language=de' };
  expect((await app.inject({ url: '/till', headers })).payload).toContain('lang="de"');
});

it.each(['operator', 'seller'] as const)(
  'serves the page of /%s in English for every browser language',
  async (name) => {
    const app = Fastify();
    registerPage(app, { name, offline: 'on' }, async () => PAGE);
    const { headers, payload } = await app.inject({ url: `/${name}`, headers: { 'accept-language': 'de' } });
    expect([payload, headers.vary]).toEqual([PAGE, undefined]);
  },
);

it('throws a one-sentence error for an app that was not built', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'handsel-unbuilt-'));
  const cwdSpy = vi.spyOn(process, 'cwd').mockReturnValue(folder);
  const refused: unknown = await registerApps(Fastify(), { BRAND: 'product', OFFLINE: 'on' }).catch((error) => error);
  cwdSpy.mockRestore();
  rmSync(folder, { recursive: true });
  const sentence = `The page /${APPS_BESIDE_SHOP[0]} is not built for BRAND=product. Start it with npm start.`;
  expect(isOperatorError(refused) && refused.message).toBe(sentence);
});
