import { afterEach, describe, expect, test, vi } from 'vitest';
import { fakeShop } from '#test/web/checkout.ts';
import { apiError } from '../../api/api-error.ts';
import { useSession } from '../../session/session.ts';
import { confirmGiftCards } from './confirm-gift-cards.ts';

const CONFIRM = 'POST mobiledigital/savegiftcardorderbycart';
const refuse = (status: number, message: string) => () => {
  throw apiError({ kind: 'http', status, message });
};
const offline = () => {
  throw apiError({ kind: 'offline' });
};

afterEach(() => void vi.useRealTimers());

describe('confirming the gift cards', () => {
  const order = { cartId: 31, orderId: 77, success: { order_id: '000000012', shop_name: 'Bloom' } };

  test('ST-102 carries r_token, cart_id and order_id', async () => {
    const { sent } = fakeShop();
    expect(await confirmGiftCards({ order, token: async () => 'human' })).toBe(true);
    expect(sent[0]?.parts.body).toEqual({ r_token: 'human', cart_id: 31, order_id: '000000012' });
  });

  test('ER-20 no status is false', async () => {
    for (const answer of [{ status: false }, refuse(400, '')]) {
      fakeShop({ [CONFIRM]: answer });
      expect(await confirmGiftCards({ order, token: async () => '' })).toBe(false);
    }
  });

  test('no answer is asked for again, each time with a new proof, until there is one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answers: unknown[] = [offline, refuse(503, ''), refuse(429, ''), { status: true }];
    const { sent } = fakeShop({
      [CONFIRM]: () => {
        const answer = answers.shift();
        return typeof answer === 'function' ? answer() : answer;
      },
    });
    let proofs = 0;
    const confirmed = confirmGiftCards({ order, token: async () => `proof ${++proofs}` });
    for (const pause of [2_000, 5_000, 10_000]) await vi.advanceTimersByTimeAsync(pause);
    expect(await confirmed).toBe(true);
    expect(sent.map(({ parts }) => parts.body)).toEqual(
      [1, 2, 3, 4].map((proof) => ({ r_token: `proof ${proof}`, cart_id: 31, order_id: '000000012' })),
    );
  });

  test('it is asked for at once when the network is back, and not for a customer who has signed out', async () => {
    const { sent } = fakeShop({ [CONFIRM]: offline });
    const confirmed = confirmGiftCards({ order, token: async () => '' });
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    useSession.setState({ mobile: '+61400000009' });
    dispatchEvent(new Event('online'));
    expect(await confirmed).toBe(true);
    expect(sent).toHaveLength(2);
  });

  test('without any order id there is nothing to ask', async () => {
    const { sent } = fakeShop();
    const unknown = { ...order, orderId: null, success: null };
    expect(await confirmGiftCards({ order: unknown, token: async () => '' })).toBe(true);
    expect(sent).toEqual([]);
  });
});
