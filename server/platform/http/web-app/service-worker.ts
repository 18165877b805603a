import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { operatorError } from '#server/platform/kernel/operator-error.ts';
import type { Settings } from '#server/settings.ts';

const LAST_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
})()));
`;

const WORKERS = { '/service-worker.js': 'service-worker.js', '/till-worker.js': 'till/worker.js' };

/** With OFFLINE=off, browsers remove the service worker at the next visit. Development never has one. */
export async function registerWorkers(app: FastifyInstance, settings: Settings): Promise<void> {
  for (const [address, file] of Object.entries(WORKERS)) {
    const worker = settings.OFFLINE === 'on' ? await readBuiltWorker(settings, file) : LAST_WORKER;
    app.get(address, { schema: { hide: true } }, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(worker),
    );
  }
}

function readBuiltWorker({ BRAND }: Settings, file: string): Promise<Buffer> {
  return readFile(resolve('build', BRAND, file)).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause;
    const sentence = `${file} is not built for BRAND=${BRAND}. Start it with npm start, or set OFFLINE=off.`;
    throw operatorError({ code: 'not-built', sentence, cause });
  });
}
