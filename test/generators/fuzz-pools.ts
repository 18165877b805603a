import { createTill } from '#server/domain/sellers/keys/counter-keys.ts';
import { machine } from '#test/support/actors.ts';
import type { Counter } from '#test/support/counter.ts';
import type { TestShop } from '#test/support/shop.ts';
import { testShop } from '#test/support/test-catalogue.ts';
import type { Pools } from './from-schema.ts';

const { products, options, categories } = testShop;

export async function buildPools(shop: TestShop, customerId: number): Promise<Pools> {
  const { all } = shop.stored;
  const customers = await all('customers');
  const mobiles = [...customers.map(({ mobile }) => mobile), '0412345678', '+61491570156', '+15005550006', 'mobile'];
  const ids = (rows: readonly { id: number; customerId?: number | null }[]) => newestIds(rows, customerId);
  const allCarts = await all('carts');
  const ownerByCart = new Map(allCarts.map((cart) => [cart.id, cart.customerId]));
  const allLines = await all('cartLines');
  const lines = ids(allLines.map(({ id, cartId }) => ({ id, customerId: ownerByCart.get(cartId) ?? null })));
  const addresses = ids(await all('addresses'));
  const carts = ids(allCarts);
  const details = ids(await all('giftCardDetails'));
  const orders = ids(await all('orders'));
  const recipient = { recipient_firstname: 'Mia', recipient_lastname: 'Tran', recipient_mobile: '0491570156' };
  const texts = { recipient_message: 'Happy birthday', text_content: 'For you [gift-card]' };
  const data = lines.map((cart_item_id) => JSON.stringify({ ...recipient, ...texts, cart_item_id }));
  const text = (values: unknown[]) => values.map(String);
  const cards = (await shop.cards()).toReversed();
  const unsent = cards.filter(({ deliveredAt, sentAt }) => deliveredAt === null && sentAt === null).slice(0, 4);
  const cardNames = [cards[0]?.code, ...cards.slice(0, 5).map(({ publicId }) => publicId), 'tea'].filter(Boolean);
  return {
    sku: ['MUG', 'TEAPOT', 'JUG', 'SHIRT', 'SHIRT-RED-S', 'CARD', 'CARD-50', 'APRON', 'NONE'],
    qty: [1, 2, '1', 3, 0, 1_000],
    option_id: ['93', '141', '216', 93],
    option_value: Object.values(options),
    itemId: lines,
    item_id: [null, ...lines.map(() => null), ...lines],
    product_option: [
      null,
      null,
      { extension_attributes: { configurable_item_options: [{ option_id: '216', option_value: options.price25 }] } },
      { extension_attributes: { giftcard_item_option: { custom_giftcard_amount: 30 } } },
    ],
    cart_item_id: [...lines, ...text(lines)],
    addressId: addresses,
    address_id: addresses,
    customer_address_id: addresses,
    id: [undefined, ...addresses, 'pm_none', 'pm_none', 'pm_none'],
    cart_id: text(carts),
    quote_id: carts,
    order_id: text(orders),
    gift_card_details_id: text(details),
    data: [...data, 'not json', '{}', '[]', 'null', '{"recipient_firstname":5}'],
    product_id: Object.values(products),
    category_id: Object.values(categories),
    ids: ['1', '2,1,999', '5'],
    seller_url: ['teapots', 'prints', 'none'],
    page: [1, '2', 3, 0],
    price_min: [10, '20.5'],
    price_max: [60, '1'],
    seller: ['prints', 'prints,teapots'],
    q: ['mug', 'teapo', '', '%', 'pyrmont'],
    secret: ['a'.repeat(24)],
    place_id: ['1', 'x'],
    mobile: mobiles,
    recipient_mobile: mobiles,
    telephone: ['0412345678', '0412345678', '0412345678', '12'],
    to: mobiles,
    code: ['123456', '000000', ...cardNames],
    gift_cards: cardNames.map((name) => [name]),
    pin: [undefined, '1234'],
    first: [undefined, true],
    expected_card_due: [null, null, null, null, 0],
    sold_details_id: [...unsent.map(({ detailsId }) => String(detailsId)), '999999'],
    jwt: ['a.b.c', ''],
    r_token: [''],
    method: [...Array(6).fill('stripe_payments'), 'free', 'checkmo'],
    cc_stripejs_token: [
      'pm_card_visa',
      'pm_card_visa:visa:4242',
      'pm_card_chargeDeclined',
      'pm_card_authenticationRequired',
      'tok',
    ],
    expected_subtotal: [null, null, null, 25],
    payment_method: ['pm_card_visa', 'none'],
    shipping_carrier_code: ['flatrate'],
    shipping_method_code: ['flatrate', 'flatrate', 'flatrate', 'flatrate', 'none'],
    country_id: ['AU', 'AU', 'AU', 'AU', 'AU', 'US'],
    countryId: ['AU', 'us', 'XX'],
    region_id: [570, 570, 570, 570, '576', 571, 12, ''],
    region: ['New South Wales', 'New South Wales', 'New South Wales', ''],
    region_code: ['NSW', 'NSW', 'ZZ'],
    postcode: ['2009'],
    city: ['Pyrmont'],
    firstname: ['Wren', 'Wren', 'Wren', 'Wren', ' '],
    lastname: ['Banks'],
    street: [['12 Fig Street'], ['12 Fig Street'], ['1', '2'], []],
    email: ['wren@example.com', 'x', 'customer-1@example.com'],
    customerEmail: ['wren@example.com'],
    scheduled_delivery: ['2026-12-24 09:00:00', '2026-11-02 12:30:00', '2026-02-30 10:00:00', 'soon'],
    delivery_timezone: ['Australia/Sydney', 'Mars/Base'],
    mms_template_id: ['birthday', 'none'],
    field: ['category_id', 'price', 'name', 'created_at', 'sku', 'entity_id', 'colour'],
    direction: ['ASC', 'desc', 'up'],
    value: ['1', '25', '%a%', '\\', '2026-01-03', 'MUG,JUG'],
    currencyCode: ['AUD', 'AUD', 'USD'],
    file: ['640.jpg', '320.webp', '1.jpg', 'x'],
  };
}

function newestIds(rows: readonly { id: number; customerId?: number | null }[], customerId: number): number[] {
  const newest = rows.slice(-40).toReversed();
  const ownIds = newest.filter((row) => row.customerId === customerId).map(({ id }) => id);
  return [...ownIds, ...ownIds, ...ownIds, ...newest.map(({ id }) => id), 999_999];
}

export async function buildCounterPools(shop: TestShop, till: Counter): Promise<Pools> {
  const card = (await shop.cards()).at(-1);
  const shownCard = card && { code: card.code };
  const hold = async () => (shownCard ? [(await till.authorise(shownCard, 0.1)).body.hold] : []);
  const holds = [...(await hold()), ...(await hold())];
  const redemptions = shownCard ? [(await till.redeem(shownCard, 0.1)).body.redemption] : [];
  return {
    code: [card?.code, card?.code, card?.code?.toLowerCase(), '0000-0000-0000-0000'],
    pin: [undefined, '1234'],
    amount: [0.1, 0.05, '0.10', '0.05', 0.01, 1_000],
    reference: ['receipt 7', ''],
    reason: ['brought back', ''],
    hold: [...holds, ...holds, 'gh_none'],
    redemption: [...redemptions, ...redemptions, ...redemptions, 'gr_none'],
    cursor: [undefined, ...redemptions, 'gr_none'],
  };
}

export async function buildEnrolPools(shop: TestShop): Promise<Pools> {
  const tills = [];
  for (let index = 0; index < 3; index += 1)
    tills.push((await createTill(shop.context, { actor: machine, shopUrl: 'teapots', name: 'Bar' }))?.code);
  return { code: [...tills, ...tills, '0000-0000-0000-0000'] };
}
