import type { Cart } from '#contract/cart/cart.ts';
import { asCartAddress } from '#contract/rules/customer/cart-address.ts';
import type { CartAddress } from '#contract/shapes/customer.ts';
import type { ShippingMethod } from '#contract/shapes/shipping-method.ts';
import type { NewAddress } from '../../address/address-values.ts';
import { isSameAddress, type SavedAddress, savedAddresses } from '../../address/saved-addresses.ts';
import { api } from '../../calls/api.ts';

export function findCheapestMethod(methods: readonly ShippingMethod[]): ShippingMethod | null {
  return methods.reduce<ShippingMethod | null>(
    (best, method) => (best && best.amount <= method.amount ? best : method),
    null,
  );
}

/** Returns the id of the address to preselect: the cart's, then the default, then the first. */
export function findPreselectedAddressId(cart: Cart): number | null {
  const addresses = savedAddresses(cart.customer);
  const ofCart = cart.extension_attributes.shipping_assignments[0]?.shipping.address.customer_address_id;
  const preferredIds = [ofCart, Number(cart.customer.default_shipping)];
  return (
    preferredIds.flatMap((id) => addresses.find((address) => address.id === id)?.id ?? [])[0] ??
    addresses[0]?.id ??
    null
  );
}

export function billingAddress(cart: Cart, shipping: CartAddress): CartAddress {
  const saved = savedAddresses(cart.customer).find(({ id }) => String(id) === cart.customer.default_billing);
  return saved ? asCartAddress(saved, cart.customer) : shipping;
}

export async function fetchShippingMethod(addressId: number, signal?: AbortSignal): Promise<ShippingMethod | null> {
  return findCheapestMethod(
    await api('GET mobiledigital/shippingmethods', { query: { addressId } }, signal ? { signal } : {}),
  );
}

export async function setShipping({
  shipping,
  billing,
  method,
}: {
  shipping: CartAddress;
  billing: CartAddress;
  method: ShippingMethod;
}): Promise<void> {
  await api('POST carts/mine/shipping-information', {
    body: {
      addressInformation: {
        shipping_address: shipping,
        billing_address: billing,
        extension_attributes: {},
        shipping_carrier_code: method.carrier_code,
        shipping_method_code: method.method_code,
      },
    },
  });
}

/**
 * Ships the cart to a saved address. The caller selects the address immediately and refetches the cart afterwards.
 * Returns null if no shipping method is offered.
 */
export async function shipToSaved({
  cart,
  address,
}: {
  cart: Cart;
  address: SavedAddress;
}): Promise<ShippingMethod | null> {
  const methods = await api('POST carts/mine/estimate-shipping-methods-by-address-id', {
    body: { addressId: address.id, address_id: address.id },
  });
  const method = findCheapestMethod(methods);
  if (!method) return null;
  const shipping = asCartAddress(address, cart.customer);
  await setShipping({ shipping, billing: billingAddress(cart, shipping), method });
  return method;
}

/**
 * Estimates shipping, adds the address to the customer's current ones, sets the shipping information and refetches the
 * cart, in this order. Does not save an address twice after a failed attempt.
 */
export async function shipToNew({
  cart,
  address,
  refetchCart,
}: {
  cart: Cart;
  address: NewAddress;
  refetchCart: () => Promise<unknown>;
}): Promise<SavedAddress> {
  const methods = await api('POST carts/mine/estimate-shipping-methods', {
    body: { address: { ...asCartAddress(address, cart.customer), company: '', save_in_address_book: 1 } },
  });
  const before = await api('GET customers/me', {});
  const existingAddress = savedAddresses(before).find((candidate) => isSameAddress(candidate, address));
  const addresses = [...before.addresses, address];
  const customer = existingAddress ? before : await api('PUT customers/me', { body: { customer: { addresses } } });
  const knownIds = new Set(before.addresses.map(({ id }) => id));
  const saved = existingAddress ?? savedAddresses(customer).find(({ id }) => !knownIds.has(id));
  if (!saved) throw new Error('The saved customer does not contain the new address.');
  const method = findCheapestMethod(methods);
  if (method) {
    const shipping = asCartAddress(saved, customer);
    await setShipping({ shipping, billing: billingAddress({ ...cart, customer }, shipping), method });
  }
  await refetchCart();
  return saved;
}
