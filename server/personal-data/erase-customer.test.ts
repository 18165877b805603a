import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CardShop, openCardShop } from '#test/support/card-shop.ts';
import { cardOf25, fillCart, pay } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { eraseCustomer } from './erase-customer.ts';

const GIVER = '+61412345678';
describe.each(databaseKinds())('a customer is erased on %s', (kind) => {
  let shop: CardShop;
  beforeEach(async () => {
    shop = await openCardShop(kind);
  });
  afterEach(() => shop.close());

  const idOf = async (mobile: string): Promise<number> =>
    (await shop.query(`select id from customers where mobile = '${mobile}'`))[0].id;
  const erase = async (mobile: string) =>
    eraseCustomer(shop.context, { customerId: await idOf(mobile), force: true, reason: 'asked for' });

  test('not when something began while the payment provider was asked', async () => {
    await shop.buy();
    await shop.deliver();
    const { payments } = shop.context.integrations;
    shop.context.integrations.payments = {
      ...payments,
      async deleteCustomer(id) {
        await fillCart(shop.send, { mobile: GIVER, token: shop.token() }, [cardOf25]);
        expect((await pay(shop.send, { mobile: GIVER, token: shop.token() }, 'pm_card_visa')).status).toBe(200);
        await payments.deleteCustomer(id);
      },
    };
    expect(await erase(GIVER)).toEqual({
      erased: false,
      because: [expect.stringMatching(/^Gift card gc_\w+ is sent on /)],
    });
    expect(await shop.query('select erased_at from customers')).toEqual([{ erased_at: null }]);
    expect(await shop.query("select count(*)::int as count from gift_card_details where text_content = ''")).toEqual([
      { count: 0 },
    ]);
  });
});
