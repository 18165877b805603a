import type { FastifyInstance } from 'fastify';
import { PAYMENT_METHOD } from '#contract/rules/limits.ts';
import { toCents } from '#contract/rules/money.ts';
import type { Context } from '../context.ts';
import { failure, isFailure } from '../http/failures.ts';
import { serve } from '../http/serve.ts';
import { checkoutSuccess } from '../orders/checkout-success.ts';
import { findPaymentCustomer, whileAnswering } from './payment-customer.ts';
import { placeOrder } from './place-order.ts';

/** `pm_...`, also in the form `pm_...:brand:last4` (decisions, payment). */
function paymentMethodOf(token: string): string | null {
  const [id = ''] = token.split(':');
  return /^pm_\w{1,190}$/.test(id) ? id : null;
}

const isOn = (flag: unknown): boolean => flag === true || flag === 1 || flag === '1' || flag === 'true';

export function registerCheckout(app: FastifyInstance, context: Context): void {
  serve(app, context, 'POST carts/mine/payment-information', async ({ body, member, request }) => {
    const { method, additional_data: data } = body.paymentMethod;
    if (method !== PAYMENT_METHOD) return failure('payment_method_unknown');
    const paymentMethod = paymentMethodOf(data?.cc_stripejs_token ?? '');
    if (!paymentMethod) return failure('card_required');
    const purchase = {
      memberId: member.memberId,
      paymentMethod,
      saveCard: isOn(data?.cc_save),
      billingAddress: body.billingAddress ?? null,
      expectedCents: typeof data?.expected_subtotal === 'number' ? toCents(data.expected_subtotal) : null,
    };
    return placeOrder(context, purchase, () => !request.raw.socket.destroyed);
  });

  serve(app, context, 'GET mobiledigital/savedcards', async ({ member }) => {
    const customerId = await findPaymentCustomer(context, member.memberId);
    if (isFailure(customerId)) return customerId;
    if (customerId === null) return { status: true, data: [] };
    const cards = await whileAnswering(context, () => context.outside.payments.savedCards(customerId));
    return isFailure(cards) ? cards : { status: true, data: cards };
  });

  serve(app, context, 'POST mobiledigital/deletesavedcard', async ({ body, member }) => {
    const customerId = await findPaymentCustomer(context, member.memberId);
    if (isFailure(customerId)) return customerId;
    if (customerId === null) return { status: false };
    const { payments } = context.outside;
    const removed = await whileAnswering(context, () => payments.removeCard(customerId, body.payment_method));
    return isFailure(removed) ? removed : { status: removed };
  });

  serve(app, context, 'GET mobiledigital/checkoutsuccess', async ({ query, member }) => {
    const data = await checkoutSuccess(context, { memberId: member.memberId, sellerId: query.seller_id });
    return data ? { status: true, data } : { status: false };
  });
}
