import { describe, expect, it, vi } from 'vitest';
import { buildCartWithAddresses, completeGiftCard } from '#test/web/checkout.ts';
import { speakEnglish } from '#test/web/english.ts';
import { createPurchase, refuse } from '#test/web/purchase.ts';
import { throwOffline } from '#test/web/watch-calls.ts';
import type { Payment } from './submit.ts';

const mug = { sku: 'MUG', name: 'Mug', price: 20, qty: 2, product_type: 'simple' };
const tea = { ...mug, sku: 'TEA', qty: 1 };
speakEnglish();

const PER_CARD = [
  'POST carts/mine/items',
  'POST mobiledigital/savegiftcarddetails',
  'POST mobiledigital/savegiftcardscheduleddate',
  'POST mobiledigital/savegiftcardmmstemplate',
];

describe('the order of calls', () => {
  it('cancels the countdown, then makes the calls in the specified order, one gift card after another [ST-089, ST-094, ST-095]', async () => {
    const { run, names, cancelledAfter } = createPurchase();
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

  it('restores other products before gift cards, and keeps each pending until it is restored [ST-091]', async () => {
    const { run, sent, savePending } = createPurchase({}, { lines: [mug, tea] });
    await run();
    const skus = sent.flatMap(({ name, parts }) =>
      name === 'POST carts/mine/items' ? [(parts.body as { cartItem: { sku: string } }).cartItem.sku] : [],
    );
    expect(skus).toEqual(['MUG', 'TEA', 'GC-BLOOM', 'GC-BLOOM']);
    expect(savePending.mock.calls.map(([lines]) => lines)).toEqual([[mug, tea], [tea], []]);
  });

  it('continues the order when there is no cart to clear [ER-16]', async () => {
    const { run } = createPurchase({ 'POST mobiledigital/clearcart': refuse(404, 'no cart') });
    expect((await run()).kind).toBe('placed');
  });
});

describe('the call bodies', () => {
  const findBody = (calls: { name: string; parts: { body?: unknown } }[], callName: string) =>
    calls.find(({ name }) => name === callName)?.parts.body;

  it('sends the cheapest shipping method, or the first of several that are equally cheap [ST-078]', async () => {
    const { run, sent } = createPurchase();
    await run();
    expect(findBody(sent, 'POST carts/mine/shipping-information')).toMatchObject({
      addressInformation: {
        shipping_carrier_code: 'flatrate',
        shipping_method_code: 'flatrate',
        shipping_address: { street: ['12 Fig Street'], region: 'New South Wales', customer_address_id: 5 },
      },
    });
  });

  it('adds a gift card as a configurable product with its options [ST-093]', async () => {
    const { run, sent } = createPurchase();
    await run();
    expect(findBody(sent, 'POST carts/mine/items')).toEqual({
      cartItem: {
        sku: 'GC-BLOOM',
        qty: 1,
        quote_id: '31',
        product_type: 'configurable',
        product_option: completeGiftCard.product_option,
      },
    });
  });

  it('sends gift card details as a JSON string whose message contains the card marker once [EN-46]', async () => {
    const { run, sent } = createPurchase();
    await run();
    const { data } = findBody(sent, 'POST mobiledigital/savegiftcarddetails') as { data: string };
    expect(JSON.parse(data)).toMatchObject({
      recipient_firstname: 'Mia',
      text_content: 'For you [gift-card]',
      purchaser_mobile: '+61412345678',
      cart_id: 31,
      cart_item_id: 101,
      gift_card_price: 50,
    });
  });

  it('saves the send time and template of each card under its details id [ST-053]', async () => {
    let details = 500;
    const { run, sent } = createPurchase({
      'POST mobiledigital/savegiftcarddetails': () => ({ status: true, data: { last_insert_id: ++details } }),
    });
    await run();
    const listBodies = (callName: string) =>
      sent.filter(({ name }) => name === callName).map(({ parts }) => parts.body);
    const { scheduled_delivery, timezone } = completeGiftCard;
    expect(listBodies('POST mobiledigital/savegiftcardscheduleddate')).toEqual(
      [501, 502].map((id) => ({ gift_card_details_id: id, scheduled_delivery, delivery_timezone: timezone })),
    );
    expect(listBodies('POST mobiledigital/savegiftcardmmstemplate')).toMatchObject(
      [501, 502].map((id) => ({ gift_card_details_id: id, mms_template_id: completeGiftCard.mms_template_id })),
    );
  });

  it('sends payment method, save flag and token with the order [ST-096]', async () => {
    const { run, sent } = createPurchase();
    await run();
    expect(findBody(sent, 'POST carts/mine/payment-information')).toMatchObject({
      billingAddress: { street: ['12 Fig Street'] },
      paymentMethod: {
        method: 'stripe_payments',
        additional_data: { cc_save: true, cc_stripejs_token: 'pm_saved', expected_subtotal: 100 },
      },
    });
  });

  it('calls checkoutsuccess for the paid order with its seller and campaign [ST-097]', async () => {
    const { run, sent } = createPurchase({}, { sellerId: '3', campaignId: 'spring' });
    await run();
    expect(sent.slice(-2)).toEqual([
      expect.objectContaining({ name: 'POST carts/mine/payment-information' }),
      {
        name: 'GET mobiledigital/checkoutsuccess',
        parts: { query: { seller_id: '3', campaign_id: 'spring', cart_id: '31' } },
      },
    ]);
  });
});

describe('the payment card', () => {
  it('sends nothing when payment card and address are missing [ST-088, VA-31]', async () => {
    const { run, sent } = createPurchase({}, { payment: null, address: null });
    expect(await run()).toEqual({ kind: 'missing', card: true, address: true });
    expect(sent).toEqual([]);
  });

  it('creates the payment method for a new card before anything else [ST-086]', async () => {
    const create = vi.fn(async () => ({ id: 'pm_new' }));
    const { run, sent } = createPurchase({}, { payment: { kind: 'new', create } });
    await run();
    expect(create).toHaveBeenCalledOnce();
    expect(JSON.stringify(sent)).toContain('"cc_stripejs_token":"pm_new"');
  });

  it('returns the error of a rejected card verbatim and keeps the countdown running [ST-087, ST-074]', async () => {
    const payment: Payment = { kind: 'new', create: async () => ({ error: 'Your card number is invalid.' }) };
    const { run, sent, cancelTimer } = createPurchase({}, { payment });
    expect(await run()).toEqual({ kind: 'card-error', error: { heading: 'Your card number is invalid.' } });
    expect(sent).toEqual([]);
    expect(cancelTimer).not.toHaveBeenCalled();
  });
});

describe('errors before the payment', () => {
  it('stops before the payment at a gift card that the server rejects, and names the card [ST-079]', async () => {
    let saved = 0;
    const errors = { recipient_mobile: 'Please enter a valid mobile' };
    const { run, names } = createPurchase({
      'POST mobiledigital/savegiftcarddetails': () =>
        ++saved === 2 ? { status: false, input_validation: errors } : { status: true, data: { last_insert_id: 1 } },
    });
    expect(await run()).toEqual({ kind: 'card-rejected', key: 'b', errors });
    expect(names()).not.toContain('POST carts/mine/payment-information');
  });

  it('reports a changed cart, not a wrong gift card, when another device orders or clears the cart', async () => {
    const ordered = createPurchase({ 'POST carts/mine/items': refuse(404, 'No cart', { code: 'no_active_cart' }) });
    expect(await ordered.run()).toEqual({ kind: 'cart-changed' });
    const missingCard = { status: false, codes: { cart_item_id: 'card_not_in_cart' } };
    const cleared = createPurchase({ 'POST mobiledigital/savegiftcarddetails': missingCard });
    expect(await cleared.run()).toEqual({ kind: 'cart-changed' });
    expect(cleared.names()).not.toContain('POST carts/mine/payment-information');
  });

  it('reports a changed price and pays nothing', async () => {
    const dearer = { 'POST carts/mine/items': { item_id: 1, price: 55 } };
    const { run, names } = createPurchase(dearer, { lines: [mug] });
    const outcome = await run();
    expect(outcome.kind === 'price-changed' && outcome.changed.map(({ key, price }) => [key, price])).toEqual([
      [null, 55],
      ['a', 55],
      ['b', 55],
    ]);
    expect(names()).not.toContain('POST carts/mine/payment-information');
  });

  it('asks for an address and places no order when no shipping method serves the address', async () => {
    const { run, names } = createPurchase({ 'GET mobiledigital/shippingmethods': [] });
    expect(await run()).toEqual({ kind: 'missing', card: false, address: true });
    expect(names()).not.toContain('POST carts/mine/payment-information');
  });

  it('adds the other products before throwing a sold-out error, and keeps lines pending when offline', async () => {
    const soldOutPurchase = createPurchase(
      {
        'POST carts/mine/items': (parts: { body: { cartItem: { sku: string } } }) =>
          parts.body.cartItem.sku === 'MUG'
            ? refuse(400, 'The requested qty is not available')()
            : { item_id: 1, price: 20 },
      },
      { lines: [mug, tea] },
    );
    await expect(soldOutPurchase.run()).rejects.toMatchObject({ status: 400 });
    expect(soldOutPurchase.names().filter((name) => name === 'POST carts/mine/items')).toHaveLength(2);
    expect(soldOutPurchase.savePending).toHaveBeenLastCalledWith([]);
    const lost = createPurchase({ 'POST carts/mine/items': throwOffline }, { lines: [mug, tea] });
    await expect(lost.run()).rejects.toMatchObject({ kind: 'offline' });
    expect(lost.savePending).toHaveBeenLastCalledWith([mug, tea]);
  });

  it('uses the shipping address for billing when there is no default billing address', async () => {
    const { run, sent } = createPurchase({ 'GET carts/mine': { ...buildCartWithAddresses([]) } });
    await run();
    expect(JSON.stringify(sent.find(({ name }) => name === 'POST carts/mine/payment-information'))).toContain('12 Fig');
  });
});
