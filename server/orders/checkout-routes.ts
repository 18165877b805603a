import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { defineRoute } from '../http/define-route.ts';
import { isAppError } from '../kernel/errors.ts';
import { listSavedCards, removeSavedCard } from './payments/saved-cards.ts';
import { checkoutSuccess } from './placing/checkout-success.ts';
import { placeOrder } from './placing/place-order.ts';
import { readPurchase } from './placing/read-purchase.ts';

export function registerCheckout(app: FastifyInstance, context: Context): void {
  defineRoute(app, context, 'POST carts/mine/payment-information', async ({ body, customer, request }) => {
    const purchase = readPurchase(customer.customerId, body);
    return isAppError(purchase) ? purchase : placeOrder(context, purchase, () => !request.raw.socket.destroyed);
  });

  defineRoute(app, context, 'GET mobiledigital/savedcards', async ({ customer }) => {
    const cards = await listSavedCards(context, customer.customerId);
    return isAppError(cards) ? cards : { status: true, data: cards };
  });

  defineRoute(app, context, 'POST mobiledigital/deletesavedcard', async ({ body, customer }) => {
    const { customerId } = customer;
    const removed = await removeSavedCard(context, { customerId, paymentMethod: body.payment_method });
    return isAppError(removed) ? removed : { status: removed };
  });

  defineRoute(app, context, 'GET mobiledigital/checkoutsuccess', async ({ query, customer }) => {
    const { seller_id: sellerId, cart_id: cartId } = query;
    return checkoutSuccess(context, { customerId: customer.customerId, sellerId, cartId });
  });
}
