import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { callingDevice } from '#server/domain/customers/devices/device.ts';
import { listSavedCards, removeSavedCard } from '#server/domain/orders/payments/saved-cards.ts';
import { checkoutSuccess } from '#server/domain/orders/placing/checkout-success.ts';
import { placeOrder } from '#server/domain/orders/placing/place-order.ts';
import { readPurchase } from '#server/domain/orders/placing/read-purchase.ts';
import { defineRoute } from '#server/platform/http/define-route.ts';
import { clientKeyOf, wideNetworkOf } from '#server/platform/kernel/client-key.ts';
import { isAppError } from '#server/platform/kernel/errors.ts';
import { keyedHash } from '#server/platform/kernel/secrets.ts';

/** What payments count as one sender: all of a /48 of IPv6, whose /64s are free to whoever has it. */
function senderOf(address: string): string {
  const client = clientKeyOf(address);
  return wideNetworkOf(client) ?? client;
}

export function registerCheckout(app: FastifyInstance, context: Context): void {
  const senderKey = context.secrets.key('sender');
  defineRoute(app, context, 'POST carts/mine/payment-information', async (call) => {
    const { body, customer, unproved, address, request } = call;
    const { customerId } = customer;
    const purchase = readPurchase({ customerId, sender: keyedHash(senderKey, senderOf(address)) }, body);
    if (isAppError(purchase)) return purchase;
    const token = body.paymentMethod.additional_data?.r_token ?? '';
    const clientConnected = () => !request.raw.socket.destroyed;
    // Whoever reads somebody else's link does not leave their card in that account.
    const saveCard = purchase.saveCard && unproved === null;
    const caller = {
      clientConnected,
      session: customer,
      unproved,
      device: callingDevice(call, context.settings),
      person: { token, address },
    };
    return placeOrder(context, { ...purchase, saveCard }, caller);
  });

  defineRoute(app, context, 'GET mobiledigital/savedcards', async (call) => {
    const cards = await listSavedCards(context, callingDevice(call, context.settings));
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
