import type { PaymentDetails } from '#contract/cart/totals.ts';
import { FREE_METHOD, PAYMENT_METHOD } from '#contract/rules/limits.ts';
import type { Context } from '#server/context.ts';
import { appError, type Result } from '#server/platform/kernel/errors.ts';
import { type CartLine, listCartLines } from '../lines/cart-lines.ts';
import { findOpenCart } from '../queries.ts';
import { type CartTenders, loadCartTenders } from './cart-tenders.ts';
import { findCheapest, type ShippingOption, shippingOptions } from './shipping-rates.ts';
import { calculateTotals } from './totals.ts';

type Priced = { option: ShippingOption; tenders: CartTenders };

export function buildPaymentDetails(lines: readonly CartLine[], { option, tenders }: Priced): PaymentDetails {
  const { giftCardCents, cardDueCents } = tenders;
  const isPaid = giftCardCents > 0 && cardDueCents === 0;
  const method = isPaid
    ? { code: FREE_METHOD, title: 'No Payment Information Required' }
    : { code: PAYMENT_METHOD, title: 'Card' };
  return { payment_methods: [method], totals: calculateTotals(lines, { ...option, giftCardCents }) };
}

/** Uses the cheapest shipping method. Returns no_active_cart if there is no cart. */
export async function readPaymentDetails(context: Context, customerId: number): Promise<Result<PaymentDetails>> {
  const { orm } = context.database;
  const cart = await findOpenCart(orm, customerId);
  if (!cart) return appError('no_active_cart');
  const lines = await listCartLines(orm, { cartId: cart.id });
  const option = findCheapest(shippingOptions(lines));
  if (!option) return appError('address_required');
  const tenders = await loadCartTenders(orm, { cartId: cart.id, lines, now: context.clock.now() });
  return buildPaymentDetails(lines, { option, tenders });
}
