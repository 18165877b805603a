import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { registerMessageHooks } from './message-hooks.ts';

it('logs a rejected carrier callback by its route, without the secret in the URL', async () => {
  const lines: string[] = [];
  const app = Fastify({ loggerInstance: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }) });
  const path = '/hooks/messages/carrier/:secret/receipts';
  await registerMessageHooks(app as unknown as FastifyInstance, {
    [path]: { isFromCarrier: () => false, take: async () => 'taken' },
  });
  const url = path.replace(':secret', 'a-guess');
  expect((await app.inject({ method: 'POST', url, payload: 'x' })).statusCode).toBe(403);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'carrier_hook.refused', call: path, security: true },
  ]);
  expect(lines.join()).not.toContain('a-guess');
  await app.close();
});
