import type { InputOf } from '#contract/calls.ts';
import type { PaymentDetails } from '#contract/cart/totals.ts';
import type { CartAddress } from '#contract/shapes/customer.ts';
import type { Context } from '#server/context.ts';
import { addressWordsError } from '#server/domain/customers/addresses/saved-address.ts';
import { findSavedAddress } from '#server/domain/customers/customer.ts';
import { identifyWriterOrNull, type Session } from '#server/domain/customers/sessions/sessions.ts';
import { awaitAll, sendWithCommit, type Transaction } from '#server/platform/database/handle.ts';
import { type AppError, appError, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import { setAddresses } from '../carts-store.ts';
import { listCartLines } from '../lines/cart-lines.ts';
import { lockOpenCart } from '../queries.ts';
import { loadCartTenders } from '../totals/cart-tenders.ts';
import { buildPaymentDetails } from '../totals/payment-details.ts';
import { shippingOptions } from '../totals/shipping-rates.ts';
import { completeAddress, isAbroad } from './address-parts.ts';

type Information = InputOf<'POST carts/mine/shipping-information'>['body']['addressInformation'];

/**
 * Returns the cart's totals. The billing address defaults to the shipping address. The cart may be empty. Addresses set
 * by an `unverified` session apply only to that session. Errors: address_required, address_abroad, no_active_cart,
 * method_unknown.
 */
export async function setShipping(
  context: Context,
  { customerId, unverified, information }: { customerId: number; unverified: Session | null; information: Information },
): Promise<Result<PaymentDetails>> {
  const { shipping_address, billing_address, shipping_carrier_code, shipping_method_code } = information;
  const shipping = validateAddress(shipping_address);
  if (isAppError(shipping)) return shipping;
  const billing = billing_address ? completeAddress(billing_address) : shipping;
  if (!billing) return appError('address_required');
  const wrong = addressWordsError(shipping) ?? addressWordsError(billing);
  if (wrong) return wrong;
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const [cart, lines, shippingAddress, ownBilling] = await awaitAll([
      lockOpenCart(tx, customerId),
      listCartLines(tx, { customerId }),
      enforceAddressOwner(tx, { customerId, address: shipping }),
      billing === shipping ? null : enforceAddressOwner(tx, { customerId, address: billing }),
    ]);
    if (!cart) return appError('no_active_cart');
    const option = shippingOptions(lines).find(
      ({ carrierCode, methodCode }) => carrierCode === shipping_carrier_code && methodCode === shipping_method_code,
    );
    if (!option) return appError('method_unknown', [shipping_carrier_code, shipping_method_code]);
    const billingAddress = ownBilling ?? shippingAddress;
    sendWithCommit(
      tx,
      setAddresses(tx, {
        cartId: cart.id,
        now,
        addressesBy: identifyWriterOrNull(unverified),
        shippingAddress,
        billingAddress,
      }),
    );
    return buildPaymentDetails(lines, { option, tenders: await loadCartTenders(tx, { cartId: cart.id, lines, now }) });
  });
}

function validateAddress(address: CartAddress): CartAddress | AppError {
  if (isAbroad(address)) return appError('address_abroad');
  return completeAddress(address) ?? appError('address_required');
}

/** Never trusts the owner or address id the client sent. */
async function enforceAddressOwner(
  tx: Transaction,
  { customerId, address }: { customerId: number; address: CartAddress },
): Promise<CartAddress> {
  const addressId = address.customer_address_id;
  const saved = addressId ? await findSavedAddress(tx, { customerId, addressId }) : null;
  return { ...address, customer_id: customerId, customer_address_id: saved ? (addressId ?? null) : null };
}
