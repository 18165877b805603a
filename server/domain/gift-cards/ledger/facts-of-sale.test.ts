import { decodeJwt } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import { approveHeldOrder } from '#server/domain/orders/review/review-orders.ts';
import { googleSettings } from '#test/fakes/passes.ts';
import { machine } from '#test/support/actors.ts';
import { AT_ONCE, RECIPIENT } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { runWithoutTriggers } from '#test/support/database-rules.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

describe.each(databaseKinds())('terms agreed at the sale of a gift card on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let detailsId: number;
  afterEach(() => shop.close());

  const open = async (env: Record<string, string> = {}) => {
    shop = await openTestShop(kind, { env });
    wren = await shop.customer();
  };
  const buy = async (scheduledAt: string) => {
    [detailsId = 0] = (await wren.buyCards([{ scheduledAt }])).detailsIds;
  };
  const schedule = (sendAt: string) => wren.schedule(detailsId, sendAt);
  const expiry = async () => (await shop.lastCard()).expiresAt;
  const validity = (cardValidityMonths: number) =>
    shop.stored.change('products', { cardValidityMonths }, { isGiftcard: true });

  it('records public id, validity, terms version, kind and last characters of the code', async () => {
    await open();
    await buy(AT_ONCE);
    expect(await shop.lastCard()).toMatchObject({
      publicId: expect.stringMatching(/^gc_[0-9a-hjkmnp-tv-z]{16}$/),
      codeLast4: expect.stringMatching(/^[0-9A-Z]{4}$/),
      keyId: 1,
      validityMonths: 36,
      expiryExemption: null,
      termsVersion: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      voucher: 'face value',
    });
    expect(await shop.stored.one('giftCardAccounts')).toMatchObject({ balanceCents: 2_500, status: 'active' });
  });

  it("keeps a card's validity when the product changes later, and expires the account with the card", async () => {
    await open();
    await validity(60);
    await buy('2026-11-20 12:00:00');
    await validity(36);
    await schedule('2026-12-10 12:00:00');
    const expiresAt = new Date('2031-12-10T12:59:59.000Z');
    expect(await expiry()).toEqual(expiresAt);
    expect(await shop.stored.one('giftCardAccounts')).toMatchObject({ expiresAt });
  });

  it("gives a held order's cards the validity that applied when the order was placed", async () => {
    await open({ APPROVAL_MAX_TOTAL: '10' });
    await validity(60);
    await buy(AT_ONCE);
    expect(await shop.cards()).toEqual([]);
    await validity(36);
    const { id: orderId } = await shop.stored.one('orders');
    await approveHeldOrder(shop.context, { orderId, actor: machine });
    expect(await shop.lastCard()).toMatchObject({
      validityMonths: 60,
      expiresAt: new Date('2031-11-02T12:59:59Z'),
    });
  });

  it('never moves the expiry earlier when the send time changes', async () => {
    await open();
    await buy('2026-11-20 12:00:00');
    await schedule('2026-11-10 12:00:00');
    expect(await expiry()).toEqual(new Date('2029-11-20T12:59:59Z'));
    await schedule('2026-12-01 12:00:00');
    expect(await expiry()).toEqual(new Date('2029-12-01T12:59:59Z'));
    await shop.moveTo('2026-11-10T02:00:00Z');
    await wren.comesBack('2026-12-01T02:00:00Z');
    await shop.deliver();
    await wren.correct(detailsId, '0491570157');
    expect(await expiry()).toEqual(new Date('2029-12-01T12:59:59Z'));
  });

  it('shows no expiry in the text, page or pass of a card that never expires, even after a correction', async () => {
    await open(googleSettings());
    await buy(AT_ONCE);
    await runWithoutTriggers(shop, { table: 'giftCards', trigger: 'gift_cards_fixed_at_sale' }, () =>
      shop.stored.change('giftCards', { validityMonths: null, expiresAt: null }),
    );
    await shop.deliver();
    const text = shop.sent.find(({ kind }) => kind === 'sms')?.text;
    expect(text).toContain('Co gift card: "For you, with love" Handsel: http');
    const secret = await shop.secretOn(RECIPIENT);
    await wren.comesBack('2040-01-01T01:00:00Z');
    const { data } = (await shop.cardPage(secret)).body;
    expect([data?.state, data?.expires_on, data?.balance]).toEqual(['live', null, 25]);
    const { headers } = await shop.app.inject(`/card/${secret}/google-wallet`);
    const { payload } = decodeJwt(String(headers.location).split('/save/')[1] ?? '') as {
      payload: { giftCardObjects: [Record<string, unknown>] };
    };
    expect(payload.giftCardObjects[0]).not.toHaveProperty('validTimeInterval');
    expect((await wren.correct(detailsId, '0491570157')).body).toMatchObject({ status: true });
    await shop.deliver();
    expect(await expiry()).toBeNull();
  });
});
