import type { FastifyInstance } from 'fastify';
import type { InputOf } from '#contract/calls.ts';
import { FREE_METHOD, PAYMENT_METHOD } from '#contract/rules/limits.ts';
import { toCents } from '#contract/rules/money/money.ts';
import type { Context } from '#server/context.ts';
import { identifyCallingDevice } from '#server/domain/customers/devices/device.ts';
import { listSavedCards, removeSavedCard } from '#server/domain/orders/payments/saved-cards.ts';
import { resolveCheckoutSuccess } from '#server/domain/orders/placing/checkout-success.ts';
import { type Purchase, placeOrder } from '#server/domain/orders/placing/place-order.ts';
import { defineRoute } from '#server/platform/http/define-route.ts';
import { toClientKey, toWideNetwork } from '#server/platform/kernel/client-key.ts';
import { appError, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import { keyedHash } from '#server/platform/kernel/secrets.ts';

/** Treats an IPv6 /48 as one sender, because its owner can use any /64. */
function resolveSender(address: string): string {
  const client = toClientKey(address);
  return toWideNetwork(client) ?? client;
}

export function registerCheckout(app: FastifyInstance, context: Context): void {
  const senderKey = context.secrets.key('sender');
  defineRoute(app, context, 'POST carts/mine/payment-information', async (call) => {
    const { body, customer, unverified, address, request } = call;
    const { customerId } = customer;
    const purchase = readPurchase({ customerId, sender: keyedHash(senderKey, resolveSender(address)) }, body);
    if (isAppError(purchase)) return purchase;
    const token = body.paymentMethod.additional_data?.r_token ?? '';
    const isClientConnected = () => !request.raw.socket.destroyed;
    // Saves no payment card for an unverified session, which may be in someone else's account.
    const saveCard = purchase.saveCard && unverified === null;
    const caller = {
      isClientConnected,
      session: customer,
      unverified,
      device: identifyCallingDevice(call, context.settings),
      person: { token, address },
    };
    return placeOrder(context, { ...purchase, saveCard }, caller);
  });

  defineRoute(app, context, 'GET mobiledigital/savedcards', async (call) => {
    const cards = await listSavedCards(context, identifyCallingDevice(call, context.settings));
    return isAppError(cards) ? cards : { status: true, data: cards };
  });

  defineRoute(app, context, 'POST mobiledigital/deletesavedcard', async ({ body, customer }) => {
    const { customerId } = customer;
    const removed = await removeSavedCard(context, { customerId, paymentMethod: body.payment_method });
    return isAppError(removed) ? removed : { status: removed };
  });

  defineRoute(app, context, 'GET mobiledigital/checkoutsuccess', async ({ query, customer }) => {
    const { seller_id: sellerId, cart_id: cartId } = query;
    return resolveCheckoutSuccess(context, { customerId: customer.customerId, sellerId, cartId });
  });
}

type Body = InputOf<'POST carts/mine/payment-information'>['body'];

type By = Pick<Purchase, 'customerId' | 'sender'>;

function readPurchase(by: By, body: Body): Result<Purchase> {
  const { method, additional_data: data } = body.paymentMethod;
  if (method !== PAYMENT_METHOD && method !== FREE_METHOD) return appError('payment_method_unknown');
  const token = method === FREE_METHOD ? '' : (data?.cc_stripejs_token ?? '');
  const paymentMethod = parsePaymentMethod(token);
  if (token !== '' && !paymentMethod) return appError('card_required');
  return {
    ...by,
    paymentMethod,
    saveCard: isOn(data?.cc_save),
    securityCodeToken: data?.cc_cvc_token || null,
    billingAddress: body.billingAddress ?? null,
    expectedCents: toCentsOrNull(data?.expected_subtotal),
    expectedCardDueCents: toCentsOrNull(data?.expected_card_due),
  };
}

const toCentsOrNull = (dollars: number | null | undefined): number | null =>
  typeof dollars === 'number' ? toCents(dollars) : null;

/** Parses the payment method id from 'pm_...' or 'pm_...:brand:last4', and returns null for other tokens. */
function parsePaymentMethod(token: string): string | null {
  const [id = ''] = token.split(':');
  return /^pm_\w{1,190}$/.test(id) ? id : null;
}

const isOn = (flag: unknown): boolean => flag === true || flag === 1 || flag === '1' || flag === 'true';
