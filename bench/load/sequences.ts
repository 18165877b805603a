import { bearerOf, HOME, mobileOf } from '../shop/people.ts';

type Options = { at?: number; body?: unknown; sender?: string };
/** Calls as customer `at`, or anonymously. Throws unless the status is 200. */
// biome-ignore lint/suspicious/noExplicitAny: each sequence knows what its calls answer
export type Send = (method: 'GET' | 'POST', path: string, options?: Options) => Promise<any>;

const cartItem = (product: number) => ({
  sku: `P${product}`,
  qty: 1,
  product_type: 'configurable',
  product_option: { extension_attributes: { configurable_item_options: [{ option_id: '141', option_value: 1 }] } },
});

/** Skips gift cards: every fifth product. */
export const productOf = (at: number): number => (at % 100) * 5 + 1;

/** `at`: a customer. `card`: their saved card. */
export const sequences = { 'sign-in': signIn, 'add to cart': addToCart, checkout, 'order list': orderList };
export type SequenceName = keyof typeof sequences;

/** Reads the code on the demo phone. */
export async function signIn(send: Send, at: number): Promise<void> {
  const mobile = mobileOf(at);
  // Each customer has their own IP address.
  const sender = `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`;
  const sent = await send('POST', 'mobiledigital/sendmobilecode', { sender, body: { mobile } });
  if (!sent.status) throw new Error(`No code was sent: ${JSON.stringify(sent)}`);
  const [newest] = await send('GET', `/phone/messages?to=${encodeURIComponent(mobile)}`);
  const [, code] = /#(\d{6})$/.exec(newest?.text ?? '') ?? [];
  const { jwt } = await send('POST', 'mobiledigital/confirmmobilecode', { sender, body: { mobile, code } });
  const { token } = await send('POST', 'mobiledigital/auth', { sender, body: { jwt, autologin: false } });
  if (!token) throw new Error('Nobody was signed in.');
}

export async function addToCart(send: Send, at: number): Promise<void> {
  await addProduct(send, at, productOf(at));
}

async function addProduct(send: Send, at: number, product: number): Promise<void> {
  await send('POST', 'carts/mine/items', { at, body: { cartItem: cartItem(product) } });
}

export async function checkout(send: Send, at: number, card: string, product = productOf(at)): Promise<void> {
  await send('POST', 'carts/mine', { at });
  await addProduct(send, at, product);
  const { default_shipping: addressId } = await send('GET', 'customers/me', { at });
  const [method] = await send('GET', `mobiledigital/shippingmethods?addressId=${addressId}`, { at });
  const { carrier_code: shipping_carrier_code, method_code: shipping_method_code } = method;
  const addressInformation = {
    shipping_address: HOME,
    billing_address: HOME,
    shipping_carrier_code,
    shipping_method_code,
  };
  await send('POST', 'carts/mine/shipping-information', { at, body: { addressInformation } });
  await pay(send, at, card);
}

async function pay(send: Send, at: number, card: string): Promise<void> {
  const paymentMethod = { method: 'stripe_payments', additional_data: { cc_save: true, cc_stripejs_token: card } };
  await send('POST', 'carts/mine/payment-information', { at, body: { billingAddress: HOME, paymentMethod } });
}

/** Pays with a new card to save it. */
export async function savedCard(send: Send, at: number): Promise<string> {
  await checkout(send, at, 'pm_card_visa');
  const { data } = await send('GET', 'mobiledigital/savedcards', { at });
  return data[0].id;
}

export async function orderList(send: Send, at: number): Promise<void> {
  const { status } = await send('GET', 'mobiledigital/orders', { at });
  if (!status) throw new Error('There was no list.');
}

export const headersOf = ({ at, body, sender }: Options, token?: string): Record<string, string> => ({
  ...(sender ? { 'x-forwarded-for': sender } : {}),
  ...(at === undefined ? {} : { authorization: `Bearer ${token ?? bearerOf(at)}` }),
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
});

export const pathOf = (path: string): string => (path.startsWith('/') ? path : `/rest/default/V1/${path}`);
