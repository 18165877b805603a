import { z } from 'zod';
import { callTable } from '../call.ts';
import { chosenOption, tileProduct } from '../catalogue.ts';
import { SKU_LIMIT } from '../rules/limits.ts';
import { cartAddress, customer } from '../shapes/customer.ts';
import { id, money } from '../shapes/numbers.ts';
import { productOption } from '../shapes/product.ts';
import { shippingMethod } from '../shapes/shipping-method.ts';
import { paymentDetails } from './totals.ts';

const looseNumber = z.union([z.number(), z.string().max(20)]);

const cartItem = z.object({
  item_id: z.int(),
  sku: z.string(),
  qty: z.int(),
  name: z.string(),
  price: money,
  product_type: z.string(),
  quote_id: z.string(),
  product_option: productOption.optional(),
});
export type CartItem = z.output<typeof cartItem>;

const cartShape = z.object({
  id: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  is_active: z.boolean(),
  is_virtual: z.boolean(),
  items: z.array(cartItem),
  items_count: z.int(),
  items_qty: z.int(),
  customer,
  billing_address: cartAddress,
  currency: z.object({
    global_currency_code: z.string(),
    base_currency_code: z.string(),
    store_currency_code: z.string(),
    quote_currency_code: z.string(),
  }),
  customer_is_guest: z.boolean(),
  store_id: z.int(),
  extension_attributes: z.object({
    shipping_assignments: z.array(
      z.object({
        shipping: z.object({
          address: cartAddress,
          /** `method` is '' until the customer chooses one. */ method: z.string(),
        }),
        items: z.array(cartItem),
      }),
    ),
  }),
});
export type Cart = z.output<typeof cartShape>;

const cartProduct = z.object({
  id: z.int(),
  item_id: z.int(),
  qty: z.int(),
  product_seller_image: z.string(),
  /** False for gift cards, GST-free goods and sellers not registered for GST. */
  taxable: z.boolean(),
  product: tileProduct.extend({ options: z.array(chosenOption), variant_sku: z.string() }),
});
export type CartProduct = z.output<typeof cartProduct>;

const shippingMethods = z.array(shippingMethod);

export const cartCalls = callTable({
  'POST carts/mine': {
    summary: 'The id of the open cart, created if there is none',
    access: 'customer',
    limit: 'carts',
    priority: 'money',
    byLink: 'all',
    answer: z.int(),
  },
  'GET carts/mine': { summary: 'The open cart', access: 'customer', limit: 'carts', answer: cartShape },
  'POST mobiledigital/clearcart': {
    summary: 'Removes every line from the open cart',
    access: 'customer',
    limit: 'cart changes',
    changesCart: true,
    byLink: 'own',
    body: z.object({}).loose().nullish(),
    answer: z.object({ status: z.boolean() }),
  },
  'POST carts/mine/items': {
    summary: 'Adds a line; with item_id, sets the quantity of that line',
    access: 'customer',
    limit: 'carts',
    priority: 'money',
    byLink: 'own',
    idempotency: { key: 'optional', replayedBy: 'handler' },
    body: z.object({
      cartItem: z.object({
        sku: z.string().max(SKU_LIMIT),
        qty: looseNumber,
        quote_id: looseNumber.nullish(),
        item_id: id.nullish(),
        product_type: z.string().max(40).nullish(),
        product_option: productOption.nullish(),
      }),
    }),
    answer: cartItem,
  },
  'GET carts/mine/items': {
    summary: 'The lines of the open cart',
    access: 'customer',
    limit: 'carts',
    answer: z.array(cartItem),
  },
  'PUT carts/mine/items/{itemId}': {
    summary: 'Sets the quantity of a line',
    access: 'customer',
    limit: 'cart changes',
    changesCart: true,
    priority: 'money',
    byLink: 'own',
    params: z.object({ itemId: id }),
    body: z.object({ cartItem: z.object({ qty: looseNumber }) }),
    answer: cartItem,
  },
  'DELETE carts/mine/items/{itemId}': {
    summary: 'Removes a line',
    access: 'customer',
    limit: 'cart changes',
    changesCart: true,
    priority: 'money',
    byLink: 'own',
    params: z.object({ itemId: id }),
    answer: z.boolean(),
  },
  'GET mobiledigital/cartproducts': {
    summary: 'The lines of the open cart as products',
    access: 'customer',
    limit: 'carts',
    answer: z.object({ status: z.boolean(), data: z.object({ id: z.int().optional(), items: z.array(cartProduct) }) }),
  },
  'GET mobiledigital/shippingmethods': {
    summary: 'Ways to ship the open cart to a saved address, cheapest first',
    access: 'customer',
    limit: 'carts',
    query: z.object({ addressId: id }),
    answer: shippingMethods,
  },
  'POST carts/mine/estimate-shipping-methods-by-address-id': {
    summary: 'Ways to ship the open cart to a saved address, cheapest first',
    access: 'customer',
    limit: 'cart changes',
    priority: 'money',
    byLink: 'all',
    body: z.object({ addressId: id.optional(), address_id: id.optional() }),
    answer: shippingMethods,
  },
  'POST carts/mine/estimate-shipping-methods': {
    summary: 'Ways to ship the open cart to an address that is not saved yet',
    access: 'customer',
    limit: 'cart changes',
    priority: 'money',
    byLink: 'all',
    body: z.object({ address: cartAddress }),
    answer: shippingMethods,
  },
  'POST carts/mine/shipping-information': {
    summary: 'Sets addresses and shipping method of the open cart',
    access: 'customer',
    store: 'au',
    limit: 'cart changes',
    priority: 'money',
    byLink: 'all',
    body: z.object({
      addressInformation: z.object({
        shipping_address: cartAddress,
        billing_address: cartAddress.nullish(),
        shipping_carrier_code: z.string().max(40),
        shipping_method_code: z.string().max(40),
        extension_attributes: z.unknown().optional(),
      }),
    }),
    answer: paymentDetails,
  },
});
