import { randomUUID } from 'node:crypto';
import { type CallName, calls, type RequestOf } from '#contract/calls.ts';
import { createTill } from '#server/domain/sellers/keys/counter-keys.ts';
import type { DatabaseKind } from '#server/platform/database/database.ts';
import type { CallExample } from '#server/platform/http/api-description/api-examples.ts';
import type { OutgoingMail } from '#server/platform/ports/mail.ts';
import { machine } from '#test/support/actors.ts';
import { mailCaptureOptions, openTestShop, type TestShop } from '#test/support/shop.ts';
import { testShop } from '#test/support/test-catalogue.ts';
import { exercisePasskeys } from './passkey-examples.ts';
import { stabilizeExample } from './steady-example.ts';

const { products, options, categories } = testShop;
const DAY_MS = 24 * 3_600_000;
const mobile = '0412345678';
const region = { region: 'New South Wales', region_code: 'NSW', region_id: 570 };
const place = { telephone: mobile, street: ['12 Fig Street'], city: 'Pyrmont', postcode: '2009', country_id: 'AU' };
const name = { firstname: 'Wren', lastname: 'Banks' };
const saved = { ...name, ...place, region, region_id: 570, default_billing: true, default_shipping: true };
const home = { ...name, ...place, ...region };
const shipping = { shipping_carrier_code: 'flatrate', shipping_method_code: 'flatrate' };
const customer = { email: 'wren@example.com', ...name, store_id: 19, website_id: 1, addresses: [saved] };
const recipient = { recipient_firstname: 'Mia', recipient_lastname: 'Tran', recipient_mobile: '0491570156' };
const words = { recipient_message: 'Happy birthday, Mia!', text_content: 'For you, with love [gift-card]' };
const product_option = {
  extension_attributes: { configurable_item_options: [{ option_id: '216', option_value: options.price25 }] },
};
const when = { scheduled_delivery: '2026-11-02 12:30:00', delivery_timezone: 'Australia/Sydney' };
const toMany = { recipients: [recipient], ...words, ...when, mms_template_id: 'birthday' };
const cards = { cc_save: true, cc_stripejs_token: 'pm_card_visa' };
const searchCriteria = {
  filterGroups: [
    { filters: [{ field: 'category_id', value: String(categories.kitchen), conditionType: 'eq' as const }] },
  ],
  sortOrders: [{ field: 'created_at', direction: 'DESC' }],
  pageSize: 10,
  currentPage: 1,
};

type Examples = Partial<Record<CallName, CallExample>>;

export async function runExamples(kind: DatabaseKind) {
  const mails: OutgoingMail[] = [];
  const shop = await openTestShop(kind, mailCaptureOptions(mails));
  const examples: Examples = {};
  const session = { token: '', counterKey: '' };
  const make = async <Name extends CallName>(call: Name, options: Partial<RequestOf<Name>> = {}) => {
    const bearer =
      typeof calls[call].access === 'object'
        ? { token: session.counterKey, key: randomUUID() }
        : { token: session.token };
    const request = { ...options, ...bearer } as never;
    const { status, body } = await shop.send(call, request);
    if (status !== 200) throw new Error(`${call} answered ${status}: ${JSON.stringify(body)}`);
    examples[call] = stabilizeExample({ ...options, answer: body });
    // biome-ignore lint/suspicious/noExplicitAny: the story reads of each answer what it needs
    return body as any;
  };
  await browseShop(make);
  session.token = await enter(make, shop);
  await exercisePasskeys(make, shop.context.settings.publicUrl);
  await make('POST mobiledigital/startafresh');
  const order = await buy(make);
  await makeAftersales(make, shop, order);
  await payByGiftCard(make, shop, session.token);
  session.counterKey = (await shop.counter()).token;
  const { code } = await shop.lastCard();
  await spend(make, { code });
  await enrol(make, shop);
  await moveAccount(make, shop, { mails, order });
  const description = (await shop.app.inject({ url: '/docs/json' })).json();
  await shop.close();
  return { examples, description };
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every call there is
export type Make = <Name extends CallName>(call: Name, options?: Partial<RequestOf<Name>>) => Promise<any>;

async function browseShop(make: Make): Promise<void> {
  await make('GET mobiledigital/shopsettings');
  await make('GET mobiledigital/categories');
  await make('GET mobiledigital/occasions');
  await make('GET mobiledigital/browseProducts', { query: { page: 1 } });
  await make('GET mobiledigital/categoryProducts', { query: { category_id: categories.kitchen, page: 1 } });
  await make('GET products-render-info', { query: { searchCriteria, storeId: 1, currencyCode: 'AUD' } });
  await make('GET mobiledigital/product', { query: { product_id: products.card } });
  await make('GET mobiledigital/seller', { query: { product_id: products.card } });
  await make('GET mobiledigital/sellerInformation', { query: { seller_url: 'prints' } });
  await make('GET mobiledigital/search', { query: { q: 'teapot', page: 1 } });
  await make('GET mobiledigital/suggest', { query: { q: 'tea' } });
  await make('GET mobiledigital/facets', { query: { category_id: categories.kitchen } });
  await make('GET mobiledigital/products', { query: { ids: `${products.mug},${products.teapot}` } });
  await make('GET directory/countries');
  await make('GET directory/countries/{countryId}', { params: { countryId: 'AU' } });
  await make('GET mobiledigital/places', { query: { q: '12 Fig St Pyrmont' } });
  await make('GET mobiledigital/place', { query: { place_id: 'embedded' } });
}

async function enter(make: Make, shop: TestShop): Promise<string> {
  await make('POST mobiledigital/sendmobilecode', { body: { mobile, r_token: '' } });
  const [message] = await shop.phone('+61412345678');
  const code = /#(\d{6})$/.exec(message?.text ?? '')?.[1] ?? '';
  const confirm = { mobile, code, expired: false, expired_jwt: '', r_token: '' };
  const { jwt } = await make('POST mobiledigital/confirmmobilecode', { body: confirm });
  await make('POST customers/isEmailAvailable', { body: { customerEmail: customer.email, websiteId: 1 } });
  await make('POST mobiledigital/createAccount', { body: { customer, mobile, r_token: '', campaign_id: '' } });
  return (await make('POST mobiledigital/auth', { body: { jwt, autologin: false } })).token;
}

type Moving = { mails: readonly OutgoingMail[]; order: Bought };

/**
 * Moves the account to a new number with an emailed code, then to a third number, as a customer who lost the phone
 * would.
 */
async function moveAccount(make: Make, shop: TestShop, { mails, order }: Moving): Promise<void> {
  const prove = async (mobile: string) => {
    await shop.send('POST mobiledigital/sendmobilecode', { body: { mobile } });
    const code = /#(\d{6})$/.exec((await shop.phone(mobile))[0]?.text ?? '')?.[1] ?? '';
    return (await shop.send('POST mobiledigital/confirmmobilecode', { body: { mobile, code } })).body.jwt ?? '';
  };
  const mailed = () => /\b(\d{6})\b/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
  await make('POST mobiledigital/sendemailcode', { body: { r_token: '' } });
  await make('POST mobiledigital/proveaccount', { body: { email_code: mailed() } });
  const moved = { jwt: await prove('+61491570156'), old_jwt: '', email_code: mailed() };
  await make('POST mobiledigital/changemobile', { body: moved });
  // After the account has moved, its earlier cards cannot be printed for a week.
  await shop.stored.change('customers', ({ cardsFrom }) => ({
    cardsFrom: cardsFrom && new Date(Number(cardsFrom) - 8 * DAY_MS),
  }));
  const printed = { order_id: String(order.orderId), gift_card_details_id: String(order.detailsId) };
  await make('GET mobiledigital/printcard', { query: printed });
  await make('POST mobiledigital/signout');
  await shop.moveTo(new Date(shop.context.clock.ms() + 60_000).toISOString());
  const seen = mails.length;
  await make('POST mobiledigital/sendrecoverycode', { body: { email: customer.email, r_token: '' } });
  while (mails.length === seen) await new Promise((resolve) => setTimeout(resolve, 10));
  const recovered = { jwt: await prove('+61491570158'), email: customer.email, email_code: mailed() };
  await make('POST mobiledigital/recoveraccount', { body: recovered });
}

type Bought = { cartId: number; orderId: number; detailsId: number };

async function buy(make: Make): Promise<Bought> {
  const me = await make('GET customers/me');
  await make('GET mobiledigital/getgiftcardmmstemplates', { query: { product_id: products.card } });
  const words = { to: '', message: 'I', from: '', amount: '', footer: '' };
  await make('POST mobiledigital/giftcardpicture', { body: { template_id: 1, words } });
  const addressId = Number(me.default_shipping);
  await make('PUT customers/me', { body: { customer: { ...customer, addresses: me.addresses } } });
  await make('POST mobiledigital/setdefaultbilling', { body: { address_id: addressId } });
  await make('POST mobiledigital/setdefaultshipping', { body: { address_id: addressId } });
  const cartId: number = await make('POST carts/mine');
  await make('POST mobiledigital/checkgiftcardrecipients', { body: { recipients: [recipient] } });
  await make('POST mobiledigital/savegiftcardrecipients', {
    body: { cartItem: { sku: 'CARD', product_option }, ...toMany },
  });
  await make('POST mobiledigital/clearcart', { body: {} });
  const mug = await make('POST carts/mine/items', {
    body: { cartItem: { sku: 'MUG', qty: 1, quote_id: String(cartId) } },
  });
  await make('PUT carts/mine/items/{itemId}', { params: { itemId: mug.item_id }, body: { cartItem: { qty: 2 } } });
  await make('DELETE carts/mine/items/{itemId}', { params: { itemId: mug.item_id } });
  const cartItem = { sku: 'CARD', qty: 1, quote_id: String(cartId), product_type: 'configurable', product_option };
  const { item_id: cart_item_id } = await make('POST carts/mine/items', { body: { cartItem } });
  await make('GET carts/mine/items');
  await make('GET mobiledigital/cartproducts');
  await make('GET mobiledigital/shippingmethods', { query: { addressId } });
  const byId = { addressId, address_id: addressId };
  await make('POST carts/mine/estimate-shipping-methods-by-address-id', { body: byId });
  await make('POST carts/mine/estimate-shipping-methods', { body: { address: home } });
  const addressInformation = { shipping_address: home, billing_address: home, ...shipping, extension_attributes: {} };
  await make('POST carts/mine/shipping-information', { body: { addressInformation } });
  const detailsId = await addDetails(make, { cartId, cart_item_id });
  await make('GET carts/mine');
  await make('GET carts/mine/shipping-methods');
  await make('GET carts/mine/payment-information');
  await make('GET carts/mine/totals');
  const paymentMethod = { method: 'stripe_payments', additional_data: cards };
  const body = { billingAddress: home, paymentMethod };
  return { cartId, detailsId, orderId: await make('POST carts/mine/payment-information', { body }) };
}

async function addDetails(
  make: Make,
  { cartId, cart_item_id }: { cartId: number; cart_item_id: number },
): Promise<number> {
  const line = { cart_id: cartId, cart_item_id };
  const data = JSON.stringify({ ...recipient, ...words, product_id: products.card, ...line });
  await make('POST mobiledigital/savegiftcarddetails', { body: { data } });
  await make('POST mobiledigital/deletegiftcarddetailsbycartitemid', { body: line });
  await make('GET mobiledigital/deletegiftcarddetailsbycartid', { query: { cart_id: String(cartId) } });
  const { last_insert_id: id } = (await make('POST mobiledigital/savegiftcarddetails', { body: { data } })).data;
  const edit = JSON.stringify({ ...recipient, ...words });
  await make('POST mobiledigital/editgiftcarddetails', { body: { gift_card_details_id: id, data: edit } });
  await make('POST mobiledigital/savegiftcardscheduleddate', {
    body: { gift_card_details_id: id, ...when },
  });
  await make('POST mobiledigital/savegiftcardmmstemplate', {
    body: { gift_card_details_id: id, mms_template_id: 'birthday', click2_giftcard_mms_template_id: 1 },
  });
  await make('GET mobiledigital/getgiftcarddetailsbycart', { query: { cart_id: String(cartId) } });
  await make('GET mobiledigital/getgiftcarddetailsbyid', { query: { gift_card_details_id: String(id) } });
  return id;
}

async function makeAftersales(make: Make, shop: TestShop, { cartId, orderId, detailsId }: Bought): Promise<void> {
  await make('GET mobiledigital/orders');
  await make('GET mobiledigital/order', { query: { order_id: String(orderId) } });
  const ofCart = { seller_id: '', campaign_id: '', cart_id: String(cartId) };
  const { data } = await make('GET mobiledigital/checkoutsuccess', { query: ofCart });
  const confirm = { r_token: '', cart_id: cartId, order_id: data.order_id };
  await make('POST mobiledigital/savegiftcardorderbycart', { body: confirm });
  const [savedCard] = (await make('GET mobiledigital/savedcards')).data;
  await make('POST mobiledigital/deletesavedcard', { body: { payment_method: savedCard.id } });
  await shop.moveTo('2026-11-02T01:31:00.000Z');
  await shop.deliver();
  const messages = await shop.phone('+61491570156');
  const secret = messages.map(({ text }: { text: string }) => /\/card\/([\w-]+)/.exec(text)?.[1]).find(Boolean) ?? '';
  await make('POST mobiledigital/resendgiftcard', { body: { gift_card_details_id: detailsId } });
  await make('POST mobiledigital/tellwhengiftcardarrives', { body: { gift_card_details_id: detailsId, tell: true } });
  await make('GET mobiledigital/card', { query: { secret } });
  await make('POST mobiledigital/cardopened', { body: { secret } });
  await make('POST mobiledigital/thankgiver', { body: { secret, message: 'Thank you so much!' } });
  const correct = { gift_card_details_id: detailsId, recipient_mobile: '0491570157' };
  await make('POST mobiledigital/correctgiftcardmobile', { body: correct });
}

async function payByGiftCard(make: Make, shop: TestShop, token: string): Promise<void> {
  const { code } = await shop.lastCard();
  const { body: cartId } = await shop.send('POST carts/mine', { token });
  const cartItem = { sku: 'MUG', qty: 1, quote_id: String(cartId) };
  await shop.send('POST carts/mine/items', { token, body: { cartItem } });
  await make('GET carts/mine/checkGiftCard/{code}', { params: { code }, query: {} });
  const giftCardAccountData = { gift_cards: [code], extension_attributes: { first: true } };
  await make('POST carts/mine/giftCards', { body: { giftCardAccountData } });
  await make('GET carts/mine/giftCards');
  await make('DELETE carts/mine/giftCards/{code}', { params: { code } });
  await make('GET mobiledigital/giftcards');
}

async function enrol(make: Make, { context }: TestShop): Promise<void> {
  const till = await createTill(context, { actor: machine, shopUrl: 'teapots', name: 'Front counter' });
  const code = till?.code ?? '';
  await make('POST seller/till/check', { body: { code } });
  await make('POST seller/till/enrol', { body: { code, name: 'Bar' } });
}

async function spend(make: Make, card: { code: string }): Promise<void> {
  await make('POST seller/giftcards/check', { body: card });
  const { redemption } = await make('POST seller/giftcards/redeem', {
    body: { ...card, amount: 5, reference: '1042' },
  });
  const reverse = { amount: 2.5, reason: 'one of two brought back' };
  await make('POST seller/giftcards/redemptions/{id}/reverse', { params: { id: redemption }, body: reverse });
  const authorisation = { amount: 10, allow_partial: false, reference: 'table 4' };
  const { hold } = await make('POST seller/giftcards/authorise', { body: { ...card, ...authorisation } });
  await make('POST seller/giftcards/holds/{hold}/capture', { params: { hold }, body: { amount: 7.5 } });
  const { hold: released } = await make('POST seller/giftcards/authorise', { body: { ...card, ...authorisation } });
  await make('POST seller/giftcards/holds/{hold}/release', { params: { hold: released } });
  await make('GET seller/giftcards/redemptions', { query: { since: '2026-11-01T13:00:00Z' } });
}
