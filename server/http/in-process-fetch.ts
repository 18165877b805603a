import type { FastifyInstance } from 'fastify';

/**
 * fetch for pages rendered on this server: the call goes through the same routes, checks and authorisation as one from a
 * browser, without a socket. Takes paths or absolute addresses; only /rest/ is reached. `sender` is the address of whoever
 * asked for the page: limits count for them and not for the server.
 */
export function inProcessFetch(app: FastifyInstance, sender: string): typeof fetch {
  return async (input, init) => {
    const request = new Request(new URL(input instanceof Request ? input.url : String(input), 'http://inside'), init);
    const { pathname, search } = new URL(request.url);
    if (!pathname.startsWith('/rest/'))
      throw new TypeError(`Only calls under /rest/ are answered in process, not ${pathname}.`);
    const body = request.method === 'GET' || request.method === 'HEAD' ? undefined : await request.text();
    const answer = await app.inject({
      method: request.method as 'GET',
      url: pathname + search,
      remoteAddress: sender,
      headers: Object.fromEntries(request.headers),
      ...(body ? { payload: body } : {}),
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
    return new Response(answer.rawPayload as unknown as BodyInit, { status: answer.statusCode, headers });
  };
}
