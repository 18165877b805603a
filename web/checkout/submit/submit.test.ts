import { describe, expect, test, vi } from 'vitest';
import { type Answers, cartWith, completeGiftCard, fakeShop, home } from '#test/web/checkout.ts';
import { speakEnglish } from '#test/web/english.ts';
import { type ApiErrorParts, apiError } from '../../api/api-error.ts';
import { type Payment, type Purchase, submitCheckout } from './submit.ts';

const mug = { sku: 'MUG', name: 'Mug', price: 20, qty: 2, product_type: 'simple' };
const tea = { ...mug, sku: 'TEA', qty: 1 };
speakEnglish();

const refuse =
  (status: number, message: string, error: Partial<ApiErrorParts> = {}) =>
  () => {
    throw apiError({ kind: 'http', status, message, ...error });
  };
const offline = () => {
  throw apiError({ kind: 'offline' });
};

function purchase(exceptions: Answers = {}, change: Partial<Purchase> = {}) {
  const shop = fakeShop(exceptions);
  /** How many calls had gone out each time the timer was cancelled. */
  const cancelledAfter: number[] = [];
  const cancelTimer = vi.fn(() => void cancelledAfter.push(shop.sent.length));
  const savePending = vi.fn();
  const confirmWithBank = vi.fn(async () => null as string | null);
  const purchase: Purchase = {
    confirmWithBank,
    cards: [
      ['a', completeGiftCard],
      ['b', { ...completeGiftCard, recipient_firstname: 'Leo' }],
    ],
    lines: [],
    address: home,
    payment: { kind: 'saved', id: 'pm_saved' },
    customerMobile: '+61412345678',
    sellerId: '3',
    campaignId: 'spring',
    ...{ cancelTimer, savePending },
    ...change,
  };
  return { ...shop, cancelTimer, cancelledAfter, savePending, confirmWithBank, run: () => submitCheckout(purchase) };
}

const PER_CARD = [
  'POST carts/mine/items',
  'POST mobiledigital/savegiftcarddetails',
  'POST mobiledigital/savegiftcardscheduleddate',
  'POST mobiledigital/savegiftcardmmstemplate',
];

describe('the order of calls', () => {
  test('ST-089 ST-094 ST-095 is the one of the specification, card by card', async () => {
    const { run, names, cancelledAfter } = purchase();
    await run();
    expect(cancelledAfter).toEqual([0]);
    expect(names()).toEqual([
      'POST carts/mine',
      'POST mobiledigital/clearcart',
      'GET carts/mine',
      'GET mobiledigital/shippingmethods',
      'POST carts/mine/shipping-information',
      ...PER_CARD,
      ...PER_CARD,
      'POST carts/mine/payment-information',
      'GET mobiledigital/checkoutsuccess',
    ]);
  });

  test('ST-091 other products go back before the gift cards and are pending until they are back', async () => {
    const { run, sent, savePending } = purchase({}, { lines: [mug, tea] });
    await run();
    const skus = sent.flatMap(({ name, parts }) =>
      name === 'POST carts/mine/items' ? [(parts.body as { cartItem: { sku: string } }).cartItem.sku] : [],
    );
    expect(skus).toEqual(['MUG', 'TEA', 'GC-BLOOM', 'GC-BLOOM']);
    expect(savePending.mock.calls.map(([lines]) => lines)).toEqual([[mug, tea], [tea], []]);
  });

  test('ER-16 a cart that is not there to be cleared is no reason to stop', async () => {
    const { run } = purchase({ 'POST mobiledigital/clearcart': refuse(404, 'no cart') });
    expect((await run()).kind).toBe('placed');
  });
});

describe('what the calls carry', () => {
  const bodyOf = (sent: { name: string; parts: { body?: unknown } }[], wanted: string) =>
    sent.find(({ name }) => name === wanted)?.parts.body;

  test('ST-078 the cheapest shipping method, of equal ones the first', async () => {
    const { run, sent } = purchase();
    await run();
    expect(bodyOf(sent, 'POST carts/mine/shipping-information')).toMatchObject({
      addressInformation: {
        shipping_carrier_code: 'flatrate',
        shipping_method_code: 'flatrate',
        shipping_address: { street: ['12 Fig Street'], region: 'New South Wales', customer_address_id: 5 },
      },
    });
  });

  test('ST-093 a gift card goes in as configurable with its options', async () => {
    const { run, sent } = purchase();
    await run();
    expect(bodyOf(sent, 'POST carts/mine/items')).toEqual({
      cartItem: {
        sku: 'GC-BLOOM',
        qty: 1,
        quote_id: '31',
        product_type: 'configurable',
        product_option: completeGiftCard.product_option,
      },
    });
  });

  test('EN-46 the details travel as JSON text, the text with its marker once', async () => {
    const { run, sent } = purchase();
    await run();
    const { data } = bodyOf(sent, 'POST mobiledigital/savegiftcarddetails') as { data: string };
    expect(JSON.parse(data)).toMatchObject({
      recipient_firstname: 'Mia',
      text_content: 'For you [gift-card]',
      purchaser_mobile: '+61412345678',
      cart_id: 31,
      cart_item_id: 101,
      gift_card_price: 50,
    });
  });

  test('ST-096 ST-097 the order carries method, save flag and token; success seller and campaign', async () => {
    const { run, sent } = purchase();
    await run();
    expect(bodyOf(sent, 'POST carts/mine/payment-information')).toMatchObject({
      billingAddress: { street: ['12 Fig Street'] },
      paymentMethod: {
        method: 'stripe_payments',
        additional_data: { cc_save: true, cc_stripejs_token: 'pm_saved', expected_subtotal: 100 },
      },
    });
    expect(sent.at(-1)?.parts).toEqual({ query: { seller_id: '3', campaign_id: 'spring' } });
  });
});

describe('the card', () => {
  test('ST-088 VA-31 without one nothing is sent, nor without an address', async () => {
    const { run, sent } = purchase({}, { payment: null, address: null });
    expect(await run()).toEqual({ kind: 'missing', card: true, address: true });
    expect(sent).toEqual([]);
  });

  test('ST-086 a new card becomes a payment method first', async () => {
    const create = vi.fn(async () => ({ id: 'pm_new' }));
    const { run, sent } = purchase({}, { payment: { kind: 'new', create } });
    await run();
    expect(create).toHaveBeenCalledOnce();
    expect(JSON.stringify(sent)).toContain('"cc_stripejs_token":"pm_new"');
  });

  test('ST-087 ST-074 its error is returned as it is, the timer runs on', async () => {
    const payment: Payment = { kind: 'new', create: async () => ({ error: 'Your card number is invalid.' }) };
    const { run, sent, cancelTimer } = purchase({}, { payment });
    expect(await run()).toEqual({ kind: 'card-error', error: { heading: 'Your card number is invalid.' } });
    expect(sent).toEqual([]);
    expect(cancelTimer).not.toHaveBeenCalled();
  });
});

describe('placing the order', () => {
  const PAY = 'POST carts/mine/payment-information';

  test('ST-105 success names the order', async () => {
    const outcome = await purchase().run();
    expect(outcome).toMatchObject({
      kind: 'placed',
      order: { cartId: 31, orderId: 77, success: { order_id: '000000012', shop_name: 'Bloom' } },
    });
  });

  test('a payment that is still being confirmed has met no error: only that is said', async () => {
    const { run } = purchase({ [PAY]: refuse(503, 'Not now', { code: 'payment_unsettled' }) });
    expect(await run()).toEqual({
      kind: 'card-error',
      error: { heading: 'Your payment is still being confirmed. Please try again in a moment.' },
    });
  });

  test('ST-107 ER-17 VA-30 a declined card is a card error with the provider’s words', async () => {
    const { run } = purchase({ [PAY]: refuse(400, 'Your card has insufficient funds.') });
    expect(await run()).toEqual({
      kind: 'card-error',
      error: {
        heading: 'There was an error processing your payment.',
        detail: 'Your card has insufficient funds.',
      },
    });
  });

  test('ER-17 an error of the server says only that', async () => {
    const { run } = purchase({ [PAY]: refuse(500, 'An Unexpected Error has occured. Please try again later.') });
    expect(await run()).toMatchObject({ error: { heading: 'There was an error processing your payment.' } });
  });

  test('a 401 is no card error', async () => {
    const { run } = purchase({ [PAY]: refuse(401, '') });
    await expect(run()).rejects.toMatchObject({ status: 401 });
  });

  test('ST-106 ER-19 no answer counts as placed, and the flow goes on', async () => {
    expect(await purchase({ [PAY]: offline }).run()).toMatchObject({ kind: 'placed', order: { orderId: null } });
    const silent = purchase({ [PAY]: offline, 'GET mobiledigital/checkoutsuccess': offline });
    expect(await silent.run()).toMatchObject({ kind: 'placed', order: { orderId: null, success: null } });
  });

  test('the bank is asked and the same call repeated', async () => {
    let tries = 0;
    const answer = () =>
      ++tries === 1 ? refuse(400, '', { code: 'authentication_required', parameters: ['pi_1_secret_2'] })() : 77;
    const { run, sent, confirmWithBank } = purchase({ [PAY]: answer });
    expect((await run()).kind).toBe('placed');
    expect(confirmWithBank).toHaveBeenCalledExactlyOnceWith('pi_1_secret_2');
    const calls = sent.filter(({ name }) => name === PAY);
    expect(calls).toHaveLength(2);
    expect(calls[0]?.parts).toEqual(calls[1]?.parts);
  });

  test('a confirmation that fails is a card error, and a bank that asks for ever is not followed', async () => {
    const asks = { [PAY]: refuse(400, '', { code: 'authentication_required', parameters: ['s'] }) };
    const failed = purchase(asks, { confirmWithBank: async () => 'Your bank could not be reached.' });
    expect(await failed.run()).toMatchObject({ error: { detail: 'Your bank could not be reached.' } });
    const endless = purchase(asks);
    expect((await endless.run()).kind).toBe('card-error');
    expect(endless.confirmWithBank.mock.calls.length).toBeLessThan(5);
  });
});

describe('what goes wrong on the way', () => {
  test('ST-079 a card the server does not accept stops before the payment and is named', async () => {
    let saved = 0;
    const errors = { recipient_mobile: 'Please enter a valid mobile' };
    const { run, names } = purchase({
      'POST mobiledigital/savegiftcarddetails': () =>
        ++saved === 2 ? { status: false, input_validation: errors } : { status: true, data: { last_insert_id: 1 } },
    });
    expect(await run()).toEqual({ kind: 'card-rejected', key: 'b', errors });
    expect(names()).not.toContain('POST carts/mine/payment-information');
  });

  test('another device that orders or clears the cart meanwhile is no error of a gift card', async () => {
    const ordered = purchase({ 'POST carts/mine/items': refuse(404, 'No cart', { code: 'no_active_cart' }) });
    expect(await ordered.run()).toEqual({ kind: 'cart-changed' });
    const gone = { status: false, codes: { cart_item_id: 'card_not_in_cart' } };
    const cleared = purchase({ 'POST mobiledigital/savegiftcarddetails': gone });
    expect(await cleared.run()).toEqual({ kind: 'cart-changed' });
    expect(cleared.names()).not.toContain('POST carts/mine/payment-information');
  });

  test('a price that is not the one on screen is shown before anything is paid', async () => {
    const dearer = { 'POST carts/mine/items': { item_id: 1, price: 55 } };
    const { run, names } = purchase(dearer, { lines: [mug] });
    const outcome = await run();
    expect(outcome.kind === 'price-changed' && outcome.changed.map(({ key, price }) => [key, price])).toEqual([
      [null, 55],
      ['a', 55],
      ['b', 55],
    ]);
    expect(names()).not.toContain('POST carts/mine/payment-information');
  });

  test('no way to ship opens the address form, without an order call', async () => {
    const { run, names } = purchase({ 'GET mobiledigital/shippingmethods': [] });
    expect(await run()).toEqual({ kind: 'missing', card: false, address: true });
    expect(names()).not.toContain('POST carts/mine/payment-information');
  });

  test('a product that is gone is thrown after the others are back; a lost connection leaves them pending', async () => {
    const gone = purchase(
      {
        'POST carts/mine/items': (parts: { body: { cartItem: { sku: string } } }) =>
          parts.body.cartItem.sku === 'MUG'
            ? refuse(400, 'The requested qty is not available')()
            : { item_id: 1, price: 20 },
      },
      { lines: [mug, tea] },
    );
    await expect(gone.run()).rejects.toMatchObject({ status: 400 });
    expect(gone.names().filter((name) => name === 'POST carts/mine/items')).toHaveLength(2);
    expect(gone.savePending).toHaveBeenLastCalledWith([]);
    const lost = purchase({ 'POST carts/mine/items': offline }, { lines: [mug, tea] });
    await expect(lost.run()).rejects.toMatchObject({ kind: 'offline' });
    expect(lost.savePending).toHaveBeenLastCalledWith([mug, tea]);
  });

  test('a new address is billed to, when none is the default', async () => {
    const { run, sent } = purchase({ 'GET carts/mine': { ...cartWith([]) } });
    await run();
    expect(JSON.stringify(sent.find(({ name }) => name === 'POST carts/mine/payment-information'))).toContain('12 Fig');
  });
});
