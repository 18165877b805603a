import type { CallName } from '#contract/calls.ts';
import type { SavedAddress } from '#web/shop/address/saved-addresses.ts';
import type { LocalGiftCard } from '#web/shop/state/gift-cards.ts';
import { fakeServer, type Received } from './fake-server.ts';

export const completeGiftCard: LocalGiftCard = {
  id: 7,
  sku: 'GC-BLOOM',
  configurable_product_sku: 'GC-BLOOM',
  price: 50,
  name: 'Bloom Gift Card',
  images: [],
  qty: 1,
  product_type: 'configurable',
  is_giftcard: true,
  short_desc: 'Flowers from the corner shop',
  options: [
    { attribute_code: 'gift_card_price', value_index: 31, super_attribute_label: 'Price', option_title: '$50.00' },
  ],
  product_option: {
    extension_attributes: { configurable_item_options: [{ option_id: '216', option_value: 31 }] },
  },
  recipient_firstname: 'Mia',
  recipient_lastname: 'Tran',
  recipient_mobile: '0400000001',
  recipient_message: 'Happy birthday!',
  text_content: 'For you [gift-card]',
  scheduled_delivery: '2026-12-24 09:30:00',
  timezone: 'Australia/Perth',
  mms_template_id: 'T-1',
  click2_giftcard_mms_template_id: 4,
  mms_template_url: '/media/t/640.jpg',
  pass_id: '',
  cart_id: null,
  cart_item_id: null,
};

export type Answers = Partial<Record<CallName, unknown>>;

export const home: SavedAddress = {
  id: 5,
  firstname: 'Wren',
  lastname: 'Banks',
  telephone: '+61412345678',
  street: ['12 Fig Street'],
  city: 'Pyrmont',
  postcode: '2009',
  country_id: 'AU',
  region: { region: 'New South Wales', region_code: 'NSW', region_id: 570 },
  region_id: 570,
};
export const buildCartWithAddresses = (addresses: SavedAddress[]) => ({
  id: 31,
  customer: { id: 2, email: 'wren@example.com', addresses, default_billing: String(addresses[0]?.id ?? '') },
});
const method = (amount: number, carrier_code: string) => ({ amount, carrier_code, method_code: carrier_code });

const PRICES: Record<string, number> = { 'GC-BLOOM': 50, MUG: 20, TEA: 20 };
const readSku = (body: unknown) => (body as { cartItem: { sku: string } }).cartItem.sku;

/** Simulates a server that accepts every call that `exceptions` does not replace, and records the calls in order. */
export function fakeShop(exceptions: Answers = {}): { sent: Received[]; names: () => string[] } {
  let lastId = 100;
  const answers: Answers = {
    'POST carts/mine': 31,
    'POST mobiledigital/clearcart': { status: true },
    'GET carts/mine': buildCartWithAddresses([home]),
    'GET mobiledigital/shippingmethods': [method(9, 'express'), method(4, 'flatrate'), method(4, 'later')],
    'POST carts/mine/estimate-shipping-methods-by-address-id': [method(9, 'express'), method(4, 'flatrate')],
    'POST carts/mine/estimate-shipping-methods': [method(4, 'flatrate')],
    'POST carts/mine/shipping-information': {},
    'POST carts/mine/items': ({ body }: Received['parts']) => ({ item_id: ++lastId, price: PRICES[readSku(body)] }),
    'POST mobiledigital/savegiftcarddetails': () => ({ status: true, data: { last_insert_id: ++lastId } }),
    'POST mobiledigital/savegiftcardscheduleddate': { status: true, send_at: '2026-12-24T01:30:00.000Z' },
    'POST mobiledigital/savegiftcardmmstemplate': { status: true },
    'POST carts/mine/payment-information': 77,
    'GET mobiledigital/checkoutsuccess': { status: true, data: { order_id: '000000012', shop_name: 'Bloom' } },
    'POST mobiledigital/savegiftcardorderbycart': { status: true },
    ...exceptions,
  };
  const sent = fakeServer(({ name, parts }) => {
    const answer = answers[name];
    return typeof answer === 'function' ? answer(parts) : answer;
  });
  return { sent, names: () => sent.map(({ name }) => name) };
}
