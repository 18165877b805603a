import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { addPayingCards, checkCard, readCards, removeCard } from '#server/domain/gift-cards/spend/cards-of-cart.ts';
import { listOwnCards } from '#server/domain/gift-cards/spend/own-cards.ts';
import { defineRoute } from '#server/platform/http/define-route.ts';

export function registerGiftCardTender(app: FastifyInstance, context: Context): void {
  defineRoute(
    app,
    context,
    'GET carts/mine/checkGiftCard/{code}',
    async ({ params, query, customer: { customerId } }) =>
      checkCard(context, { customerId, shown: { ...params, ...query } }),
  );
  defineRoute(app, context, 'POST carts/mine/giftCards', async ({ body, customer: { customerId }, unverified }) =>
    addPayingCards(context, { customerId, unverified, data: body.giftCardAccountData }),
  );
  defineRoute(app, context, 'GET carts/mine/giftCards', async ({ customer: { customerId }, unverified }) =>
    readCards(context, { customerId, isVerified: unverified === null }),
  );
  defineRoute(
    app,
    context,
    'DELETE carts/mine/giftCards/{code}',
    async ({ params, customer: { customerId }, unverified }) =>
      removeCard(context, { customerId, unverified, name: params.code }),
  );
  defineRoute(app, context, 'GET mobiledigital/giftcards', async ({ customer: { customerId }, unverified }) => ({
    status: true,
    data: await listOwnCards(context, { customerId, isVerified: unverified === null }),
  }));
}
