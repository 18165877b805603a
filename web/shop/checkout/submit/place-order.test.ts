import { expect, it } from 'vitest';
import { cartAddress } from '#gallery/fixtures/customer.ts';
import { fakeShop } from '#test/web/checkout.ts';
import { speakEnglish } from '#test/web/english.ts';
import { apiError } from '#web/shared/api/api-error.ts';
import { placeOrder } from './place-order.ts';

speakEnglish();

it.each(['price_changed', 'cart_empty', 'no_active_cart', 'template_missing'] as const)(
  'reports a changed cart instead of a payment error for %s',
  async (code) => {
    const refuse = () => {
      throw apiError({ kind: 'http', status: 400, message: 'Other words', code });
    };
    fakeShop({ 'POST carts/mine/payment-information': refuse });
    const paid = { billing: cartAddress(), card: { id: 'pm_saved' }, subtotal: 50, due: 50_00 };
    const asking = { confirmWithBank: async () => null, confirmWithCode: async () => true };
    expect(await placeOrder({ ...paid, ...asking, sending: () => undefined })).toEqual({
      placed: false,
      changed: 'cart-changed',
    });
  },
);
