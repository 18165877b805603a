import { afterEach, beforeEach, describe, expect, it as test } from 'vitest';
import { type CarrierShop, openCarrierShop } from '#test/support/carrier-shop.ts';
import { databaseKinds } from '#test/support/database.ts';

const NUMBER = '+61491570110';

describe.each(databaseKinds())('who a message comes from on %s', (kind) => {
  let shop: CarrierShop;
  beforeEach(async () => {
    shop = await openCarrierShop(kind, 'twilio', { MESSAGE_SENDER_ID: 'Handsel' });
  });
  afterEach(() => shop.close());

  test('the text from the seller, the picture from the number, for a name sends none; a code from the shop', async () => {
    await shop.query("update sellers set sender_id = 'Teapots1'");
    await shop.buy();
    await shop.deliver();
    expect((await shop.newest('text')).from).toBe('Teapots1');
    expect((await shop.newest('picture')).from).toBe(NUMBER);
    expect(shop.carriedTo('+61412345678')[0]?.from).toBe('Handsel');
  });

  test('the shop where the seller has no name of its own', async () => {
    await shop.buy();
    await shop.deliver();
    expect((await shop.newest('text')).from).toBe('Handsel');
  });

  test('a seller’s name is 3 to 11 letters and digits, and no number', async () => {
    for (const wrong of ['ab', 'twelve-chars', 'Twelveletters', 'With blank', '61491570110', ''])
      await expect(shop.query(`update sellers set sender_id = '${wrong}'`)).rejects.toThrow('sellers_sender_id');
  });
});
