import { decodeJwt } from 'jose';
import { afterEach, describe, expect, test } from 'vitest';
import { approveHeldOrder } from '#server/domain/orders/review/review-orders.ts';
import { googleSettings } from '#test/fakes/passes.ts';
import { machine } from '#test/support/actors.ts';
import { type CardShop, openCardShop, wrong } from '#test/support/card-shop.ts';
import { databaseKinds } from '#test/support/database.ts';

describe.each(databaseKinds())('what was agreed when a gift card was sold on %s', (kind) => {
  let shop: CardShop;
  afterEach(() => shop.close());

  const card = async () =>
    (
      await shop.query(`select c.*, a.expires_at as account_expires_at, a.balance_cents, a.status from gift_cards c
        join gift_card_accounts a on a.gift_card_id = c.id`)
    )[0];

  test('stands on the card: a name, validity, terms, kind and the end of its code', async () => {
    shop = await openCardShop(kind);
    await shop.buy();
    expect(await card()).toMatchObject({
      public_id: expect.stringMatching(/^gc_[0-9a-hjkmnp-tv-z]{16}$/),
      code_last4: expect.stringMatching(/^[0-9A-Z]{4}$/),
      key_id: 1,
      validity_months: 36,
      expiry_exemption: null,
      terms_version: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      voucher: 'face value',
      balance_cents: 2_500,
      status: 'active',
    });
  });

  test('is not shortened by a later change of the product, and the account ends with the card', async () => {
    shop = await openCardShop(kind);
    await shop.query('update products set card_validity_months = 60 where is_giftcard');
    await shop.buy('2026-11-20 12:00:00');
    await shop.query('update products set card_validity_months = 36 where is_giftcard');
    await shop.schedule('2026-12-10 12:00:00');
    const { expires_at, account_expires_at } = await card();
    expect(new Date(expires_at).toISOString()).toBe('2031-12-10T12:59:59.000Z');
    expect(account_expires_at).toEqual(expires_at);
  });

  test('does not wait for the approval: a held order gets the validity of the day it was placed', async () => {
    shop = await openCardShop(kind, { APPROVAL_MAX_TOTAL: '10' });
    await shop.query('update products set card_validity_months = 60 where is_giftcard');
    await shop.buy();
    expect(await card()).toBeUndefined();
    await shop.query('update products set card_validity_months = 36 where is_giftcard');
    const [{ id: orderId }] = await shop.query('select id from orders');
    await approveHeldOrder(shop.context, { orderId, actor: machine });
    expect(await card()).toMatchObject({ validity_months: 60, expires_at: new Date('2031-11-02T12:59:59Z') });
  });

  test('has a last day that no change of the time brings nearer', async () => {
    shop = await openCardShop(kind);
    await shop.buy('2026-11-20 12:00:00');
    await shop.schedule('2026-11-10 12:00:00');
    expect((await card()).expires_at).toEqual(new Date('2029-11-20T12:59:59Z'));
    await shop.schedule('2026-12-01 12:00:00');
    expect((await card()).expires_at).toEqual(new Date('2029-12-01T12:59:59Z'));
    await shop.moveTo('2026-11-10T02:00:00Z');
    await shop.later('2026-12-01T02:00:00Z');
    await shop.deliver();
    await shop.correct();
    expect((await card()).expires_at).toEqual(new Date('2029-12-01T12:59:59Z'));
  });

  test('may be that it never expires: its text, its page, its pass, another send and its picture say so', async () => {
    shop = await openCardShop(kind, googleSettings());
    await shop.buy();
    await shop.query('alter table gift_cards disable trigger gift_cards_fixed_at_sale');
    await shop.query('update gift_cards set validity_months = null, expires_at = null');
    await shop.query('alter table gift_cards enable trigger gift_cards_fixed_at_sale');
    await shop.deliver();
    const text = shop.sent.find(({ kind }) => kind === 'sms')?.text;
    expect(text).toContain('Co gift card: "For you, with love" Handsel: http');
    const secret = await shop.secretOn(wrong);
    await shop.later('2040-01-01T01:00:00Z');
    const { data } = (await shop.card(secret)).body;
    expect([data?.state, data?.expires_on, data?.balance]).toEqual(['live', null, 25]);
    const { headers } = await shop.app.inject(`/card/${secret}/google-wallet`);
    const { payload } = decodeJwt(String(headers.location).split('/save/')[1] ?? '') as {
      payload: { giftCardObjects: [Record<string, unknown>] };
    };
    expect(payload.giftCardObjects[0]).not.toHaveProperty('validTimeInterval');
    expect((await shop.correct()).body).toMatchObject({ status: true });
    await shop.deliver();
    expect((await card()).expires_at).toBeNull();
  });
});
