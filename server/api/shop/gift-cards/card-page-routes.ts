import type { FastifyInstance } from 'fastify';
import { readOrderId } from '#contract/rules/order-number.ts';
import type { Context } from '#server/context.ts';
import {
  drawCardWords,
  loadCardPage,
  loadPrintedCard,
  markOpened,
} from '#server/domain/gift-cards/card-page/card-page.ts';
import { cardChangeError } from '#server/domain/gift-cards/details/card-change-error.ts';
import { parseId } from '#server/domain/gift-cards/details/parse-details-json.ts';
import { thankGiver } from '#server/domain/gift-cards/thanks/thank-giver.ts';
import { defineRoute, sendError } from '#server/platform/http/define-route.ts';
import { appError, statusFalseError } from '#server/platform/kernel/errors.ts';

export function registerCardPage(app: FastifyInstance, context: Context): void {
  defineRoute(app, context, 'GET mobiledigital/card', async ({ query }) => loadCardPage(context, query.secret));
  defineRoute(app, context, 'POST mobiledigital/cardopened', async ({ body }) => ({
    status: await markOpened(context, body.secret),
  }));
  defineRoute(app, context, 'POST mobiledigital/thankgiver', ({ body }) => thankGiver(context, body));
  defineRoute(app, context, 'GET mobiledigital/printcard', async (call) => {
    const { query, customer, unverified } = call;
    const order = readOrderId(query.order_id);
    const detailsId = parseId(query.gift_card_details_id);
    if (!order || detailsId === null) return statusFalseError();
    const { customerId } = customer;
    const now = context.clock.now();
    const error = await cardChangeError(context.database.orm, { customerId, id: detailsId, unverified, now });
    if (error) return error;
    const data = await loadPrintedCard(context, { customerId, order, detailsId });
    return data ? { status: true, data } : statusFalseError();
  });
  // Never cached, because only the recipient may read the gift message in the picture.
  app.get<{ Params: { secret: string } }>(
    '/card/:secret(^[\\w-]{1,100}$)/words.svg',
    { schema: { hide: true } },
    async (request, reply) => {
      const svg = await drawCardWords(context, request.params.secret);
      return svg ? reply.type('image/svg+xml').send(svg) : sendError(reply, appError('no_route'));
    },
  );
}
