import { HOME, toCustomerBearer, toCustomerMobile } from '../shop/people.ts';

type Options = { customerId?: number; body?: unknown; sender?: string };
/** Makes an API call as `customerId`, or anonymously without it. Throws unless the status is 200. */
// biome-ignore lint/suspicious/noExplicitAny: each sequence knows what its calls answer
export type Send = (method: 'GET' | 'POST', path: string, options?: Options) => Promise<any>;

const cartItem = (product: number) => ({
  sku: `P${product}`,
  qty: 1,
  product_type: 'configurable',
  product_option: { extension_attributes: { configurable_item_options: [{ option_id: '141', option_value: 1 }] } },
});

/** Skips gift cards, which are every fifth product. */
export const pickProductId = (customerId: number): number => (customerId % 100) * 5 + 1;

export const sequences = { 'sign-in': signIn, 'add to cart': addToCart, checkout, 'order list': requestOrderList };
export type SequenceName = keyof typeof sequences;

export async function signIn(send: Send, customerId: number): Promise<void> {
  const mobile = toCustomerMobile(customerId);
  const sender = `10.${(customerId >> 16) & 255}.${(customerId >> 8) & 255}.${customerId & 255}`;
  const answer = await send('POST', 'mobiledigital/sendmobilecode', { sender, body: { mobile } });
  if (!answer.status) throw new Error(`No code was sent: ${JSON.stringify(answer)}`);
  const [newest] = await send('GET', `/phone/messages?to=${encodeURIComponent(mobile)}`);
  const [, code] = /#(\d{6})$/.exec(newest?.text ?? '') ?? [];
  const { jwt } = await send('POST', 'mobiledigital/confirmmobilecode', { sender, body: { mobile, code } });
  const { token } = await send('POST', 'mobiledigital/auth', { sender, body: { jwt, autologin: false } });
  if (!token) throw new Error('The sign-in failed.');
}

export async function addToCart(send: Send, customerId: number): Promise<void> {
  await addProduct(send, customerId, pickProductId(customerId));
}

async function addProduct(send: Send, customerId: number, product: number): Promise<void> {
  await send('POST', 'carts/mine/items', { customerId: customerId, body: { cartItem: cartItem(product) } });
}

export async function checkout(
  send: Send,
  customerId: number,
  card: string,
  product = pickProductId(customerId),
): Promise<void> {
  await send('POST', 'carts/mine', { customerId: customerId });
  await addProduct(send, customerId, product);
  const { default_shipping: addressId } = await send('GET', 'customers/me', { customerId: customerId });
  const [method] = await send('GET', `mobiledigital/shippingmethods?addressId=${addressId}`, {
    customerId: customerId,
  });
  const { carrier_code: shipping_carrier_code, method_code: shipping_method_code } = method;
  const addressInformation = {
    shipping_address: HOME,
    billing_address: HOME,
    shipping_carrier_code,
    shipping_method_code,
  };
  await send('POST', 'carts/mine/shipping-information', { customerId: customerId, body: { addressInformation } });
  await pay(send, customerId, card);
}

async function pay(send: Send, customerId: number, card: string): Promise<void> {
  const paymentMethod = { method: 'stripe_payments', additional_data: { cc_save: true, cc_stripejs_token: card } };
  await send('POST', 'carts/mine/payment-information', {
    customerId: customerId,
    body: { billingAddress: HOME, paymentMethod },
  });
}

export async function createSavedCard(send: Send, customerId: number): Promise<string> {
  await checkout(send, customerId, 'pm_card_visa');
  const { data } = await send('GET', 'mobiledigital/savedcards', { customerId: customerId });
  return data[0].id;
}

export async function requestOrderList(send: Send, customerId: number): Promise<void> {
  const { status } = await send('GET', 'mobiledigital/orders', { customerId: customerId });
  if (!status) throw new Error('The response contains no orders.');
}

export const buildHeaders = ({ customerId, body, sender }: Options, token?: string): Record<string, string> => ({
  ...(sender ? { 'x-forwarded-for': sender } : {}),
  ...(customerId === undefined ? {} : { authorization: `Bearer ${token ?? toCustomerBearer(customerId)}` }),
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
});

export const toApiPath = (path: string): string => (path.startsWith('/') ? path : `/rest/default/V1/${path}`);
