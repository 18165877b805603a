import type { AnswerOf } from '#contract/calls.ts';
import type { CartAddress } from '#contract/shapes/customer.ts';
import type { Send } from './shop.ts';
import { testShop } from './test-catalogue.ts';

export type TestCustomer = { mobile: string; token: string };

export type ReadPhone = (to: string) => Promise<PhoneMessage[]>;
export type PhoneMessage = {
  id: number;
  to: string;
  kind: 'sms' | 'mms';
  text: string;
  media_url: string | null;
  purpose: string;
  status: string;
};

export const home: CartAddress & { region_id: number } = {
  firstname: 'Wren',
  lastname: 'Banks',
  telephone: '+61412345678',
  street: ['12 Fig Street'],
  city: 'Pyrmont',
  region: 'New South Wales',
  region_code: 'NSW',
  region_id: 570,
  postcode: '2009',
  country_id: 'AU',
};

function must<T>(value: T | null | undefined, expected: string): T {
  if (value === null || value === undefined) throw new Error(`Expected ${expected}.`);
  return value;
}

/**
 * Signs a mobile in by code, and registers a new mobile first. Throws if the previous code was sent less than 30
 * seconds ago.
 */
export async function signIn(send: Send, phone: ReadPhone, mobile: string): Promise<TestCustomer> {
  const answer = await send('POST mobiledigital/sendmobilecode', { body: { mobile } });
  if (!answer.body.status) throw new Error(`No code was sent: ${JSON.stringify(answer.body)}`);
  const [newest] = await phone(mobile);
  const code = must(/#(\d{6})$/.exec(must(newest, 'a message with the code').text)?.[1], 'a code in the message');
  const confirmed = await send('POST mobiledigital/confirmmobilecode', { body: { mobile, code } });
  const jwt = must(confirmed.body.jwt, 'a jwt');
  let auth = await send('POST mobiledigital/auth', { body: { jwt, autologin: false } });
  if (auth.body.new_user) {
    await register(send, mobile);
    auth = await send('POST mobiledigital/auth', { body: { jwt, autologin: false } });
  }
  return { mobile, token: must(auth.body.token, 'a bearer token') };
}

async function register(send: Send, mobile: string): Promise<void> {
  const { region, region_code, ...address } = home;
  const created = await send('POST mobiledigital/createAccount', {
    body: {
      customer: {
        email: `wren.${mobile.replace(/\D/g, '')}@example.com`,
        firstname: 'Wren',
        lastname: 'Banks',
        store_id: 19,
        website_id: 1,
        addresses: [
          {
            ...(address as {
              firstname: string;
              lastname: string;
              telephone: string;
              street: string[];
              city: string;
              postcode: string;
            }),
            country_id: 'AU',
            region_id: home.region_id,
            region: { region: String(region), region_code: String(region_code), region_id: home.region_id },
            default_billing: true,
            default_shipping: true,
          },
        ],
      },
      mobile,
      campaign_id: '',
    },
  });
  if (!created.body.status) throw new Error(`Not registered: ${JSON.stringify(created.body)}`);
}

export type CardInput = {
  productId: number;
  sku: string;
  optionValue: number;
  price: number;
  /** The chosen amount in dollars, for products with an open amount. */
  amount?: number;
  templateId: string;
  to: string;
  scheduledAt: string;
  zone: string;
  message?: string;
  text?: string;
};

export const RECIPIENT = '+61491570156';

/** Sydney time when the test shop opens: a card for this time is due immediately. */
export const AT_ONCE = '2026-11-02 12:00:00';

export const cardOf25: CardInput = {
  productId: testShop.products.card,
  sku: 'CARD',
  optionValue: testShop.options.price25,
  price: 25,
  templateId: 'birthday',
  to: '0491570156',
  scheduledAt: '2026-11-02 12:30:00',
  zone: 'Australia/Sydney',
};

export async function fillCart(
  send: Send,
  { token }: TestCustomer,
  cards: readonly CardInput[],
): Promise<{ cartId: number; detailsIds: number[] }> {
  const cartId = (await send('POST carts/mine', { token })).body as unknown as number;
  await send('POST mobiledigital/clearcart', { token, body: {} });
  await send('GET carts/mine', { token });
  await setShipping(send, token);
  const detailsIds: number[] = [];
  for (const card of cards) detailsIds.push(await addCard(send, { token, cartId, card }));
  return { cartId, detailsIds };
}

async function setShipping(send: Send, token: string): Promise<void> {
  const { body: me } = await send('GET customers/me', { token });
  const addressId = Number(must(me.default_shipping, 'a default address'));
  const methods = (await send('GET mobiledigital/shippingmethods', { token, query: { addressId } }))
    .body as unknown as AnswerOf<'GET mobiledigital/shippingmethods'>;
  const method = must(methods[0], 'a shipping method');
  const saved = await send('POST carts/mine/shipping-information', {
    token,
    store: 'au',
    body: {
      addressInformation: {
        shipping_address: home,
        billing_address: home,
        shipping_carrier_code: method.carrier_code,
        shipping_method_code: method.method_code,
        extension_attributes: {},
      },
    },
  });
  if (saved.status !== 200) throw new Error(`Shipping was refused: ${JSON.stringify(saved.body)}`);
}

export async function addCard(
  send: Send,
  { token, cartId, card }: { token: string; cartId: number; card: CardInput },
): Promise<number> {
  const options = [{ option_id: '216', option_value: card.optionValue }];
  const item = await send('POST carts/mine/items', {
    token,
    body: {
      cartItem: {
        sku: card.sku,
        qty: 1,
        quote_id: String(cartId),
        product_type: 'configurable',
        product_option: {
          extension_attributes: {
            configurable_item_options: options,
            ...(card.amount ? { giftcard_item_option: { custom_giftcard_amount: card.amount } } : {}),
          },
        },
      },
    },
  });
  if (item.status !== 200) throw new Error(`The card was not added: ${JSON.stringify(item.body)}`);
  const data = JSON.stringify({
    recipient_firstname: 'Mia',
    recipient_lastname: 'Tran',
    recipient_mobile: card.to,
    recipient_message: card.message ?? 'Happy birthday, Mia!',
    text_content: `${card.text ?? 'For you, with love'} [gift-card]`,
    configurable_product_sku: card.sku,
    purchaser_mobile: '',
    gift_card_price: card.price,
    product_id: card.productId,
    cart_id: cartId,
    cart_item_id: item.body.item_id,
  });
  const saved = await send('POST mobiledigital/savegiftcarddetails', { token, body: { data } });
  const id = must(saved.body.data, `saved details, not ${JSON.stringify(saved.body)}`).last_insert_id;
  await send('POST mobiledigital/savegiftcardscheduleddate', {
    token,
    body: { gift_card_details_id: id, scheduled_delivery: card.scheduledAt, delivery_timezone: card.zone },
  });
  await send('POST mobiledigital/savegiftcardmmstemplate', {
    token,
    body: { gift_card_details_id: id, mms_template_id: card.templateId, click2_giftcard_mms_template_id: 1 },
  });
  return id;
}

/** Pays for the cart. The body of the response is the order id or an error. */
export async function pay(
  send: Send,
  { token }: TestCustomer,
  card: string,
): Promise<{ status: number; body: number & { message?: string } }> {
  const body = buildPayment(card, { cc_save: true });
  const answer = await send('POST carts/mine/payment-information', { token, body });
  return answer as unknown as { status: number; body: number & { message?: string } };
}

export function buildPayment(card: string | null, data: { expected_card_due?: number; cc_save?: boolean } = {}) {
  return {
    billingAddress: home,
    paymentMethod: {
      method: card === null ? 'free' : 'stripe_payments',
      additional_data: { ...(card === null ? {} : { cc_stripejs_token: card }), ...data },
    },
  };
}
