import { PAYMENT_METHOD } from '#contract/rules/limits.ts';
import type { PaymentDetails } from '#contract/totals.ts';
import type { Context } from '../../context.ts';
import { appError, type Result } from '../../kernel/errors.ts';
import { type CartLine, cartLinesOf } from '../lines/cart-lines.ts';
import { openCart } from '../open-cart.ts';
import { cheapest, type ShippingOption, shippingOptions } from './shipping-rates.ts';
import { totalsOf } from './totals.ts';

/** The ways to pay for a cart shipped in one way, and what it comes to. */
export function paymentDetailsOf(lines: readonly CartLine[], option: ShippingOption): PaymentDetails {
  return { payment_methods: [{ code: PAYMENT_METHOD, title: 'Card' }], totals: totalsOf(lines, option) };
}

/** The same of the open cart, shipped in the cheapest way; no_active_cart without one. */
export async function readPaymentDetails(context: Context, customerId: number): Promise<Result<PaymentDetails>> {
  const { orm } = context.database;
  const cart = await openCart(orm, customerId);
  if (!cart) return appError('no_active_cart');
  const lines = await cartLinesOf(orm, cart.id);
  const option = cheapest(shippingOptions(lines));
  return option ? paymentDetailsOf(lines, option) : appError('address_required');
}
