import { gstCents } from '#contract/rules/gst.ts';
import { toDollars } from '#contract/rules/money.ts';
import type { CartAddress, ShippingMethod } from '#contract/shapes.ts';
import { addressOf, customerById } from '../account/customer.ts';
import type { Context } from '../context.ts';
import { type Failure, failure } from '../http/failures.ts';
import { isAbroad } from './address-parts.ts';
import { cartLinesOf } from './cart-lines.ts';
import { openCart } from './open-cart.ts';
import { cheapestFirst, type ShippingOption, shippingOptions } from './shipping-rates.ts';

/** Ways to ship the open cart to a saved address of the member, cheapest first; no_such_entity for anybody else's. */
export async function methodsToSaved(
  context: Context,
  wish: { memberId: number; addressId: number },
): Promise<ShippingMethod[] | Failure> {
  const address = await addressOf(context.database.orm, wish);
  if (!address) return failure('no_such_entity', { fieldName: 'addressId', fieldValue: wish.addressId });
  return methodsOfCart(context, wish.memberId);
}

/** The same to an address that is not saved yet; address_abroad outside of Australia. */
export async function methodsToNew(
  context: Context,
  wish: { memberId: number; address: CartAddress },
): Promise<ShippingMethod[] | Failure> {
  return isAbroad(wish.address) ? failure('address_abroad') : methodsOfCart(context, wish.memberId);
}

/** The same to the address the cart has, else the member's default; address_required without one. */
export async function methodsToCart(context: Context, memberId: number): Promise<ShippingMethod[] | Failure> {
  const [cart, customer] = await Promise.all([
    openCart(context.database.orm, memberId),
    customerById(context, memberId),
  ]);
  if (!cart) return failure('no_active_cart');
  const hasAddress = cart.shippingAddress !== null || customer.default_shipping !== undefined;
  return hasAddress ? methodsOfCart(context, memberId) : failure('address_required');
}

async function methodsOfCart(context: Context, memberId: number): Promise<ShippingMethod[] | Failure> {
  const { orm } = context.database;
  const cart = await openCart(orm, memberId);
  if (!cart) return failure('no_active_cart');
  return cheapestFirst(shippingOptions(await cartLinesOf(orm, cart.id))).map(methodView);
}

/** The amount is what is paid, GST included (EN-12). */
function methodView(option: ShippingOption): ShippingMethod {
  const amount = toDollars(option.amountCents);
  return {
    carrier_code: option.carrierCode,
    method_code: option.methodCode,
    carrier_title: option.carrierTitle,
    method_title: option.methodTitle,
    amount,
    base_amount: amount,
    available: true,
    error_message: '',
    price_excl_tax: toDollars(option.amountCents - gstCents({ cents: option.amountCents })),
    price_incl_tax: amount,
  };
}
