import { describe, expect, it } from 'vitest';
import { fakeShop } from '#test/web/checkout.ts';
import { apiError } from '#web/shared/api/api-error.ts';
import { confirmGiftCards } from './confirm-cards.ts';

const refuse = (status: number, message: string) => () => {
  throw apiError({ kind: 'http', status, message });
};
const throwOffline = () => {
  throw apiError({ kind: 'offline' });
};

describe('confirming the gift cards', () => {
  const order = { cartId: 31, orderId: 77, success: { order_id: '000000012', shop_name: 'Bloom' } };

  it('sends r_token, cart_id and order_id with the confirmation [ST-102]', async () => {
    const { sent } = fakeShop();
    expect(await confirmGiftCards({ order, token: async () => 'human' })).toBe(true);
    expect(sent[0]?.parts.body).toEqual({ r_token: 'human', cart_id: 31, order_id: '000000012' });
  });

  it('returns false when the server rejects the confirmation, whatever the reason [ER-20]', async () => {
    const answers: unknown[] = [{ status: false }, refuse(400, '')];
    for (const answer of answers) {
      fakeShop({ 'POST mobiledigital/savegiftcardorderbycart': answer });
      expect(await confirmGiftCards({ order, token: async () => '' })).toBe(false);
    }
  });

  it('returns true when there is no response, because the order sends its gift cards anyway', async () => {
    for (const answer of [throwOffline, refuse(503, '')]) {
      fakeShop({ 'POST mobiledigital/savegiftcardorderbycart': answer });
      expect(await confirmGiftCards({ order, token: async () => '' })).toBe(true);
    }
  });

  it('sends nothing when the order id is not known', async () => {
    const { sent } = fakeShop();
    const unknown = { ...order, orderId: null, success: null };
    expect(await confirmGiftCards({ order: unknown, token: async () => '' })).toBe(true);
    expect(sent).toEqual([]);
  });
});
