import { describe, expect, it, onTestFinished } from 'vitest';
import { MOBILE } from '#gallery/fixtures/customer.ts';
import { openCheckout, PAY } from '#test/web/checkout-screen.ts';
import { held } from '#test/web/watch-calls.ts';
import { pendingLines, savePendingLines } from '../../state/checkout/pending-cart-lines.ts';
import { useGiftCards } from '../../state/gift-cards.ts';
import { inOneTab } from './in-one-tab.ts';
import { refetchOpenCart } from './open-cart.ts';

/** One lock, as the tabs of one browser share it; `taken` by another tab or not. */
function browserWithLocks({ taken = false } = {}) {
  const state = { taken };
  const locks = {
    async request(_name: string, _options: object, work: (lock: object | null) => unknown) {
      if (state.taken) return work(null);
      state.taken = true;
      try {
        return await work({});
      } finally {
        state.taken = false;
      }
    },
  };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
  return state;
}

describe('an order that another tab is placing', () => {
  it('is not placed here as well: that is said, and nothing goes out', async () => {
    browserWithLocks({ taken: true });
    const { confirm, see, count, settled } = await openCheckout();
    await confirm();
    await see('Another tab is placing your order. Check there: nothing was sent from here.');
    await settled();
    expect([count('POST mobiledigital/clearcart'), count(PAY)]).toEqual([0, 0]);
    expect(Object.keys(useGiftCards.getState().giftCards)).toHaveLength(1);
  });

  it('the lines that the other tab is adding again are not added here as well', async () => {
    const browser = browserWithLocks({ taken: true });
    const line = { sku: 'LL-SALT', qty: 1, product_type: 'simple', name: 'Salt', price: 9 } as const;
    const { count, settled } = await openCheckout({ before: () => savePendingLines(MOBILE, [line]) });
    await settled();
    expect([count('POST carts/mine/items'), pendingLines(MOBILE)]).toEqual([0, [line]]);
    browser.taken = false;
    await refetchOpenCart();
    expect([count('POST carts/mine/items'), pendingLines(MOBILE)]).toEqual([1, []]);
  });

  it('an order keeps others out until the thank-you page is there', async () => {
    const browser = browserWithLocks();
    const answer = held(77);
    const { confirm, thanked, sentTimes } = await openCheckout({ answers: { [PAY]: () => answer.answer() } });
    await confirm();
    await sentTimes(PAY, 1);
    expect(browser.taken).toBe(true);
    answer.release();
    await thanked();
    expect(browser.taken).toBe(false);
  });

  it('an order that fails lets the next one go on', async () => {
    const browser = browserWithLocks();
    await expect(inOneTab(() => Promise.reject(new Error('No')))).rejects.toThrow('No');
    expect([browser.taken, await inOneTab(async () => 'placed')]).toEqual([false, 'placed']);
  });

  it('where the browser has no locks it goes on', async () => {
    expect(await inOneTab(async () => 'placed')).toBe('placed');
  });
});
