import type { InputOf } from '#contract/calls.ts';
import type { CartAddress } from '#contract/shapes.ts';
import type { PaymentDetails } from '#contract/totals.ts';
import { addressOf } from '../account/customer.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../database/handle.ts';
import { type Failure, failure, isFailure } from '../http/failures.ts';
import { completeAddress, isAbroad } from './address-parts.ts';
import { cartLinesOf } from './cart-lines.ts';
import { lockOpenCart } from './open-cart.ts';
import { paymentDetailsOf } from './payment-details.ts';
import { shippingOptions } from './shipping-rates.ts';
import { setAddresses } from './store.ts';

type Information = InputOf<'POST carts/mine/shipping-information'>['body']['addressInformation'];

/**
 * Sets addresses and shipping method of the open cart and answers what it comes to. Without a billing address the shipping
 * address is it. Failures: address_required, address_abroad, no_active_cart, method_unknown. The cart may be empty:
 * checkout chooses the address before the gift cards are in it.
 */
export async function setShipping(
  context: Context,
  { memberId, information }: { memberId: number; information: Information },
): Promise<PaymentDetails | Failure> {
  const { shipping_address, billing_address, shipping_carrier_code, shipping_method_code } = information;
  const shipping = checkedAddress(shipping_address);
  if (isFailure(shipping)) return shipping;
  const billing = billing_address ? completeAddress(billing_address) : shipping;
  if (!billing) return failure('address_required');
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const cart = await lockOpenCart(tx, memberId);
    if (!cart) return failure('no_active_cart');
    const lines = await cartLinesOf(tx, cart.id);
    const option = shippingOptions(lines).find(
      ({ carrierCode, methodCode }) => carrierCode === shipping_carrier_code && methodCode === shipping_method_code,
    );
    if (!option) return failure('method_unknown', [shipping_carrier_code, shipping_method_code]);
    const shippingAddress = await owned(tx, { memberId, address: shipping });
    const billingAddress = billing === shipping ? shippingAddress : await owned(tx, { memberId, address: billing });
    await setAddresses(tx, { cartId: cart.id, now, shippingAddress, billingAddress });
    return paymentDetailsOf(lines, option);
  });
}

function checkedAddress(address: CartAddress): CartAddress | Failure {
  if (isAbroad(address)) return failure('address_abroad');
  return completeAddress(address) ?? failure('address_required');
}

/** Who it belongs to is not the caller's to say, and the id of a saved address is kept only when it is the member's own. */
async function owned(
  tx: Transaction,
  { memberId, address }: { memberId: number; address: CartAddress },
): Promise<CartAddress> {
  const addressId = address.customer_address_id;
  const saved = addressId ? await addressOf(tx, { memberId, addressId }) : null;
  return { ...address, customer_id: memberId, customer_address_id: saved ? (addressId ?? null) : null };
}
