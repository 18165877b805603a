import { describe, expect, it } from 'vitest';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop } from '#test/support/shop.ts';

describe.each(databaseKinds())('the sandbox on %s', (kind) => {
  it('returns the same decline reason on every query', async () => {
    const shop = await openTestShop(kind);
    const wren = await shop.customer();
    await wren.fillCart();
    const { body } = await wren.pay('pm_card_chargeDeclinedInsufficientFunds');
    expect(body).toMatchObject({ code: 'card_without_funds' });
    const { id: paymentId } = await shop.stored.one('sandboxPayments');
    const { payments } = shop.context.integrations;
    const declined = { state: 'declined', paymentId, message: 'Your card has insufficient funds.' };
    for (const answer of [await payments.confirm(paymentId), await payments.retrieve(paymentId)])
      expect(answer).toEqual({ ...declined, code: 'card_without_funds' });
    await shop.close();
  });
});
