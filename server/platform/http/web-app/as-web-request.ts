import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The address is built from PUBLIC_URL, never from a header a stranger can write. Its signal ends the rendering of a
 * page whose reader has left.
 */
export function asWebRequest(request: FastifyRequest, reply: FastifyReply, publicUrl: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  const left = new AbortController();
  // Not of request.raw: that closes as soon as it has been read.
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) left.abort();
  });
  return new Request(new URL(publicUrl + request.url), { method: request.method, headers, signal: left.signal });
}
