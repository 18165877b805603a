import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { listRedemptions } from '#server/domain/gift-cards/counter/list-redemptions.ts';
import {
  authorise,
  capture,
  checkCard,
  redeem,
  release,
  reverse,
} from '#server/domain/gift-cards/counter/spend-at-counter.ts';
import { checkTillLink, enrolTill } from '#server/domain/sellers/keys/counter-keys.ts';
import { defineRoute } from '#server/platform/http/define-route.ts';

export function registerCounter(app: FastifyInstance, context: Context): void {
  defineRoute(app, context, 'POST seller/giftcards/check', ({ counter, body }) =>
    checkCard(context, { counter, input: body }),
  );
  defineRoute(app, context, 'POST seller/giftcards/authorise', ({ counter, idempotency, body }) =>
    authorise(context, { counter, idempotency, input: body }),
  );
  defineRoute(app, context, 'POST seller/giftcards/holds/{hold}/capture', ({ counter, idempotency, params, body }) =>
    capture(context, { counter, idempotency, input: { ...params, ...body } }),
  );
  defineRoute(app, context, 'POST seller/giftcards/holds/{hold}/release', ({ counter, idempotency, params }) =>
    release(context, { counter, idempotency, input: params }),
  );
  defineRoute(app, context, 'POST seller/giftcards/redeem', ({ counter, idempotency, body }) =>
    redeem(context, { counter, idempotency, input: body }),
  );
  defineRoute(app, context, 'POST seller/giftcards/redemptions/{id}/reverse', (request) =>
    reverse(context, { ...request, input: { ...request.params, ...request.body } }),
  );
  defineRoute(app, context, 'GET seller/giftcards/redemptions', async ({ counter, query }) =>
    listRedemptions(context, { counter, cursor: query.cursor, since: query.since, until: query.until }),
  );
  defineRoute(app, context, 'POST seller/till/check', ({ body }) => checkTillLink(context, body));
  defineRoute(app, context, 'POST seller/till/enrol', ({ body }) => enrolTill(context, body));
}
