import { describe, expect, it, onTestFinished } from 'vitest';
import { MOBILE } from '#gallery/fixtures/customer.ts';
import { openCheckout, PAY } from '#test/web/checkout-screen.ts';
import { holdAnswer } from '#test/web/watch-calls.ts';
import { readPendingLines, savePendingLines } from '../../state/checkout/pending-cart-lines.ts';
import { useGiftCards } from '../../state/gift-cards.ts';
import { runInOneTab } from './in-one-tab.ts';
import { refetchOpenCart } from './open-cart.ts';

function stubLocks({ isTaken = false } = {}) {
  const state = { isTaken };
  const locks = {
    async request(_name: string, _options: object, work: (lock: object | null) => unknown) {
      if (state.isTaken) return work(null);
      state.isTaken = true;
      try {
        return await work({});
      } finally {
        state.isTaken = false;
      }
    },
  };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
  return state;
}

describe('placing an order from one tab at a time', () => {
  it('refuses to place an order while another tab is placing it, and sends nothing', async () => {
    stubLocks({ isTaken: true });
    const { confirm, see, count, settled } = await openCheckout();
    await confirm();
    await see('Another tab is placing your order. Check there: nothing was sent from here.');
    await settled();
    expect([count('POST mobiledigital/clearcart'), count(PAY)]).toEqual([0, 0]);
    expect(Object.keys(useGiftCards.getState().giftCards)).toHaveLength(1);
  });

  it('does not restore product lines while another tab is restoring them', async () => {
    const browser = stubLocks({ isTaken: true });
    const line = { sku: 'LL-SALT', qty: 1, product_type: 'simple', name: 'Salt', price: 9 } as const;
    const { count, settled } = await openCheckout({ before: () => savePendingLines(MOBILE, [line]) });
    await settled();
    expect([count('POST carts/mine/items'), readPendingLines(MOBILE)]).toEqual([0, [line]]);
    browser.isTaken = false;
    await refetchOpenCart();
    expect([count('POST carts/mine/items'), readPendingLines(MOBILE)]).toEqual([1, []]);
  });

  it('holds the cart lock until the thank-you page opens', async () => {
    const browser = stubLocks();
    const answer = holdAnswer(77);
    const { confirm, thanked, sentTimes } = await openCheckout({ answers: { [PAY]: () => answer.answer() } });
    await confirm();
    await sentTimes(PAY, 1);
    expect(browser.isTaken).toBe(true);
    answer.release();
    await thanked();
    expect(browser.isTaken).toBe(false);
  });

  it('releases the cart lock when an order fails', async () => {
    const browser = stubLocks();
    await expect(runInOneTab(() => Promise.reject(new Error('No')))).rejects.toThrow('No');
    expect([browser.isTaken, await runInOneTab(async () => 'placed')]).toEqual([false, 'placed']);
  });

  it('places the order in a browser without Web Locks', async () => {
    expect(await runInOneTab(async () => 'placed')).toBe('placed');
  });
});
