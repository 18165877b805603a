import { waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { cart, line, savedCards } from '#gallery/fixtures/customer.ts';
import { jacket, novel } from '#gallery/fixtures/products.ts';
import { sellers } from '#gallery/fixtures/sellers.ts';
import { tenders } from '#gallery/fixtures/spending.ts';
import { createCartServer } from '#test/web/cart-server.ts';
import { openCheckout, PAY } from '#test/web/checkout-screen.ts';
import type { Received } from '#test/web/fake-server.ts';
import { type CallAnswers, holdAnswer, refuse, throwOffline } from '#test/web/watch-calls.ts';
import { useGiftCards } from '../state/gift-cards.ts';

const DELETE = 'DELETE carts/mine/items/{itemId}';
const CARD = 'Tide & Kiln Studio Shelf Card for Mia';
const goods = () => [line(5, jacket(), { qty: 2, chosen: ['Pine', 'M'] }), line(6, novel())];
const countCards = () => Object.keys(useGiftCards.getState().giftCards).length;
const listRowNames = (box: HTMLElement) =>
  [...box.querySelectorAll('#main li h3')].map(({ textContent }) => textContent);

describe('the quantity of a product', () => {
  const ADD = 'POST carts/mine/items';

  it('updates the total immediately when a quantity changes, but blocks payment until the server confirms it', async () => {
    const server = createCartServer([line(6, novel())]);
    const heldAnswer = holdAnswer(true);
    const { tap, amount, button, sentTimes, bodies, user, count, confirm, thanked } = await openCheckout({
      giftCards: {},
      lines: [line(6, novel())],
      answers: {
        ...server,
        [ADD]: async (parts: Received['parts']) => {
          await heldAnswer.answer();
          return server[ADD](parts);
        },
      },
    });
    await tap('Quantity of Salt on the Line: more');
    await waitFor(() => expect([amount('total'), amount('to pay')]).toEqual(['$69.98 AUD', '']));
    await user.click(button('Confirm Purchase'));
    await sentTimes(ADD, 1);
    expect(bodies(ADD)).toMatchObject([{ cartItem: { item_id: 6, sku: 'LL-SALT', qty: 2 } }]);
    heldAnswer.release();
    await waitFor(() => expect(amount('to pay')).toBe('$78.98 AUD'));
    expect(count(PAY)).toBe(0);
    await confirm();
    await thanked();
    expect(bodies(ADD).at(-1)).toMatchObject({ cartItem: { sku: 'LL-SALT', qty: 2 } });
  });

  it('restores the previous quantity and shows the reason when the server refuses the new quantity', async () => {
    const { tap, see, amount, page } = await openCheckout({
      giftCards: {},
      lines: [line(6, novel())],
      answers: { [ADD]: refuse(400, { code: 'qty_not_available', message: 'x' }) },
    });
    await tap('Quantity of Salt on the Line: more');
    await see('The requested qty is not available');
    await waitFor(() => expect(amount('total')).toBe('$34.99 AUD'));
    const box = page.getByRole('spinbutton', { name: 'Quantity of Salt on the Line', hidden: true });
    expect(box.textContent).toBe('1');
  });
});

describe('the Remove button', () => {
  it('removes a line from the server cart and updates the total', async () => {
    const { tap, see, sent, amount, box } = await openCheckout({ lines: goods() });
    await tap('Remove Snowgum Rain Jacket');
    await see('Removed');
    await waitFor(() => expect(amount('total')).toBe('$84.99 AUD'));
    expect(sent.filter(({ name }) => name === DELETE).map(({ parts }) => parts.params)).toEqual([{ itemId: '5' }]);
    expect(listRowNames(box)).not.toContain('Snowgum Rain Jacket');
  });

  it('removes a gift card stored in the browser without calling the server', async () => {
    const { tap, see, writes } = await openCheckout({ lines: goods() });
    await tap(`Remove ${CARD}`);
    await see('Removed');
    expect(countCards()).toBe(0);
    expect(writes()).toEqual([]);
  });

  it('returns to the shop when the last item is removed', async () => {
    const { tap, see, text } = await openCheckout();
    await tap(`Remove ${CARD}`);
    await see('No More Products');
    expect(text()).not.toContain('Confirm in');
  });

  it('removes a line once on a double tap, and disables the other Remove buttons meanwhile', async () => {
    const heldRemoval = holdAnswer(true);
    const { tapTwice, button, sentTimes, see, count } = await openCheckout({
      lines: goods(),
      answers: { [DELETE]: () => heldRemoval.answer() },
    });
    await tapTwice('Remove Salt on the Line');
    await sentTimes(DELETE, 1);
    expect(button('Remove Snowgum Rain Jacket')).toHaveProperty('disabled', true);
    expect(button(`Remove ${CARD}`)).toHaveProperty('disabled', true);
    heldRemoval.release();
    await see('Removed');
    expect(count(DELETE)).toBe(1);
  });

  it.each([
    ['an error', refuse(500, { message: 'Not now.' }), 'Not now.'],
    ['no connection', throwOffline, 'No connection'],
  ])('leaves a line in place when removing it fails with %s', async (_what, failure, words) => {
    const { tap, see, box, text } = await openCheckout({ lines: goods(), answers: { [DELETE]: failure } });
    await tap('Remove Salt on the Line');
    await see(words);
    expect(listRowNames(box)).toContain('Salt on the Line');
    expect(text()).not.toContain('Removed');
  });
});

describe('loading the checkout data', () => {
  it.each(['GET carts/mine', 'GET mobiledigital/savedcards', 'GET mobiledigital/cartproducts'])(
    'refetches only the failed call on "Try again" (%s)',
    async (name) => {
      let fails = true;
      const answers: CallAnswers = createCartServer(goods());
      const good = answers[name] ?? { status: true, data: [] };
      const { tap, see, count } = await openCheckout({
        shows: 'Your order could not be loaded',
        lines: goods(),
        answers: { [name]: () => (fails ? refuse(500)() : typeof good === 'function' ? good() : good) },
      });
      fails = false;
      await tap('OK');
      await tap('Try again');
      await see('Confirm Purchase');
      const otherCalls = ['GET carts/mine', 'GET mobiledigital/savedcards'].filter((other) => other !== name);
      expect(otherCalls.map(count)).toEqual(otherCalls.map(() => 0));
    },
  );

  const needed = {
    'GET mobiledigital/savedcards': { status: true, data: savedCards.slice(0, 1) },
    'GET carts/mine': cart(goods()),
    'GET mobiledigital/cartproducts': { status: true, data: { id: 1, items: goods() } },
    'GET mobiledigital/seller': { status: true, data: sellers.tide },
    'GET mobiledigital/giftcards': { status: true, data: [] },
    'GET carts/mine/giftCards': tenders(),
  };
  it.each(Object.entries(needed))('shows the loader until %s has responded [ST-077]', async (name, answer) => {
    const call = holdAnswer(answer);
    const { box, see, page } = await openCheckout({
      shows: 'Loading your order',
      lines: goods(),
      answers: { [name]: call.answer },
    });
    expect(page.queryByRole('button', { name: 'Confirm Purchase' })).toBeNull();
    call.release();
    await see('Confirm Purchase');
    expect(box.querySelector('[data-checkout-loader]')).toBeNull();
  });

  it('shows no countdown while loading, and neither countdown nor forms for an empty cart', async () => {
    const products = holdAnswer({ status: true, data: { id: 1, items: [] } });
    const { text, see, page, link } = await openCheckout({
      giftCards: {},
      shows: 'Loading your order',
      answers: { 'GET mobiledigital/cartproducts': products.answer },
    });
    expect(page.queryByRole('timer')).toBeNull();
    products.release();
    await see('Cart is empty');
    for (const words of ['Confirm in', 'Shipping Information', 'Payment Information', 'Confirm Purchase']) {
      expect(text()).not.toContain(words);
    }
    expect(link('Browse').getAttribute('href')).toBe('/browse');
  });
});

it('explains before payment that an order held for a check is charged only after the check', async () => {
  const { text } = await openCheckout();
  expect(text()).toContain(
    'Your card is charged once you confirm. If we check the order first, it’s charged after that.',
  );
});

describe('the countdown', () => {
  const start = Date.UTC(2026, 10, 24);
  const openAtStart = async (...args: Parameters<typeof openCheckout>) => {
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    onTestFinished(() => void vi.useRealTimers());
    const shop = await openCheckout(...args);
    const left = () => shop.page.queryByRole('timer', { name: 'Confirm in' })?.textContent;
    return { ...shop, left, pass: (seconds: number) => vi.setSystemTime(start + seconds * 1_000) };
  };

  it('shows 10:00 under the heading "Confirm in" when the checkout opens [RT-35, CK-01, CK-02, ST-070]', async () => {
    const { page, left, text } = await openAtStart();
    expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Checkout');
    expect(page.getByRole('heading', { name: 'Confirm in' })).toBeTruthy();
    expect(left()).toBe('10:00');
    expect(text()).toContain('We’re holding these prices for you. Your cart stays if time runs out.');
  });

  it("goes to the seller's page after exactly 600 seconds and keeps the gift cards in the browser [ST-072, BC-08]", async () => {
    const { page, left, pass, see, text } = await openAtStart();
    pass(599);
    await see('One minute left to confirm');
    expect(left()).toBe('00:01');
    expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Checkout');
    pass(600);
    await see('From Tide & Kiln');
    expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Tide & Kiln');
    expect(text()).toContain('Time is up. Your cart is kept.');
    expect(countCards()).toBe(1);
  });

  it('counts down until Confirm Purchase is tapped, then stops for good [ST-073, ST-074]', async () => {
    const answer = holdAnswer(77);
    const { confirm, left, pass, sentTimes, text, thanked } = await openAtStart({
      answers: { [PAY]: () => answer.answer() },
    });
    pass(595);
    await waitFor(() => expect(left()).toBe('00:05'));
    await confirm();
    await sentTimes(PAY, 1);
    expect(left()).toBeUndefined();
    pass(660);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(text()).not.toContain('Time is up');
    answer.release();
    await thanked();
    expect(text()).not.toContain('Time is up');
  });
});
