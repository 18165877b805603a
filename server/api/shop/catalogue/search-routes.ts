import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { computeFacets } from '#server/domain/catalogue/search/facets.ts';
import { listProductsInOrder, search, suggest } from '#server/domain/catalogue/search/search.ts';
import { defineRoute } from '#server/platform/http/define-route.ts';

export function registerSearch(app: FastifyInstance, context: Context): void {
  defineRoute(app, context, 'GET mobiledigital/search', async ({ query }) => ({
    status: true,
    ...(await search(context, query)),
  }));

  defineRoute(app, context, 'GET mobiledigital/suggest', async ({ query }) => ({
    status: true,
    data: await suggest(context, query.q),
  }));

  defineRoute(app, context, 'GET mobiledigital/facets', async ({ query }) => ({
    status: true,
    data: await computeFacets(context, query),
  }));

  defineRoute(app, context, 'GET mobiledigital/products', async ({ query }) => ({
    status: true,
    data: await listProductsInOrder(context, query.ids.split(',').map(Number)),
  }));
}
