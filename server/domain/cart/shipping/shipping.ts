import { toDollars } from '#contract/rules/money/money.ts';
import type { CartAddress } from '#contract/shapes/customer.ts';
import type { SellerAmount, ShippingMethod } from '#contract/shapes/shipping-method.ts';
import type { Context } from '#server/context.ts';
import { addressOf, customerById } from '#server/domain/customers/customer.ts';
import type { Session } from '#server/domain/customers/sessions/sessions.ts';
import { appError, type Result } from '#server/platform/kernel/errors.ts';
import { chosenAddresses } from '../chosen-addresses.ts';
import { cartLinesOf } from '../lines/cart-lines.ts';
import { openCart } from '../queries.ts';
import { cheapestFirst, type ShippingOption, shippingOptions } from '../totals/shipping-rates.ts';
import { isAbroad } from './address-parts.ts';

/** Returns no_such_entity for another customer's address. */
export async function methodsToSaved(
  context: Context,
  { customerId, addressId }: { customerId: number; addressId: number },
): Promise<Result<ShippingMethod[]>> {
  const [address, methods] = await Promise.all([
    addressOf(context.database.orm, { customerId, addressId }),
    methodsOfCart(context, customerId),
  ]);
  return address ? methods : appError('no_such_entity', { fieldName: 'addressId', fieldValue: addressId });
}

/** Returns address_abroad for an address outside Australia. */
export async function methodsToNew(
  context: Context,
  { customerId, address }: { customerId: number; address: CartAddress },
): Promise<Result<ShippingMethod[]>> {
  return isAbroad(address) ? appError('address_abroad') : methodsOfCart(context, customerId);
}

/** Uses the cart's address, otherwise the customer's default. Returns address_required if there is neither. */
export async function methodsToCart(context: Context, session: Session): Promise<Result<ShippingMethod[]>> {
  const { customerId } = session;
  const [cart, customer] = await Promise.all([
    openCart(context.database.orm, customerId),
    customerById(context, customerId),
  ]);
  if (!cart) return appError('no_active_cart');
  const { shippingAddress } = chosenAddresses(cart, session);
  const hasAddress = shippingAddress !== null || customer.default_shipping !== undefined;
  return hasAddress ? methodsOfCart(context, customerId) : appError('address_required');
}

async function methodsOfCart(context: Context, customerId: number): Promise<Result<ShippingMethod[]>> {
  const { orm } = context.database;
  const [cart, lines] = await Promise.all([openCart(orm, customerId), cartLinesOf(orm, { customerId })]);
  return cart ? cheapestFirst(shippingOptions(lines)).map(methodView) : appError('no_active_cart');
}

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
    price_excl_tax: toDollars(option.amountCents - option.gstCents),
    price_incl_tax: amount,
    extension_attributes: {
      until_free: option.untilFree.map(sellerAmount),
      by_seller: option.bySeller.map(sellerAmount),
    },
  };
}

const sellerAmount = ({ sellerName, cents }: { sellerName: string; cents: number }): SellerAmount => ({
  seller_name: sellerName,
  amount: toDollars(cents),
});
