import type { PaymentDetails } from '#contract/cart/totals.ts';
import { FREE_METHOD, PAYMENT_METHOD } from '#contract/rules/limits.ts';
import type { Context } from '#server/context.ts';
import { appError, type Result } from '#server/platform/kernel/errors.ts';
import { type CartLine, cartLinesOf } from '../lines/cart-lines.ts';
import { openCart } from '../queries.ts';
import { type CartTenders, tendersOfCart } from './cart-tenders.ts';
import { cheapest, type ShippingOption, shippingOptions } from './shipping-rates.ts';
import { totalsOf } from './totals.ts';

type Priced = { option: ShippingOption; tenders: CartTenders };

export function paymentDetailsOf(lines: readonly CartLine[], { option, tenders }: Priced): PaymentDetails {
  const { giftCardCents, cardDueCents } = tenders;
  const isPaid = giftCardCents > 0 && cardDueCents === 0;
  const method = isPaid
    ? { code: FREE_METHOD, title: 'No Payment Information Required' }
    : { code: PAYMENT_METHOD, title: 'Card' };
  return { payment_methods: [method], totals: totalsOf(lines, { ...option, giftCardCents }) };
}

/** Uses the cheapest shipping method. Returns no_active_cart if there is no cart. */
export async function readPaymentDetails(context: Context, customerId: number): Promise<Result<PaymentDetails>> {
  const { orm } = context.database;
  const cart = await openCart(orm, customerId);
  if (!cart) return appError('no_active_cart');
  const lines = await cartLinesOf(orm, { cartId: cart.id });
  const option = cheapest(shippingOptions(lines));
  if (!option) return appError('address_required');
  const tenders = await tendersOfCart(orm, { cartId: cart.id, lines, now: context.clock.now() });
  return paymentDetailsOf(lines, { option, tenders });
}
