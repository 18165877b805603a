import type { Cart } from '#contract/cart/cart.ts';
import { asCartAddress } from '#contract/rules/customer/cart-address.ts';
import { STORE_ID } from '#contract/rules/limits.ts';
import type { CartAddress, Customer } from '#contract/shapes/customer.ts';
import { toCartItem } from '../lines/cart-item.ts';
import type { CartLine } from '../lines/cart-lines.ts';
import type { CartRow } from '../queries.ts';
import { shippingOptions } from '../totals/shipping-rates.ts';

const CURRENCY = 'AUD';

/** Uses the cart's addresses, otherwise the customer's defaults, otherwise blank ones. */
export function cartView({ cart, customer, lines }: { cart: CartRow; customer: Customer; lines: CartLine[] }): Cart {
  const items = lines.map((line) => toCartItem(line, cart.id));
  const [option] = shippingOptions(lines);
  const method = cart.shippingAddress && option ? `${option.carrierCode}_${option.methodCode}` : '';
  const shipping = { address: shownAddress(cart.shippingAddress, customer, customer.default_shipping), method };
  return {
    id: cart.id,
    created_at: cart.createdAt.toISOString(),
    updated_at: cart.updatedAt.toISOString(),
    is_active: true,
    is_virtual: lines.length > 0 && lines.every((line) => line.isGiftcard),
    items,
    items_count: lines.length,
    items_qty: lines.reduce((sum, line) => sum + line.qty, 0),
    customer,
    billing_address: shownAddress(cart.billingAddress, customer, customer.default_billing),
    currency: {
      global_currency_code: CURRENCY,
      base_currency_code: CURRENCY,
      store_currency_code: CURRENCY,
      quote_currency_code: CURRENCY,
    },
    customer_is_guest: false,
    store_id: STORE_ID,
    extension_attributes: { shipping_assignments: [{ shipping, items }] },
  };
}

function shownAddress(chosen: CartAddress | null, customer: Customer, defaultId: string | undefined): CartAddress {
  const saved = customer.addresses.find((address) => String(address.id) === defaultId);
  const address = chosen ?? (saved ? asCartAddress(saved, customer) : {});
  const parts = Object.entries(address).filter(([, value]) => value !== null && value !== undefined);
  return { ...blankAddress(customer), ...Object.fromEntries(parts) };
}

function blankAddress(customer: Customer): CartAddress {
  return {
    firstname: '',
    lastname: '',
    telephone: '',
    street: [],
    city: '',
    region: '',
    region_code: '',
    region_id: 0,
    postcode: '',
    country_id: 'AU',
    customer_address_id: 0,
    customer_id: customer.id,
    email: customer.email,
    save_in_address_book: 0,
  };
}
