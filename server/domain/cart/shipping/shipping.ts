import { toDollars } from '#contract/rules/money/money.ts';
import type { CartAddress } from '#contract/shapes/customer.ts';
import type { SellerAmount, ShippingMethod } from '#contract/shapes/shipping-method.ts';
import type { Context } from '#server/context.ts';
import { findSavedAddress, loadCustomerById } from '#server/domain/customers/customer.ts';
import type { Session } from '#server/domain/customers/sessions/sessions.ts';
import { appError, type Result } from '#server/platform/kernel/errors.ts';
import { resolveCartAddresses } from '../chosen-addresses.ts';
import { listCartLines } from '../lines/cart-lines.ts';
import { findOpenCart } from '../queries.ts';
import { type ShippingOption, shippingOptions, sortCheapestFirst } from '../totals/shipping-rates.ts';
import { isAbroad } from './address-parts.ts';

/** Returns no_such_entity for another customer's address. */
export async function listSavedAddressMethods(
  context: Context,
  { customerId, addressId }: { customerId: number; addressId: number },
): Promise<Result<ShippingMethod[]>> {
  const [address, methods] = await Promise.all([
    findSavedAddress(context.database.orm, { customerId, addressId }),
    listCartMethods(context, customerId),
  ]);
  return address ? methods : appError('no_such_entity', { fieldName: 'addressId', fieldValue: addressId });
}

/** Returns address_abroad for an address outside Australia. */
export async function listNewAddressMethods(
  context: Context,
  { customerId, address }: { customerId: number; address: CartAddress },
): Promise<Result<ShippingMethod[]>> {
  return isAbroad(address) ? appError('address_abroad') : listCartMethods(context, customerId);
}

/** Uses the cart's address, otherwise the customer's default. Returns address_required if there is neither. */
export async function listCartAddressMethods(context: Context, session: Session): Promise<Result<ShippingMethod[]>> {
  const { customerId } = session;
  const [cart, customer] = await Promise.all([
    findOpenCart(context.database.orm, customerId),
    loadCustomerById(context, customerId),
  ]);
  if (!cart) return appError('no_active_cart');
  const { shippingAddress } = resolveCartAddresses(cart, session);
  const hasAddress = shippingAddress !== null || customer.default_shipping !== undefined;
  return hasAddress ? listCartMethods(context, customerId) : appError('address_required');
}

async function listCartMethods(context: Context, customerId: number): Promise<Result<ShippingMethod[]>> {
  const { orm } = context.database;
  const [cart, lines] = await Promise.all([findOpenCart(orm, customerId), listCartLines(orm, { customerId })]);
  return cart ? sortCheapestFirst(shippingOptions(lines)).map(methodView) : appError('no_active_cart');
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
