import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Builds the URL from `publicUrl`, because clients control the Host header. The signal stops rendering when the client
 * disconnects.
 */
export function asWebRequest(request: FastifyRequest, reply: FastifyReply, publicUrl: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  const left = new AbortController();
  // Listens to the response, because `request.raw` closes as soon as it has been read.
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) left.abort();
  });
  return new Request(new URL(publicUrl + request.url), { method: request.method, headers, signal: left.signal });
}
