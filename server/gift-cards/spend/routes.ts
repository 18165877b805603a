import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { unprovedSession } from '../../customers/sessions/sessions.ts';
import { defineRoute } from '../../http/define-route.ts';
import { addCards, checkCard, readCards, removeCard } from './cards-of-cart.ts';
import { listOwnCards } from './own-cards.ts';

export function registerSpending(app: FastifyInstance, context: Context): void {
  defineRoute(
    app,
    context,
    'GET carts/mine/checkGiftCard/{code}',
    async ({ params, query, customer: { customerId } }) =>
      checkCard(context, { customerId, shown: { ...params, ...query } }),
  );
  defineRoute(app, context, 'POST carts/mine/giftCards', async ({ body, customer: { customerId } }) =>
    addCards(context, { customerId, data: body.giftCardAccountData }),
  );
  defineRoute(app, context, 'GET carts/mine/giftCards', async (call) => {
    const isProved = (await unprovedSession(context, call)) === null;
    return readCards(context, { customerId: call.customer.customerId, isProved });
  });
  defineRoute(app, context, 'DELETE carts/mine/giftCards/{code}', async ({ params, customer: { customerId } }) =>
    removeCard(context, { customerId, name: params.code }),
  );
  defineRoute(app, context, 'GET mobiledigital/giftcards', async (call) => {
    const isProved = (await unprovedSession(context, call)) === null;
    return { status: true, data: await listOwnCards(context, { customerId: call.customer.customerId, isProved }) };
  });
}
