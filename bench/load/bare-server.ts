// Upper limit for reads: a Fastify server that returns recorded bytes and headers.
import Fastify from 'fastify';
import type { Recorded } from './recorded.ts';

const app = Fastify();
const answers = new Map<string, Recorded>();

app.get('/*', (request, reply) => {
  const recorded = answers.get(request.url);
  if (!recorded) return reply.code(404).send();
  return reply.headers(recorded.headers).send(recorded.body);
});

process.on('message', async (recorded: Recorded[]) => {
  for (const answer of recorded) answers.set(answer.path, answer);
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  process.send?.(app.listeningOrigin);
});
