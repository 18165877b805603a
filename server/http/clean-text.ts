import type { FastifyInstance } from 'fastify';
import { appError } from '../kernel/errors.ts';
import { isCleanText } from '../kernel/text.ts';
import { sendError } from './define-route.ts';

/**
 * Rejects texts that the database cannot keep with 400 before any handler: they would only be found out by the
 * database, as a 500. Nothing has a name with one in it, so the path of a call that has is 404; pages say so in their
 * own way.
 */
export function registerCleanText(app: FastifyInstance): void {
  app.addHook('preHandler', async (request, reply) => {
    const isCall = request.routeOptions.url?.startsWith('/rest/');
    if (isCall && !isCleanText(request.params)) return sendError(reply, appError('no_route'));
    if (!isCleanText([request.query, request.body])) return sendError(reply, appError('unreadable_text'));
  });
}
