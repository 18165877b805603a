import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { tooMany } from '../http/failures.ts';
import { serve } from '../http/serve.ts';
import { senderOf } from '../sign-in/sender.ts';
import { createTally } from '../sign-in/tally.ts';
import { facets, productsInOrder, search, suggest } from './search.ts';

/** Somebody who types fast asks three times a second for a while; a machine that copies the shop asks more. */
const SEARCHES = { most: 240, windowMs: 60_000 };

/** Search, suggestions and what lists can be narrowed to: public and free of personal data, as the lists themselves are. */
export function registerFinding(app: FastifyInstance, context: Context): void {
  const toWait = createTally({ ...SEARCHES, clock: context.clock });

  serve(app, context, 'GET mobiledigital/search', async ({ query, address }) => {
    const wait = toWait(senderOf(address));
    return wait > 0 ? tooMany(wait) : { status: true, ...(await search(context, query)) };
  });

  serve(app, context, 'GET mobiledigital/suggest', async ({ query, address }) => {
    const wait = toWait(senderOf(address));
    return wait > 0 ? tooMany(wait) : { status: true, data: await suggest(context, query.q) };
  });

  serve(app, context, 'GET mobiledigital/facets', async ({ query, address }) => {
    const wait = query.q === undefined ? 0 : toWait(senderOf(address));
    return wait > 0 ? tooMany(wait) : { status: true, data: await facets(context, query) };
  });

  serve(app, context, 'GET mobiledigital/products', async ({ query }) => ({
    status: true,
    data: await productsInOrder(context, query.ids.split(',').map(Number)),
  }));
}
