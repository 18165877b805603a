import { waitFor } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { line, shippingMethods } from '#gallery/fixtures/customer.ts';
import { fiveCards, KEY, oneCard, unfilled } from '#gallery/fixtures/gift-cards.ts';
import { jacket, novel } from '#gallery/fixtures/products.ts';
import { cartServer } from '#test/web/cart-server.ts';
import { openCheckout, PAY } from '#test/web/checkout-screen.ts';
import type { Received } from '#test/web/fake-server.ts';
import { type CallAnswers, held, offline, refuse } from '#test/web/watch-calls.ts';
import { useGiftCards } from '../state/gift-cards.ts';

const DELETE = 'DELETE carts/mine/items/{itemId}';
const CARD = 'Tide & Kiln Studio Shelf Card for Mia';
const goods = () => [line(5, jacket(), { qty: 2, chosen: ['Pine', 'M'] }), line(6, novel())];
const cardsLeft = () => Object.keys(useGiftCards.getState().giftCards).length;
const rowNames = (box: HTMLElement) => [...box.querySelectorAll('#main li h3')].map(({ textContent }) => textContent);

describe('the summary', () => {
  test('shows a gift as it is wrapped', async () => {
    const { box } = await openCheckout();
    await waitFor(() => expect(box.querySelector('[data-gift-card] [data-wrapped-gift="birthday-cake"]')).toBeTruthy());
  });

  test('has cards that are not complete first, and says what each lacks', async () => {
    const giftCards = fiveCards();
    const [first, second, third] = Object.keys(giftCards);
    const change = { [second ?? '']: { scheduled_delivery: '' }, [third ?? '']: { ...unfilled } };
    for (const [key, part] of Object.entries(change)) Object.assign(giftCards[key] ?? {}, part);
    const { box, text } = await openCheckout({ giftCards });
    const rows = [...box.querySelectorAll('[data-gift-card]')];
    expect(rows.map((row) => row.getAttribute('data-gift-card')).slice(0, 3)).toEqual([second, third, first]);
    expect(rows[0]?.textContent).toContain('Please select scheduled delivery date');
    expect(rows[0]?.textContent).not.toContain("Please enter recipient's name");
    expect(rows[1]?.textContent).toContain("Please enter recipient's mobile");
    expect(rows[2]?.textContent).not.toContain('Missing required information');
    expect(text()).toContain('GiftCard x 5');
  });

  test.each([
    ['a card that is not complete', oneCard({ mms_template_id: '' }), true],
    ['complete cards', fiveCards(), false],
  ])('with %s', async (_what, giftCards, disabled) => {
    const { button, text, writes, user } = await openCheckout({ giftCards });
    expect(button('Confirm Purchase')).toHaveProperty('disabled', disabled);
    expect(text().includes('Complete every gift card first')).toBe(disabled);
    if (disabled) await user.click(button('Confirm Purchase'));
    expect(writes()).toEqual([]);
  });

  test('adds up cards, goods and their delivery, and says what of it is GST', async () => {
    const { amount, see } = await openCheckout({ lines: goods() });
    await see('$671.99');
    // 50 + 2 x 289 + 34.99, and 9 for the way; the GST is an eleventh of each, to the cent.
    expect(['total', 'delivery', 'to pay', 'gst'].map(amount)).toEqual([
      '$662.99 AUD',
      '$9.00 AUD',
      '$671.99 AUD',
      '$56.55 AUD',
    ]);
  });

  test('of cards alone asks nothing for delivery', async () => {
    const { amount, box } = await openCheckout({ giftCards: fiveCards() });
    expect([amount('total'), amount('delivery'), amount('gst')]).toEqual(['$400.00 AUD', null, null]);
    expect(box.querySelector('[data-to-pay]')?.textContent).toBe('$400.00 AUD');
  });

  test('asks for an amount once where nothing is added to it, and says that nothing is shipped', async () => {
    const { amount, text, page } = await openCheckout({ giftCards: fiveCards() });
    expect([amount('total'), amount('to pay')]).toEqual(['$400.00 AUD', null]);
    expect(text()).not.toContain('To pay');
    expect(text()).toContain('Nothing is shipped: a gift card goes to a phone. Your order keeps this address.');
    expect(page.getAllByText('12 Fig Street', { exact: false })).toHaveLength(1);
  });

  test('of goods that ship for nothing says so in words, and shows no second sum', async () => {
    const free = shippingMethods.map((method) => ({ ...method, amount: 0 }));
    const { amount, see, text } = await openCheckout({
      ...{ giftCards: {}, lines: goods(), answers: { 'GET mobiledigital/shippingmethods': free } },
    });
    await see('Free');
    expect([amount('total'), amount('delivery'), amount('to pay')]).toEqual(['$612.99 AUD', 'Free', null]);
    expect(text()).not.toContain('Nothing is shipped');
  });

  test('says from where on delivery is free, as long as it is not', async () => {
    const short = { until_free: [{ seller_name: 'Lamplight Lane Books', amount: 72.5 }] };
    const charged = shippingMethods.map((method) => ({ ...method, extension_attributes: short }));
    const { see } = await openCheckout({
      ...{ giftCards: {}, lines: goods(), answers: { 'GET mobiledigital/shippingmethods': charged } },
    });
    await see('With $72.50 AUD more from Lamplight Lane Books, delivery is free.');
  });

  test('Change leads to the card and to the line', async () => {
    const { link } = await openCheckout({ lines: goods() });
    expect(link(`Change ${CARD}`).getAttribute('href')).toBe(`/giftcard/add/${KEY}`);
    expect(link('Change Salt on the Line').getAttribute('href')).toBe('/updateproduct/6');
  });
});

describe('the quantity of goods', () => {
  const ADD = 'POST carts/mine/items';

  test('is changed in its row: the sum follows at once, and nothing can be paid before the server knows', async () => {
    const server = cartServer([line(6, novel())]);
    const known = held(true);
    const { tap, amount, button, sentTimes, bodies, user, count, confirm, thanked } = await openCheckout({
      ...{ giftCards: {}, lines: [line(6, novel())] },
      answers: {
        ...server,
        [ADD]: async (parts: Received['parts']) => {
          await known.answer();
          return server[ADD](parts);
        },
      },
    });
    await tap('Quantity of Salt on the Line: more');
    await waitFor(() => expect([amount('total'), amount('to pay')]).toEqual(['$69.98 AUD', '']));
    await user.click(button('Confirm Purchase'));
    await sentTimes(ADD, 1);
    expect(bodies(ADD)).toMatchObject([{ cartItem: { item_id: 6, sku: 'LL-SALT', qty: 2 } }]);
    known.release();
    await waitFor(() => expect(amount('to pay')).toBe('$78.98 AUD'));
    expect(count(PAY)).toBe(0);
    await confirm();
    await thanked();
    expect(bodies(ADD).at(-1)).toMatchObject({ cartItem: { sku: 'LL-SALT', qty: 2 } });
  });

  test('that the server refuses is what it was, and the reason is said', async () => {
    const { tap, see, amount, page } = await openCheckout({
      ...{ giftCards: {}, lines: [line(6, novel())] },
      answers: { [ADD]: refuse(400, { code: 'qty_not_available', message: 'x' }) },
    });
    await tap('Quantity of Salt on the Line: more');
    await see('The requested qty is not available');
    await waitFor(() => expect(amount('total')).toBe('$34.99 AUD'));
    const box = page.getByRole('spinbutton', { name: 'Quantity of Salt on the Line', hidden: true });
    expect(box.textContent).toBe('1');
  });
});

describe('Remove', () => {
  test('of a line asks the server, and the sum follows', async () => {
    const { tap, see, sent, amount, box } = await openCheckout({ lines: goods() });
    await tap('Remove Snowgum Rain Jacket');
    await see('Removed');
    await waitFor(() => expect(amount('total')).toBe('$84.99 AUD'));
    expect(sent.filter(({ name }) => name === DELETE).map(({ parts }) => parts.params)).toEqual([{ itemId: '5' }]);
    expect(rowNames(box)).not.toContain('Snowgum Rain Jacket');
  });

  test('of a card of this browser needs no call', async () => {
    const { tap, see, writes } = await openCheckout({ lines: goods() });
    await tap(`Remove ${CARD}`);
    await see('Removed');
    expect(cardsLeft()).toBe(0);
    expect(writes()).toEqual([]);
  });

  test('of the last thing leads to the shop', async () => {
    const { tap, see, text } = await openCheckout();
    await tap(`Remove ${CARD}`);
    await see('No More Products');
    expect(text()).not.toContain('Confirm in');
  });

  test('is done once however often it is tapped, and nothing else is removed meanwhile', async () => {
    const gone = held(true);
    const { tapTwice, button, sentTimes, see, count } = await openCheckout({
      ...{ lines: goods(), answers: { [DELETE]: () => gone.answer() } },
    });
    await tapTwice('Remove Salt on the Line');
    await sentTimes(DELETE, 1);
    expect(button('Remove Snowgum Rain Jacket')).toHaveProperty('disabled', true);
    expect(button(`Remove ${CARD}`)).toHaveProperty('disabled', true);
    gone.release();
    await see('Removed');
    expect(count(DELETE)).toBe(1);
  });

  test.each([
    ['an error', refuse(500, { message: 'Not now.' }), 'Not now.'],
    ['no connection', offline, 'No connection'],
  ])('with %s leaves the line where it is', async (_what, failure, words) => {
    const { tap, see, box, text } = await openCheckout({ lines: goods(), answers: { [DELETE]: failure } });
    await tap('Remove Salt on the Line');
    await see(words);
    expect(rowNames(box)).toContain('Salt on the Line');
    expect(text()).not.toContain('Removed');
  });
});

describe('what the checkout needs', () => {
  test.each(['GET carts/mine', 'GET mobiledigital/savedcards', 'GET mobiledigital/cartproducts'])(
    'is asked for again where %s failed, and only that',
    async (name) => {
      let fails = true;
      const answers: CallAnswers = cartServer(goods());
      const good = answers[name] ?? { status: true, data: [] };
      const { tap, see, count } = await openCheckout({
        ...{ shows: 'Your order could not be loaded', lines: goods() },
        answers: { [name]: () => (fails ? refuse(500)() : typeof good === 'function' ? good() : good) },
      });
      fails = false;
      await tap('OK');
      await tap('Try again');
      await see('Confirm Purchase');
      const others = ['GET carts/mine', 'GET mobiledigital/savedcards'].filter((other) => other !== name);
      expect(others.map(count)).toEqual(others.map(() => 0));
    },
  );

  test('is nothing where nothing is bought: no countdown, no address, no payment', async () => {
    const { text } = await openCheckout({ giftCards: {}, shows: 'Cart is empty' });
    for (const words of ['Confirm in', 'Shipping Information', 'Payment Information', 'Confirm Purchase']) {
      expect(text()).not.toContain(words);
    }
  });
});

test('before paying it says that a held order is charged only after its check', async () => {
  const { text } = await openCheckout();
  expect(text()).toContain('your card is charged once. If we check the order first, only after that.');
});

describe('the countdown', () => {
  test('over: the customer is with the seller again, and the cards are kept', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 24) });
    onTestFinished(() => void vi.useRealTimers());
    const { see, text } = await openCheckout();
    await see('Confirm in');
    expect(text()).toContain('So that prices and stock still hold. When time is up, your cart is kept.');
    vi.setSystemTime(Date.UTC(2026, 10, 24, 0, 9, 30));
    await see('One minute left to confirm');
    vi.setSystemTime(Date.UTC(2026, 10, 24, 0, 10, 1));
    await see('From Tide & Kiln');
    expect(text()).toContain('Time is up. Your cards are kept.');
    expect(cardsLeft()).toBe(1);
  });

  test('ends when the order is on its way', async () => {
    const { confirm, text, see } = await openCheckout({
      answers: { 'POST mobiledigital/clearcart': () => new Promise(() => undefined) },
    });
    await see('Confirm in');
    await confirm();
    await waitFor(() => expect(text()).not.toContain('Confirm in'));
  });
});
