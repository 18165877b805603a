import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { unprovedSession } from '../customers/sessions/sessions.ts';
import { defineRoute } from '../http/define-route.ts';
import { clientKeyOf } from '../kernel/client-key.ts';
import { appError, isAppError } from '../kernel/errors.ts';
import { keyedHash } from '../kernel/secrets.ts';
import { listSavedCards, removeSavedCard } from './payments/saved-cards.ts';
import { checkoutSuccess } from './placing/checkout-success.ts';
import { placeOrder } from './placing/place-order.ts';
import { readPurchase } from './placing/read-purchase.ts';

export function registerCheckout(app: FastifyInstance, context: Context): void {
  const senderKey = context.secrets.key('sender');
  defineRoute(app, context, 'POST carts/mine/payment-information', async (call) => {
    const { body, customer, address, request } = call;
    const { customerId } = customer;
    const purchase = readPurchase({ customerId, sender: keyedHash(senderKey, clientKeyOf(address)) }, body);
    if (isAppError(purchase)) return purchase;
    const unproved = await unprovedSession(context, call);
    const token = body.paymentMethod.additional_data?.r_token ?? '';
    const clientConnected = () => !request.raw.socket.destroyed;
    // Whoever reads somebody else's link does not leave their card in that account.
    const saveCard = purchase.saveCard && unproved === null;
    return placeOrder(context, { ...purchase, saveCard }, { clientConnected, unproved, person: { token, address } });
  });

  defineRoute(app, context, 'GET mobiledigital/savedcards', async ({ customer }) => {
    const cards = await listSavedCards(context, customer.customerId);
    return isAppError(cards) ? cards : { status: true, data: cards };
  });

  defineRoute(app, context, 'POST mobiledigital/deletesavedcard', async (call) => {
    const { body, customer } = call;
    if (await unprovedSession(context, call)) return appError('code_required');
    const { customerId } = customer;
    const removed = await removeSavedCard(context, { customerId, paymentMethod: body.payment_method });
    return isAppError(removed) ? removed : { status: removed };
  });

  defineRoute(app, context, 'GET mobiledigital/checkoutsuccess', async ({ query, customer }) => {
    const { seller_id: sellerId, cart_id: cartId } = query;
    return checkoutSuccess(context, { customerId: customer.customerId, sellerId, cartId });
  });
}
