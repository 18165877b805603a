import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { oneCard, order } from '#gallery/fixtures/gift-cards.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import { openCheckout, PAY } from '#test/web/checkout-screen.ts';
import { openPage } from '#test/web/customer-page.ts';
import { leadsTo } from '#test/web/open-shop.ts';
import { held, offline } from '#test/web/watch-calls.ts';
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
const none = { status: false, placing: false };
const placing = { status: false, placing: true };
const found = { status: true, data: { order_id: '000000012', shop_name: 'Tide & Kiln' } };
const cards = () => Object.keys(useGiftCards.getState().giftCards);
const { mobile } = signedInCustomer();

function awaiting(change: Partial<AwaitedOrder> = {}): void {
  const awaited = { mobile, cartId: 31, sentAt: Date.now(), keys: Object.keys(oneCard()), giftCards: {}, ...change };
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

describe('an order of which no answer came', () => {
  it('is being confirmed, with its cards set aside and stored, and thanked for once it is there', async () => {
    let answer: object = placing;
    const { confirm, see, text, page } = await openCheckout({
      answers: {
        [PAY]: offline,
        [SUCCESS]: () => answer,
        [ORDER]: { status: true, data: order({ increment_id: '000000012' }) },
      },
    });
    const [key] = cards();
    await confirm();
    await see(CONFIRMING);
    expect(text()).not.toContain('Your order has been placed');
    await waitFor(() => expect(cards()).toEqual([]));
    expect(Object.keys(JSON.parse(localStorage.getItem('awaited-order') ?? '{}').giftCards)).toEqual([key]);
    expect(page.queryByRole('dialog')).toBeNull();
    answer = found;
    await waitFor(() => expect(text()).toContain('Order number 000000012'), { timeout: 5_000 });
    expect(cards()).toEqual([]);
    expect(localStorage.getItem('awaited-order')).toBeNull();
  });

  it('that was never placed: its cards are in the cart again, and that nothing was charged is said', async () => {
    const { confirm, see, text, tap } = await openCheckout({ answers: { [PAY]: offline, [SUCCESS]: none } });
    const before = useGiftCards.getState().giftCards;
    await confirm();
    await see(CONFIRMING);
    // The server may have it in hand still.
    await waitFor(() => expect(cards()).toEqual([]));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + MINUTE });
    await waitFor(() => expect(text()).toContain('nothing was charged'), { timeout: 5_000 });
    await tap('OK');
    await see('Confirm Purchase');
    expect(useGiftCards.getState().giftCards).toEqual(before);
    expect(useAwaitedOrder.getState().awaited).toBeNull();
  });

  it('keeps a reload and every other way to the checkout from offering it once more', async () => {
    const to = await leadsTo({
      at: '/checkout',
      session: signedInCustomer(),
      giftCards: oneCard(),
      shows: CONFIRMING,
      answers: { [SUCCESS]: placing },
      before: () => awaiting(),
    });
    expect(to).toBe('/success');
    await waitFor(() => expect(cards()).toEqual([]));
  });

  it('whose page was closed is asked for at the next visit of the shop, wherever that begins', async () => {
    const { followAwaitedOrder } = await import('../checkout/submit/follow-awaited-order.ts');
    const card = oneCard();
    const { see } = await openPage({
      at: '/browse',
      shows: 'Pick a card, add your words',
      answers: { [SUCCESS]: none },
      before: () => awaiting({ giftCards: card, sentAt: Date.now() - MINUTE }),
    });
    void followAwaitedOrder();
    await see('nothing was charged');
    expect(cards()).toEqual(Object.keys(card));
  });

  it('whose cards are set aside while it is asked for loses none of them', async () => {
    const { followAwaitedOrder } = await import('../checkout/submit/follow-awaited-order.ts');
    const answer = held(none);
    const card = oneCard();
    const { see, sentTimes } = await openPage({
      at: '/browse',
      shows: 'Pick a card, add your words',
      giftCards: card,
      answers: { [SUCCESS]: () => answer.answer() },
      before: () => awaiting({ sentAt: Date.now() - MINUTE }),
    });
    void followAwaitedOrder();
    await sentTimes(SUCCESS, 1);
    const { awaited } = useAwaitedOrder.getState();
    if (awaited) setCardsAside(awaited);
    expect(cards()).toEqual([]);
    answer.release();
    await see('nothing was charged');
    expect(useGiftCards.getState().giftCards).toEqual(card);
  });

  it('of goods alone that was not placed leads to the checkout', async () => {
    const to = await leadsTo({
      at: '/success',
      session: signedInCustomer(),
      shows: 'Checkout',
      answers: { [SUCCESS]: none },
      before: () => awaiting({ keys: [], sentAt: Date.now() - MINUTE }),
    });
    expect(to).toBe('/checkout');
  });

  it('is nobody else’s: a sign-out deletes it, another customer is not asked about', async () => {
    const shop = await openPage({
      at: '/success',
      shows: 'Your order has been placed',
      answers: { [SUCCESS]: placing },
      before: () => awaiting({ mobile: '+61499000111' }),
    });
    expect(shop.loaded).not.toContain(SUCCESS);
    signOut();
    expect(localStorage.getItem('awaited-order')).toBeNull();
  });

  it('a stored value that is none ends nothing', () => {
    localStorage.setItem('awaited-order', '{"mobile":1}');
    restoreAwaitedOrder();
    expect(useAwaitedOrder.getState().awaited).toBeNull();
  });
});
