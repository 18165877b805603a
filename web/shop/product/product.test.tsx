import { waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Product } from '#contract/catalogue.ts';
import { giftCard, itemAt, jacket, novel, soldOut } from '#gallery/fixtures/products.ts';
import { cardTiles } from '#gallery/fixtures/tiles.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import { createCartServer } from '#test/web/cart-server.ts';
import { openPage } from '#test/web/customer-page.ts';
import { followRedirect } from '#test/web/open-shop.ts';
import { type CallAnswers, holdAnswer, refuse } from '#test/web/watch-calls.ts';
import { listGiftCards } from '../state/gift-cards.ts';

afterEach(() => vi.restoreAllMocks());
const ADD = 'POST carts/mine/items';
const PRODUCT = 'GET mobiledigital/product';
const ownAmounts = { sku: 'TK-GC-OWN', option_value: 5_699, currency: 'AUD', min: 10, max: 500, qty: 40 } as const;

type Opened = { visitor?: boolean; answers?: CallAnswers; shows?: string };

async function openProduct(data: Product, { visitor = false, answers = {}, shows = data.name }: Opened = {}) {
  const shop = await openPage({
    url: `/product/${data.id}`,
    shows,
    ...(visitor ? { session: {} } : {}),
    answers: { ...createCartServer([]), [PRODUCT]: { status: true, data }, ...answers },
  });
  return { ...shop, radio: (name: string | RegExp) => shop.ground().getByRole<HTMLInputElement>('radio', { name }) };
}
const listAddedCards = () => listGiftCards().map(([, card]) => card);
const readCartItem = (body: unknown) => (body as { cartItem: Record<string, unknown> }).cartItem;

describe('product without options', () => {
  it('shows a loader while adding the product with its quantity, then refetches the cart [ST-029, ST-030]', async () => {
    const answer = holdAnswer({ item_id: 9, price: 34.99 });
    const { tap, see, bodies, link, text, names, sentTimes } = await openProduct(novel(), {
      answers: { [ADD]: () => answer.answer() },
    });
    await tap('Quantity: more');
    await tap('Quantity: more');
    await tap('Add to Cart');
    await see('Adding to your cart...');
    await sentTimes(ADD, 1);
    const before = names().length;
    answer.release();
    await see('Added to your cart');
    expect(names().slice(before)).toContain('GET carts/mine');
    expect(bodies(ADD)).toEqual([{ cartItem: { sku: 'LL-SALT', qty: 3, product_type: 'simple', quote_id: 1 } }]);
    expect(link('Checkout').getAttribute('href')).toBe('/checkout');
    expect(text()).not.toContain('Adding to your cart...');
  });

  it('adds the product once despite repeated taps on Add to Cart', async () => {
    const answer = holdAnswer({ item_id: 9, price: 34.99 });
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

  it('shows Qty not Available when the server rejects the quantity, and allows another attempt [ER-15]', async () => {
    let full = true;
    const { tap, see, count, page } = await openProduct(novel(), {
      answers: {
        [ADD]: () => (full ? refuse(400, { code: 'qty_not_available', message: 'x' })() : { item_id: 9, price: 1 }),
      },
    });
    await tap('Add to Cart');
    const popup = await page.findByRole('dialog', { name: 'Qty not Available' });
    expect(popup.textContent).toContain('The requested qty is not available');
    full = false;
    await tap('OK');
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000);
    await tap('Add to Cart');
    await see('Added to your cart');
    expect(count(ADD)).toBe(2);
  });

  it('asks a visitor to sign in before adding the product', async () => {
    const { tap, see, writes } = await openProduct(novel(), { visitor: true });
    await tap('Add to Cart');
    await see('Send Mobile Code');
    expect(writes()).toEqual([]);
  });

  it('starts at a quantity of one and allows no lower quantity [VA-37, VA-38]', async () => {
    const { ground, button, user, tap, see, bodies } = await openProduct(novel());
    const quantity = ground().getByRole('spinbutton', { name: 'Quantity' });
    const shownQuantity = () => [quantity.getAttribute('aria-valuenow'), quantity.textContent];
    expect(shownQuantity()).toEqual(['1', '1']);
    expect(button('Quantity: less')).toHaveProperty('disabled', true);
    quantity.focus();
    await user.keyboard('{ArrowUp}');
    expect(shownQuantity()).toEqual(['2', '2']);
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(shownQuantity()).toEqual(['1', '1']);
    await tap('Add to Cart');
    await see('Added to your cart');
    expect(readCartItem(bodies(ADD)[0]).qty).toBe(1);
  });

  it.each([
    [1, 'last one'],
    [3, 'only 3 left'],
  ])('shows that only %s are left and allows no higher quantity', async (qty, words) => {
    const { text, tap, button, ground } = await openProduct({ ...novel(), qty });
    expect(text()).toContain(words);
    for (let pressed = 1; pressed < qty; pressed += 1) await tap('Quantity: more');
    expect(button('Quantity: more')).toHaveProperty('disabled', true);
    expect(ground().getByRole('spinbutton', { name: 'Quantity' }).textContent).toBe(String(qty));
  });

  it('shows Out of Stock, disables the button and links to the seller when sold out [PD-05]', async () => {
    const { button, link, ground, text } = await openProduct(soldOut(novel()));
    expect(text()).toContain('Out of Stock');
    expect(text()).not.toContain('In Stock');
    expect(button('Add to Cart')).toHaveProperty('disabled', true);
    expect(ground().queryByRole('spinbutton')).toBeNull();
    expect(link('More from Lamplight Lane Books').getAttribute('href')).toBe('/sellerprofile/lamplight-lane');
  });
});

describe('product with colours and sizes', () => {
  it('requires a colour and a size, and focuses the first missing field [VA-32, VA-33]', async () => {
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

  it('scrolls to the product image of the chosen colour', async () => {
    const data = jacket();
    const colours = data.configurable_options.color?.options.map(({ option_value }) => option_value) ?? [];
    const configurable_products = data.configurable_products.map((variant) => {
      const picture = data.pictures[colours.indexOf(variant.options.color ?? 0)];
      return picture ? { ...variant, picture_id: picture.id } : variant;
    });
    const place = vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get');
    place.mockImplementation(function (this: HTMLElement) {
      return 100 * [...(this.parentElement?.children ?? [])].indexOf(this);
    });
    const scrolled = vi.spyOn(Element.prototype, 'scrollTo');
    const { radio, user } = await openProduct({ ...data, configurable_products });
    scrolled.mockClear();
    await user.click(radio('Navy'));
    expect(scrolled.mock.calls).toEqual([[{ left: 200, behavior: 'smooth' }]]);
  });

  it('disables sizes that are sold out in the chosen colour, and deselects such a size [VA-35, VA-36]', async () => {
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

  it('adds the chosen variant to the cart', async () => {
    const { radio, user, tap, see, bodies, text } = await openProduct(jacket());
    await user.click(radio('Navy'));
    await user.click(radio('XL'));
    expect(text()).toContain('SKU FP-JACKET-NAVY-XL');
    expect(text()).toContain('only 3 left');
    await tap('Add to Cart');
    await see('Added to your cart');
    expect(readCartItem(bodies(ADD)[0])).toMatchObject({
      sku: 'FP-JACKET',
      qty: 1,
      product_type: 'configurable',
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

  it('lowers the quantity to the stock of the newly chosen variant', async () => {
    const { radio, user, tap, ground } = await openProduct(jacket());
    await user.click(radio('Pine'));
    await user.click(radio('S'));
    for (const _press of [1, 2, 3]) await tap('Quantity: more');
    await user.click(radio('XS'));
    expect(ground().getByRole('spinbutton', { name: 'Quantity' }).textContent).toBe('2');
  });
});

describe('gift card', () => {
  it('creates only one gift card on a double tap and asks for its recipient [ST-031, ST-033]', async () => {
    const { tapTwice, see, writes } = await openProduct(giftCard());
    await tapTwice('$75');
    await see('Who are you sending it to?');
    expect(listAddedCards()).toHaveLength(1);
    expect(listAddedCards()[0]).toMatchObject({
      sku: 'TK-GC-SHELF',
      configurable_product_sku: 'TK-GC-SHELF-75',
      price: 75,
      timezone: 'Australia/Sydney',
      recipient_firstname: '',
      scheduled_delivery: '',
      mms_template_id: '',
      cart_item_id: null,
      product_option: {
        extension_attributes: { configurable_item_options: [{ option_id: '216', option_value: 5_675 }] },
      },
    });
    expect(Object.values(JSON.parse(localStorage.getItem('gift-card-details') ?? ''))).toEqual(listAddedCards());
    expect(writes()).toEqual([]);
  });

  it('opens the page for adding the recipient of the new card [ST-032]', async () => {
    const address = await followRedirect({
      url: '/product/1',
      session: signedInCustomer(),
      shows: 'Who are you sending it to?',
      act: ({ press }) => press('$75'),
    });
    expect(listGiftCards().map(([key]) => `/giftcard/add/${key}`)).toEqual([address]);
  });

  it('asks for a price and creates no gift card when Add to Cart is tapped without one [ST-034, VA-34]', async () => {
    const { tap, see, ground, text, writes } = await openProduct(giftCard());
    expect(text()).not.toContain('You must select');
    await tap('Add to Cart');
    await see('You must select a Gift Card price');
    await see('Tap one of the amounts above to continue.');
    expect(writes()).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(ground().getByRole('button', { name: /^\$25/ })));
    expect(listAddedCards()).toEqual([]);
  });

  it('asks a visitor to sign in before creating a gift card, and clears the price error', async () => {
    const { tap, see, text } = await openProduct(giftCard(), { visitor: true });
    await tap('Add to Cart');
    await see('You must select a Gift Card price');
    await tap('$75');
    await see('Send Mobile Code');
    expect(text()).not.toContain('You must select a Gift Card price');
    expect(listAddedCards()).toEqual([]);
  });

  it('disables an amount that is sold out', async () => {
    const card = giftCard(itemAt(cardTiles, 0), [25, 50]);
    const price = card.configurable_options.gift_card_price;
    const options = price?.options.map((option, index) => ({ ...option, qty: index })) ?? [];
    const { button } = await openProduct({
      ...card,
      configurable_options: { gift_card_price: { option_id: '216', options } },
    });
    expect(button(/^\$25/)).toHaveProperty('disabled', true);
    expect(button('$50')).toHaveProperty('disabled', false);
  });

  it('offers no custom amount when the product does not allow one', async () => {
    const { page } = await openProduct(giftCard());
    expect(page.queryByRole('button', { name: /^Other/ })).toBeNull();
  });
});

describe('custom amount', () => {
  async function openOwn() {
    const shop = await openProduct({ ...giftCard(), free_amount: ownAmounts });
    await shop.tap(/^Other/);
    return { ...shop, ownAmount: shop.field('Your own amount in dollars') };
  }
  const wrong = 'Please enter a whole dollar amount from $10 to $500';

  it.each(['', '9', '501', '12.50', 'ten', '-20', '1e2'])('rejects %j as a custom amount', async (typed) => {
    const { ownAmount, user, tap, see, text } = await openOwn();
    if (typed) await user.keyboard(typed);
    expect(text()).not.toContain(wrong);
    await tap('Choose');
    await see(wrong);
    expect(document.activeElement).toBe(ownAmount);
    expect(['aria-invalid', 'inputmode'].map((name) => ownAmount.getAttribute(name))).toEqual(['true', 'numeric']);
    expect(listAddedCards()).toEqual([]);
  });

  it.each([
    ['10', 10, 'Choose'],
    ['500', 500, 'Choose'],
    ['$37', 37, 'Add to Cart'],
    ['37.00', 37, 'Add to Cart'],
  ])('accepts %j and creates a gift card of %s dollars on %s', async (typed, price, by) => {
    const { ownAmount, user, tap, see } = await openOwn();
    await user.type(ownAmount, typed);
    await tap(by);
    await see('Who are you sending it to?');
    expect(listAddedCards()).toHaveLength(1);
    expect(listAddedCards()[0]).toMatchObject({
      configurable_product_sku: 'TK-GC-OWN',
      price,
      product_option: {
        extension_attributes: {
          configurable_item_options: [{ option_id: '216', option_value: 5_699 }],
          giftcard_item_option: { custom_giftcard_amount: price },
        },
      },
    });
  });

  it('clears the error about the missing price when Other is tapped', async () => {
    const { tap, see, text } = await openProduct({ ...giftCard(), free_amount: ownAmounts });
    await tap('Add to Cart');
    await see('You must select a Gift Card price');
    await tap(/^Other/);
    await see('Your own amount');
    expect(text()).not.toContain('You must select a Gift Card price');
  });

  it('drops a typed dollar sign from a custom amount, because the field shows its own', async () => {
    const { ownAmount, user } = await openOwn();
    await user.type(ownAmount, '$50');
    expect(ownAmount.value).toBe('50');
  });

  it('clears the error once the custom amount is valid, and accepts the amount on Enter', async () => {
    const { ownAmount, user, see, text } = await openOwn();
    await user.type(ownAmount, '4{Enter}');
    await see(wrong);
    await user.type(ownAmount, '0');
    expect(text()).not.toContain(wrong);
    await user.keyboard('{Enter}');
    await see('Who are you sending it to?');
    expect(listAddedCards()[0]?.price).toBe(40);
  });
});
