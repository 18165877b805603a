import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { defineRoute } from '../../http/define-route.ts';
import { cardPage, markOpened } from './card-page.ts';

export function registerCardPage(app: FastifyInstance, context: Context): void {
  defineRoute(app, context, 'GET mobiledigital/card', async ({ query }) => cardPage(context, query.secret));
  defineRoute(app, context, 'POST mobiledigital/cardopened', async ({ body }) => ({
    status: await markOpened(context, body.secret),
  }));
}
