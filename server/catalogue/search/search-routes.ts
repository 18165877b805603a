import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { defineRoute } from '../../http/define-route.ts';
import { clientKeyOf } from '../../kernel/client-key.ts';
import { tooMany } from '../../kernel/errors.ts';
import { createRateLimiter } from '../../kernel/rate-limiter.ts';
import { facets, productsInOrder, search, suggest } from './search.ts';

/** Somebody who types fast asks three times a second for a while; a machine that copies the shop asks more. */
const SEARCHES = { most: 240, windowMs: 60_000 };

/**
 * Search, suggestions and what lists can be narrowed to: public and free of personal data, as the lists themselves are.
 */
export function registerSearch(app: FastifyInstance, context: Context): void {
  const toWait = createRateLimiter({ ...SEARCHES, clock: context.clock });

  defineRoute(app, context, 'GET mobiledigital/search', async ({ query, address }) => {
    const wait = toWait(clientKeyOf(address));
    return wait > 0 ? tooMany(wait) : { status: true, ...(await search(context, query)) };
  });

  defineRoute(app, context, 'GET mobiledigital/suggest', async ({ query, address }) => {
    const wait = toWait(clientKeyOf(address));
    return wait > 0 ? tooMany(wait) : { status: true, data: await suggest(context, query.q) };
  });

  defineRoute(app, context, 'GET mobiledigital/facets', async ({ query, address }) => {
    const wait = query.q === undefined ? 0 : toWait(clientKeyOf(address));
    return wait > 0 ? tooMany(wait) : { status: true, data: await facets(context, query) };
  });

  defineRoute(app, context, 'GET mobiledigital/products', async ({ query }) => ({
    status: true,
    data: await productsInOrder(context, query.ids.split(',').map(Number)),
  }));
}
