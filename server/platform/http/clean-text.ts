import type { FastifyInstance } from 'fastify';
import { appError } from '#server/platform/kernel/errors.ts';
import { isCleanText } from '#server/platform/kernel/text.ts';
import { sendError } from './define-route.ts';

/** Rejects text that PostgreSQL cannot store: with 404 in the path of an API call, otherwise with 400. */
export function registerCleanText(app: FastifyInstance): void {
  app.addHook('preHandler', async (request, reply) => {
    const isCall = request.routeOptions.url?.startsWith('/rest/');
    if (isCall && !isCleanText(request.params)) return sendError(reply, appError('no_route'));
    if (!isCleanText([request.query, request.body])) return sendError(reply, appError('unreadable_text'));
  });
}
