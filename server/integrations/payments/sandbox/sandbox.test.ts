import { describe, expect, test } from 'vitest';
import { cardOf25, fillCart, pay, signIn } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop } from '#test/support/shop.ts';

describe.each(databaseKinds())('the sandbox on %s', (kind) => {
  test('gives the same reason for a declined payment each time it is asked', async () => {
    const shop = await openTestShop(kind);
    const wren = await signIn(shop.send, shop.phone, '+61412345678');
    await fillCart(shop.send, wren, [cardOf25]);
    const { body } = await pay(shop.send, wren, 'pm_card_chargeDeclinedInsufficientFunds');
    expect(body).toMatchObject({ code: 'card_without_funds' });
    const { rows } = await shop.context.database.query('select id from demo.sandbox_payments');
    const paymentId = String((rows[0] as { id: string }).id);
    const { payments } = shop.context.integrations;
    const declined = { state: 'declined', paymentId, message: 'Your card has insufficient funds.' };
    for (const answer of [await payments.confirm(paymentId), await payments.retrieve(paymentId)])
      expect(answer).toEqual({ ...declined, code: 'card_without_funds' });
    await shop.close();
  });
});
