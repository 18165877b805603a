import { waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Product } from '#contract/catalogue.ts';
import { at, giftCard, jacket, novel, soldOut } from '#gallery/fixtures/products.ts';
import { cardTiles } from '#gallery/fixtures/tiles.ts';
import { cartServer } from '#test/web/cart-server.ts';
import { openPage } from '#test/web/customer-page.ts';
import { type CallAnswers, held, offline, refuse } from '#test/web/watch-calls.ts';
import { listGiftCards } from '../state/gift-cards.ts';

afterEach(() => vi.restoreAllMocks());
const ADD = 'POST carts/mine/items';
const PRODUCT = 'GET mobiledigital/product';
const ownAmounts = { sku: 'TK-GC-OWN', option_value: 5_699, currency: 'AUD', min: 10, max: 500, qty: 40 } as const;

type Opened = { visitor?: boolean; answers?: CallAnswers; shows?: string };

async function openProduct(data: Product, { visitor = false, answers = {}, shows = data.name }: Opened = {}) {
  const shop = await openPage({
    ...{ at: `/product/${data.id}`, shows, ...(visitor ? { session: {} } : {}) },
    answers: { ...cartServer([]), [PRODUCT]: { status: true, data }, ...answers },
  });
  return { ...shop, radio: (name: string | RegExp) => shop.ground().getByRole<HTMLInputElement>('radio', { name }) };
}
const added = () => listGiftCards().map(([, card]) => card);
const lineIn = (body: unknown) => (body as { cartItem: Record<string, unknown> }).cartItem;

describe('a product without options', () => {
  test('goes into the cart with its quantity, behind a loader, and the way to the checkout is shown', async () => {
    const answer = held({ item_id: 9, price: 34.99 });
    const { tap, see, bodies, link, text } = await openProduct(novel(), { answers: { [ADD]: () => answer.answer() } });
    await tap('Quantity: more');
    await tap('Quantity: more');
    await tap('Add to Cart');
    await see('Adding to your cart...');
    answer.release();
    await see('Added to your cart');
    expect(bodies(ADD)).toEqual([{ cartItem: { sku: 'LL-SALT', qty: 3, product_type: 'simple', quote_id: 1 } }]);
    expect(link('Checkout').getAttribute('href')).toBe('/checkout');
    expect(text()).not.toContain('Adding to your cart...');
  });

  test.each([
    ['<p>Of stone.</p>', 1],
    ['', 0],
  ])('described as %j has %i headings for it', async (description, count) => {
    const { page } = await openProduct({ ...novel(), description });
    expect(page.queryAllByText('About it')).toHaveLength(count);
  });

  test('tapped twice is added once', async () => {
    const answer = held({ item_id: 9, price: 34.99 });
    const { tapTwice, sentTimes, count, see, button } = await openProduct(novel(), {
      answers: { [ADD]: () => answer.answer() },
    });
    await tapTwice('Add to Cart');
    await sentTimes(ADD, 1);
    button('Add to Cart').click();
    answer.release();
    await see('Added to your cart');
    expect(count(ADD)).toBe(1);
  });

  test('that was refused can be added by the next tap', async () => {
    let full = true;
    const { tap, see, count } = await openProduct(novel(), {
      answers: {
        [ADD]: () => (full ? refuse(400, { code: 'qty_not_available', message: 'x' })() : { item_id: 9, price: 1 }),
      },
    });
    await tap('Add to Cart');
    await see('The requested qty is not available');
    full = false;
    await tap('OK');
    // Not as quick as the second tap of a double tap.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000);
    await tap('Add to Cart');
    await see('Added to your cart');
    expect(count(ADD)).toBe(2);
  });

  test('asks a visitor to sign in, and nothing is written before', async () => {
    const { tap, see, writes } = await openProduct(novel(), { visitor: true });
    await tap('Add to Cart');
    await see('Send Mobile Code');
    expect(writes()).toEqual([]);
  });

  test.each([
    [1, 'last one'],
    [3, 'only 3 left'],
  ])('of which %s are left says so and lets no more be chosen', async (qty, words) => {
    const { text, tap, button, ground } = await openProduct({ ...novel(), qty });
    expect(text()).toContain(words);
    for (let pressed = 1; pressed < qty; pressed += 1) await tap('Quantity: more');
    expect(button('Quantity: more')).toHaveProperty('disabled', true);
    expect(ground().getByRole('spinbutton', { name: 'Quantity' }).textContent).toBe(String(qty));
  });

  test('that is sold out cannot be added, and the seller has more', async () => {
    const { button, link, ground } = await openProduct(soldOut(novel()));
    expect(button('Add to Cart')).toHaveProperty('disabled', true);
    expect(ground().queryByRole('spinbutton')).toBeNull();
    expect(link('More from Lamplight Lane Books').getAttribute('href')).toBe('/sellerprofile/lamplight-lane');
  });
});

describe('a product with colours and sizes', () => {
  test('says what is not chosen yet, the cursor stands there and no call goes out', async () => {
    const { tap, see, text, radio, user, sent } = await openProduct(jacket());
    await tap('Add to Cart');
    await see('You must select a color');
    expect(text()).toContain('You must select a size');
    await waitFor(() => expect(document.activeElement).toBe(radio('Ochre')));
    expect(sent).toEqual([]);
    await user.click(radio('Pine'));
    expect(text()).not.toContain('You must select a color');
    expect(text()).toContain('You must select a size');
  });

  test('a colour closes the sizes it is not there in, and drops the size that was chosen', async () => {
    const { radio, user } = await openProduct(jacket());
    await user.click(radio('S'));
    expect(radio('S').checked).toBe(true);
    await user.click(radio('Ochre'));
    expect(radio('S').checked).toBe(true);
    await user.click(radio('Navy'));
    expect(radio('S').checked).toBe(true);
    expect(radio(/^L/).disabled).toBe(true);
    await user.click(radio('Pine'));
    expect(radio(/^XL/).disabled).toBe(true);
    await user.click(radio('L'));
    await user.click(radio('Navy'));
    expect([radio(/^L/).checked, radio(/^L/).disabled]).toEqual([false, true]);
  });

  test('is added as the variant that was chosen', async () => {
    const { radio, user, tap, see, bodies, text } = await openProduct(jacket());
    await user.click(radio('Navy'));
    await user.click(radio('XL'));
    expect(text()).toContain('SKU FP-JACKET-NAVY-XL');
    expect(text()).toContain('only 3 left');
    await tap('Add to Cart');
    await see('Added to your cart');
    expect(lineIn(bodies(ADD)[0])).toMatchObject({
      ...{ sku: 'FP-JACKET', qty: 1, product_type: 'configurable' },
      product_option: {
        extension_attributes: {
          configurable_item_options: [
            { option_id: '93', option_value: 5_407 },
            { option_id: '141', option_value: 5_505 },
          ],
        },
      },
    });
  });

  test('more than a variant has cannot be taken: the quantity goes down with it', async () => {
    const { radio, user, tap, ground } = await openProduct(jacket());
    await user.click(radio('Pine'));
    await user.click(radio('S'));
    for (const _press of [1, 2, 3]) await tap('Quantity: more');
    await user.click(radio('XS'));
    expect(ground().getByRole('spinbutton', { name: 'Quantity' }).textContent).toBe('2');
  });
});

describe('a gift card', () => {
  test('in one of its amounts: one card is begun, and the next screen asks who it is for', async () => {
    const { tapTwice, see, writes } = await openProduct(giftCard());
    await tapTwice('$75');
    await see('Who are you sending it to?');
    expect(added()).toHaveLength(1);
    expect(added()[0]).toMatchObject({
      ...{ sku: 'TK-GC-SHELF', configurable_product_sku: 'TK-GC-SHELF-75', price: 75, timezone: 'Australia/Sydney' },
      ...{ recipient_firstname: '', scheduled_delivery: '', mms_template_id: '', cart_item_id: null },
      product_option: {
        extension_attributes: { configurable_item_options: [{ option_id: '216', option_value: 5_675 }] },
      },
    });
    expect(writes()).toEqual([]);
  });

  test('without an amount says what is missing', async () => {
    const { tap, see, ground } = await openProduct(giftCard());
    await tap('Add to Cart');
    await see('You must select a Gift Card price');
    await waitFor(() => expect(document.activeElement).toBe(ground().getByRole('button', { name: /^\$25/ })));
    expect(added()).toEqual([]);
  });

  test('asks a visitor to sign in before a card is begun', async () => {
    const { tap, see } = await openProduct(giftCard(), { visitor: true });
    await tap('$75');
    await see('Send Mobile Code');
    expect(added()).toEqual([]);
  });

  test('an amount that is sold out cannot be tapped', async () => {
    const card = giftCard(at(cardTiles, 0), [25, 50]);
    const price = card.configurable_options.gift_card_price;
    const options = price?.options.map((option, index) => ({ ...option, qty: index })) ?? [];
    const { button } = await openProduct({
      ...card,
      configurable_options: { gift_card_price: { option_id: '216', options } },
    });
    expect(button(/^\$25/)).toHaveProperty('disabled', true);
    expect(button('$50')).toHaveProperty('disabled', false);
  });

  test('without an amount of one’s own offers none', async () => {
    const { page } = await openProduct(giftCard());
    expect(page.queryByRole('button', { name: /^Other/ })).toBeNull();
  });
});

describe('an amount of one’s own', () => {
  async function openOwn() {
    const shop = await openProduct({ ...giftCard(), free_amount: ownAmounts });
    await shop.tap(/^Other/);
    return { ...shop, own: shop.field('Your own amount in dollars') };
  }
  const wrong = 'Please enter a whole dollar amount from $10 to $500';

  test.each(['', '9', '501', '12.50', 'ten', '-20', '1e2'])('%j is refused, and the cursor stays', async (typed) => {
    const { own, user, tap, see, text } = await openOwn();
    if (typed) await user.type(own, typed);
    expect(text()).not.toContain(wrong);
    await tap('Choose');
    await see(wrong);
    expect(document.activeElement).toBe(own);
    expect(own.getAttribute('aria-invalid')).toBe('true');
    expect(added()).toEqual([]);
  });

  test.each([
    ['10', 10, 'Choose'],
    ['500', 500, 'Choose'],
    ['$37', 37, 'Add to Cart'],
    ['37.00', 37, 'Add to Cart'],
  ])('%j begins a card of %s dollars by %s', async (typed, price, by) => {
    const { own, user, tap, see } = await openOwn();
    await user.type(own, typed);
    await tap(by);
    await see('Who are you sending it to?');
    expect(added()).toHaveLength(1);
    expect(added()[0]).toMatchObject({
      ...{ configurable_product_sku: 'TK-GC-OWN', price },
      product_option: {
        extension_attributes: {
          configurable_item_options: [{ option_id: '216', option_value: 5_699 }],
          giftcard_item_option: { custom_giftcard_amount: price },
        },
      },
    });
  });

  test('a message goes as soon as the amount is right, and Enter chooses it', async () => {
    const { own, user, see, text } = await openOwn();
    await user.type(own, '4{Enter}');
    await see(wrong);
    await user.type(own, '0');
    expect(text()).not.toContain(wrong);
    await user.keyboard('{Enter}');
    await see('Who are you sending it to?');
    expect(added()[0]?.price).toBe(40);
  });
});

describe('a product that is not there', () => {
  test('says so in a popup and on the page', async () => {
    const { text, tap, page } = await openPage({
      ...{ at: '/product/404', shows: 'The selected product does not exist.', session: {} },
    });
    expect(text()).toContain("Product doesn't exist.");
    await tap('OK');
    expect(page.getByRole('heading', { level: 1 }).textContent).toBe('No Product.');
    expect(document.title).toContain('No Product.');
  });

  test('is not asked for by what is no id', async () => {
    const { loaded } = await openPage({ at: '/product/mug', shows: 'No Product.', session: {} });
    expect(loaded).not.toContain(PRODUCT);
  });

  test.each([
    ['an error', refuse(500, { message: 'Tidying up.' })],
    ['no connection', offline],
  ])('because of %s can be asked for again', async (_what, failure) => {
    let fails = true;
    const { page, user, see, text } = await openPage({
      ...{ at: '/product/18', shows: 'This did not load', session: {} },
      answers: { [PRODUCT]: () => (fails ? failure() : { status: true, data: novel() }) },
    });
    expect(text()).not.toContain('No Product.');
    fails = false;
    await user.click(page.getByRole('button', { name: 'Try again' }));
    await see('A signalwoman');
  });
});
