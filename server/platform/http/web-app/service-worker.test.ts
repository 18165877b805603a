import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { isOperatorError } from '#server/platform/kernel/operator-error.ts';
import { readSettings } from '#server/settings.ts';
import { registerWorkers } from './service-worker.ts';

it('serves a service worker that removes itself and its caches when OFFLINE=off', async () => {
  const app = Fastify();
  await registerWorkers(app, readSettings({ OFFLINE: 'off' }));
  const { headers, payload } = await app.inject('/service-worker.js');
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-type']).toMatch(/^text\/javascript/);
  const done: string[] = [];
  const handlers: Record<string, (event: { waitUntil(work: Promise<unknown>): void }) => void> = {};
  const worker = {
    addEventListener: (name: string, handler: (typeof handlers)[string]) => (handlers[name] = handler),
    skipWaiting: () => done.push('skips waiting'),
    registration: { unregister: async () => done.push('unregisters') },
  };
  const caches = { keys: async () => ['pages', 'assets'], delete: async (name: string) => done.push(`drops ${name}`) };
  new Function('self', 'caches', payload)(worker, caches);
  let work: Promise<unknown> = Promise.resolve();
  for (const name of ['install', 'activate']) handlers[name]?.({ waitUntil: (promise) => (work = promise) });
  await work;
  expect(done).toEqual(['skips waiting', 'drops pages', 'drops assets', 'unregisters']);
});

it('throws a one-sentence error for a worker that was not built', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'handsel-unbuilt-'));
  const cwdSpy = vi.spyOn(process, 'cwd').mockReturnValue(folder);
  const refused: unknown = await registerWorkers(Fastify(), readSettings({})).catch((error) => error);
  cwdSpy.mockRestore();
  rmSync(folder, { recursive: true });
  expect(isOperatorError(refused) && refused.message).toBe(
    'service-worker.js is not built for BRAND=giftcard. Start it with npm start, or set OFFLINE=off.',
  );
});
