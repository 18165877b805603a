import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { order, singleCard } from '#gallery/fixtures/gift-cards.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import { openCheckout, PAY } from '#test/web/checkout-screen.ts';
import { openPage } from '#test/web/customer-page.ts';
import { followRedirect } from '#test/web/open-shop.ts';
import { holdAnswer, throwOffline } from '#test/web/watch-calls.ts';
import { usePlacedOrder } from '../checkout/placed/placed-order.ts';
import { signOut } from '../session/sign-out.ts';
import {
  type AwaitedOrder,
  clearAwaitedOrder,
  restoreAwaitedOrder,
  setCardsAside,
  useAwaitedOrder,
} from '../state/checkout/awaited-order.ts';
import { useGiftCards } from '../state/gift-cards.ts';

const SUCCESS = 'GET mobiledigital/checkoutsuccess';
const ORDER = 'GET mobiledigital/order';
const CONFIRMING = 'Your order is being confirmed';
const MINUTE = 60_000;
const notFound = { status: false, placing: false };
const placing = { status: false, placing: true };
const found = { status: true, data: { order_id: '000000012', shop_name: 'Tide & Kiln' } };
const listCardKeys = () => Object.keys(useGiftCards.getState().giftCards);
const { mobile } = signedInCustomer();

function setUpAwaitedOrder(change: Partial<AwaitedOrder> = {}): void {
  const awaited = { mobile, cartId: 31, sentAt: Date.now(), keys: Object.keys(singleCard()), giftCards: {}, ...change };
  localStorage.setItem('awaited-order', JSON.stringify(awaited));
  restoreAwaitedOrder();
}

beforeEach(() => {
  history.replaceState(null, '');
  usePlacedOrder.setState({ placed: null });
});
afterEach(() => {
  vi.useRealTimers();
  clearAwaitedOrder();
});

describe('an order whose response was lost', () => {
  it('shows the order as being confirmed and sets its gift cards aside until the order is found', async () => {
    let answer: object = placing;
    const { confirm, see, text, page } = await openCheckout({
      answers: {
        [PAY]: throwOffline,
        [SUCCESS]: () => answer,
        [ORDER]: { status: true, data: order({ increment_id: '000000012' }) },
      },
    });
    const [key] = listCardKeys();
    await confirm();
    await see(CONFIRMING);
    expect(text()).not.toContain('Your order has been placed');
    await waitFor(() => expect(listCardKeys()).toEqual([]));
    expect(Object.keys(JSON.parse(localStorage.getItem('awaited-order') ?? '{}').giftCards)).toEqual([key]);
    expect(page.queryByRole('dialog')).toBeNull();
    answer = found;
    await waitFor(() => expect(text()).toContain('Order number 000000012'), { timeout: 5_000 });
    expect(listCardKeys()).toEqual([]);
    expect(localStorage.getItem('awaited-order')).toBeNull();
  });

  it('returns the gift cards to the cart and reports that nothing was charged if the order was never placed', async () => {
    const { confirm, see, text, tap } = await openCheckout({ answers: { [PAY]: throwOffline, [SUCCESS]: notFound } });
    const before = useGiftCards.getState().giftCards;
    await confirm();
    await see(CONFIRMING);
    await waitFor(() => expect(listCardKeys()).toEqual([]));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + MINUTE });
    await waitFor(() => expect(text()).toContain('nothing was charged'), { timeout: 5_000 });
    await tap('OK');
    await see('Confirm Purchase');
    expect(useGiftCards.getState().giftCards).toEqual(before);
    expect(useAwaitedOrder.getState().awaited).toBeNull();
  });

  it('does not offer the order again at checkout or after a reload', async () => {
    const to = await followRedirect({
      url: '/checkout',
      session: signedInCustomer(),
      giftCards: singleCard(),
      shows: CONFIRMING,
      answers: { [SUCCESS]: placing },
      before: () => setUpAwaitedOrder(),
    });
    expect(to).toBe('/success');
    await waitFor(() => expect(listCardKeys()).toEqual([]));
  });

  it('looks the order up on the next visit, on any page, after the success page was closed', async () => {
    const { followAwaitedOrder } = await import('../checkout/submit/follow-awaited-order.ts');
    const card = singleCard();
    const { see } = await openPage({
      url: '/browse',
      shows: 'Pick a card, add your words',
      answers: { [SUCCESS]: notFound },
      before: () => setUpAwaitedOrder({ giftCards: card, sentAt: Date.now() - MINUTE }),
    });
    void followAwaitedOrder();
    await see('nothing was charged');
    expect(listCardKeys()).toEqual(Object.keys(card));
  });

  it('keeps gift cards that are set aside while the order is looked up', async () => {
    const { followAwaitedOrder } = await import('../checkout/submit/follow-awaited-order.ts');
    const answer = holdAnswer(notFound);
    const card = singleCard();
    const { see, sentTimes } = await openPage({
      url: '/browse',
      shows: 'Pick a card, add your words',
      giftCards: card,
      answers: { [SUCCESS]: () => answer.answer() },
      before: () => setUpAwaitedOrder({ sentAt: Date.now() - MINUTE }),
    });
    void followAwaitedOrder();
    await sentTimes(SUCCESS, 1);
    const { awaited } = useAwaitedOrder.getState();
    if (awaited) setCardsAside(awaited);
    expect(listCardKeys()).toEqual([]);
    answer.release();
    await see('nothing was charged');
    expect(useGiftCards.getState().giftCards).toEqual(card);
  });

  it('leads back to checkout if the order was not placed and had no gift cards', async () => {
    const to = await followRedirect({
      url: '/success',
      session: signedInCustomer(),
      shows: 'Checkout',
      answers: { [SUCCESS]: notFound },
      before: () => setUpAwaitedOrder({ keys: [], sentAt: Date.now() - MINUTE }),
    });
    expect(to).toBe('/checkout');
  });

  it('deletes the awaited order at sign-out and never looks it up for another customer', async () => {
    const shop = await openPage({
      url: '/success',
      shows: 'Your order has been placed',
      answers: { [SUCCESS]: placing },
      before: () => setUpAwaitedOrder({ mobile: '+61499000111' }),
    });
    expect(shop.loaded).not.toContain(SUCCESS);
    signOut();
    expect(localStorage.getItem('awaited-order')).toBeNull();
  });

  it('ignores an awaited order whose stored value is invalid', () => {
    localStorage.setItem('awaited-order', '{"mobile":1}');
    restoreAwaitedOrder();
    expect(useAwaitedOrder.getState().awaited).toBeNull();
  });
});
