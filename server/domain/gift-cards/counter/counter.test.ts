import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { Counter } from '#test/support/counter.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { dropConstraint, runWithoutTriggers } from '#test/support/database-rules.ts';
import { minutesAfterOpening, openTestShop, type TestShop } from '#test/support/shop.ts';
import type { SoldCard } from '#test/support/sold-cards.ts';
import { lapseHolds } from '../ledger/lapse-holds.ts';
import { setFrozen } from '../ledger/void-value.ts';

const unknown = { status: 404, body: { code: 'gift_card_invalid', message: 'The gift card code is not valid.' } };

describe.each(databaseKinds())("a 25-dollar gift card at its seller's counter on %s", (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let till: Counter;
  let card: SoldCard;
  beforeEach(async () => {
    shop = await openTestShop(kind);
    wren = await shop.customer();
    await wren.buyCards();
    card = await shop.lastCard();
    till = await shop.counter();
  });
  afterEach(() => shop.close());

  const account = async () => {
    const { balanceCents: balance, heldCents } = await shop.stored.one('giftCardAccounts');
    return { balance, held: heldCents };
  };
  const reversals = () => shop.stored.all('giftCardEntries', { kind: 'reverse' });
  const freeze = async (frozen: boolean) => {
    const { id: orderId } = await shop.stored.one('orders');
    await shop.context.database.transaction((tx) => setFrozen(tx, { orderId, frozen }));
  };
  const hold = async (amount: number): Promise<string> => (await till.authorise(card, amount)).body.hold;

  it('accepts the code in lower case and with separators, and returns the balance', async () => {
    const spelt = card.code.toLowerCase().replace(/(.{4})/g, '$1 - ');
    const expected = { card: card.publicId, last4: card.codeLast4, balance: 25, currency: 'AUD', status: 'active' };
    const body = { ...expected, expires_on: '2029-11-02T12:59:59.000Z' };
    expect(await till.check({ code: spelt })).toEqual({ status: 200, body });
  });

  it('captures part of a hold and releases the rest', async () => {
    const authorised = await till.authorise(card, 20, { reference: 'table 4' });
    expect(authorised).toMatchObject({ status: 200, body: { amount: 20, balance: 5 } });
    const heldFor = Date.parse(authorised.body.expires_at) - shop.context.clock.ms();
    expect(heldFor / 60_000).toBeCloseTo(15, 0);
    expect((await till.check(card)).body.balance).toBe(5);
    const captured = await till.capture(authorised.body.hold, 12.5);
    expect(captured).toMatchObject({ status: 200, body: { amount: 12.5, balance: 12.5 } });
    expect(await account()).toEqual({ balance: 1_250, held: 0 });
    expect(await till.capture(authorised.body.hold, 1)).toMatchObject({ status: 409, body: { code: 'hold_over' } });
    expect(await shop.stored.one('giftCardRedemptions')).toMatchObject({
      publicId: captured.body.redemption,
      channel: 'api',
      amountCents: 1_250,
      gstCents: 114,
      reference: 'table 4',
    });
  });

  it('reverses exactly the GST of a redemption across partial reversals', async () => {
    const { redemption } = (await till.redeem(card, 12.5)).body;
    for (const amount of [0.05, 1, 3.33, 8.12])
      expect(await till.reverse(redemption, amount)).toMatchObject({ status: 200 });
    expect(await shop.stored.one('giftCardRedemptions')).toMatchObject({ gstCents: 114, gstBasis: 'all taxable' });
    expect((await reversals()).map(({ gstCents }) => gstCents)).toEqual([0, 10, 30, 74]);
  });

  it('records no GST when the seller is not registered for GST', async () => {
    await shop.stored.change('sellers', { gstRegistered: false }, { shopUrl: 'teapots' });
    const { redemption } = (await till.redeem(card, 10)).body;
    await till.capture(await hold(5));
    await till.reverse(redemption);
    const noGst = { gstCents: 0, gstBasis: 'seller not registered' };
    expect(await shop.stored.all('giftCardRedemptions')).toMatchObject([noGst, noGst]);
    expect((await reversals()).map(({ gstCents }) => gstCents)).toEqual([0]);
  });

  it('restores the balance when a hold is released, and refuses to release the hold again', async () => {
    const id = await hold(20);
    expect(await till.release(id)).toMatchObject({ status: 200, body: { hold: id, amount: 20, balance: 25 } });
    for (const response of [await till.release(id), await till.capture(id)]) {
      expect(response).toMatchObject({ status: 409, body: { code: 'hold_over' } });
    }
    expect(await account()).toEqual({ balance: 2_500, held: 0 });
  });

  it('refuses to capture more than the held amount', async () => {
    const id = await hold(20);
    const refused = { status: 422, body: { code: 'amount_over_balance', parameters: { available: 20 } } };
    expect(await till.capture(id, 20.01)).toMatchObject(refused);
    expect(await till.capture(id)).toMatchObject({ status: 200, body: { amount: 20, balance: 5 } });
  });

  it('refuses to capture a hold after 15 minutes, and releases it in the scheduled job', async () => {
    const [first, second] = [await hold(10), await hold(5)];
    await shop.moveTo(minutesAfterOpening(16));
    expect(await till.capture(first)).toMatchObject({ status: 409, body: { code: 'hold_over' } });
    await lapseHolds(shop.context);
    await lapseHolds(shop.context);
    expect(await account()).toEqual({ balance: 2_500, held: 0 });
    expect((await shop.stored.all('giftCardHolds')).map(({ state }) => state)).toEqual(['lapsed', 'lapsed']);
    expect(await till.release(second)).toMatchObject({ status: 409 });
  });

  it('leaves unexpired holds alone', async () => {
    const id = await hold(10);
    await shop.moveTo(minutesAfterOpening(14));
    await lapseHolds(shop.context);
    expect(await till.capture(id)).toMatchObject({ status: 200 });
  });

  it('rejects an amount over the balance, but holds the available amount when the till allows a partial hold', async () => {
    const refusal = { status: 422, body: { code: 'amount_over_balance', parameters: { available: 25 } } };
    expect(await till.redeem(card, 25.01)).toMatchObject(refusal);
    expect(await till.authorise(card, 30)).toMatchObject(refusal);
    const part = await till.authorise(card, 30, { allow_partial: true });
    expect(part).toMatchObject({ status: 200, body: { amount: 25, balance: 0 } });
    const nothingAvailable = { status: 422, body: { parameters: { available: 0 } } };
    expect(await till.authorise(card, 1, { allow_partial: true })).toMatchObject(nothingAvailable);
  });

  it.each([0, -5, 12.345, '1.999', 'ten', null])('rejects an amount of %j and names the field', async (amount) => {
    const refused = await till.redeem(card, amount as number);
    expect(refused).toMatchObject({ status: 400, body: { parameters: { fieldName: 'amount' } } });
    expect(await account()).toEqual({ balance: 2_500, held: 0 });
  });

  it('reverses a redemption in parts, never more than was spent', async () => {
    const { redemption } = (await till.redeem(card, 20)).body;
    expect(await till.reverse(redemption, 15)).toMatchObject({
      status: 200,
      body: { redemption, amount: 20, reversed: 15, balance: 20 },
    });
    const left = { code: 'amount_over_balance', parameters: { available: 5 } };
    expect(await till.reverse(redemption, 5.01)).toMatchObject({ status: 422, body: left });
    expect(await till.reverse(redemption)).toMatchObject({ status: 200, body: { reversed: 20, balance: 25 } });
    expect(await till.reverse(redemption)).toMatchObject({ status: 409, body: { code: 'redemption_over' } });
    expect((await reversals()).map(({ sellerNote }) => sellerNote)).toEqual(['brought back', 'brought back']);
  });

  it('never overspends a card in twenty simultaneous redemptions', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => till.redeem(card, 5)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(200), ...Array(15).fill(422)]);
    expect(await account()).toEqual({ balance: 0, held: 0 });
  });

  it('redeems once per idempotency key and returns the same response to a retry', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => till.redeem(card, 5, 'sale-1')));
    expect(new Set(all.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(all[0]).toMatchObject({ status: 200, body: { amount: 5, balance: 20 } });
    expect(await till.redeem(card, 6, 'sale-1')).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
    const other = await shop.counter();
    expect(await other.redeem(card, 6, 'sale-1')).toMatchObject({ status: 200, body: { balance: 14 } });
  });

  it('requires an Idempotency-Key for every call that changes data', async () => {
    const named = { status: 400, body: { code: 'field_required', parameters: { fieldName: 'Idempotency-Key' } } };
    const required = Object.entries(calls).filter(
      ([, call]) => 'idempotency' in call && call.idempotency.key === 'required',
    );
    expect(required).toHaveLength(5);
    for (const [name] of required) {
      const params = { hold: await hold(1), id: 'gr_none' };
      const body = { code: card.code, amount: 1, reason: 'brought back' };
      expect(await till.call(name as 'POST seller/giftcards/redeem', { key: '', params, body } as never)).toMatchObject(
        named,
      );
    }
    const { paths } = (await shop.app.inject({ url: '/docs/json' })).json();
    const described = paths['/rest/{store}/V1/seller/giftcards/redeem'].post;
    expect(described.security).toEqual([{ counterKey: [] }]);
    expect(described.parameters).toContainEqual(expect.objectContaining({ name: 'Idempotency-Key', required: true }));
  });

  it('refuses to capture a hold on a frozen card, even after the card expires', async () => {
    const id = await hold(10);
    await freeze(true);
    await dropConstraint(shop, { table: 'giftCards', constraint: 'gift_cards_three_years' });
    await runWithoutTriggers(shop, { table: 'giftCards', trigger: 'gift_cards_fixed_at_sale' }, () =>
      shop.stored.change('giftCards', { expiresAt: new Date(minutesAfterOpening(5)) }),
    );
    await shop.moveTo(minutesAfterOpening(10));
    expect(await till.capture(id)).toMatchObject({ status: 423 });
  });

  it('refuses to redeem a frozen card or capture its holds, but accepts a reversal', async () => {
    const { redemption } = (await till.redeem(card, 5)).body;
    const id = await hold(10);
    await freeze(true);
    const frozen = { status: 423, body: { code: 'gift_card_frozen' } };
    expect((await till.check(card)).body).toMatchObject({ status: 'frozen', balance: 10 });
    expect(await till.redeem(card, 1)).toMatchObject(frozen);
    expect(await till.authorise(card, 1)).toMatchObject(frozen);
    expect(await till.capture(id)).toMatchObject(frozen);
    expect(await till.reverse(redemption)).toMatchObject({ status: 200, body: { balance: 15 } });
    await freeze(false);
    expect(await till.capture(id)).toMatchObject({ status: 200, body: { balance: 15 } });
  });

  it('refuses to spend an expired card or reverse its redemptions', async () => {
    const { redemption } = (await till.redeem(card, 5)).body;
    await shop.moveTo('2029-11-02T12:59:59.000Z');
    const refusal = { status: 410, body: { code: 'gift_card_over' } };
    expect((await till.check(card)).body).toMatchObject({ status: 'expired' });
    expect(await till.redeem(card, 1)).toMatchObject(refusal);
    expect(await till.authorise(card, 1)).toMatchObject(refusal);
    expect(await till.reverse(redemption)).toMatchObject(refusal);
  });

  it("finds no card with another seller's API key or with a replaced code", async () => {
    const elsewhere = await shop.counter('prints');
    expect(await elsewhere.check(card)).toMatchObject(unknown);
    const id = await hold(5);
    const { redemption } = (await till.redeem(card, 5)).body;
    for (const answer of [
      await elsewhere.capture(id),
      await elsewhere.release(id),
      await elsewhere.reverse(redemption),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'no_such_entity' } });
    await wren.correct(card.detailsId, '0491570157');
    expect(await till.check(card)).toMatchObject(unknown);
    expect(await till.check(await shop.lastCard())).toMatchObject({ status: 200, body: { balance: 15 } });
  });

  it('lists redemptions of this seller only, newest first, in pages', async () => {
    for (let saleNumber = 1; saleNumber <= 51; saleNumber += 1)
      await till.redeem(card, saleNumber / 100, `sale-${saleNumber}`);
    const first = (await till.list()).body;
    expect(first.redemptions.map(({ amount }: { amount: number }) => amount)).toEqual(
      Array.from({ length: 50 }, (_, index) => (51 - index) / 100),
    );
    expect(first.redemptions[0]).toMatchObject({ reference: 'receipt 7', channel: 'api', reversed: 0 });
    expect((await till.list({ cursor: first.next_cursor ?? '' })).body).toMatchObject({
      redemptions: [{ amount: 0.01 }],
      next_cursor: null,
    });
    expect((await (await shop.counter('prints')).list()).body).toEqual({ redemptions: [], next_cursor: null });
    expect(await till.list({ cursor: 'gr_none' })).toMatchObject({
      status: 400,
      body: { parameters: { fieldName: 'cursor' } },
    });
  });

  it('audits every change made with an API key, and none made by a till', async () => {
    const device = await shop.till();
    const earlier = await shop.stored.count('operatorActions');
    await device.redeem(card, 1);
    const { hold: captured } = (await till.authorise(card, 5)).body;
    const sold = (await till.capture(captured, 4)).body.redemption;
    const { hold: released } = (await till.authorise(card, 5)).body;
    await till.release(released);
    const redeemed = (await till.redeem(card, 2)).body.redemption;
    await till.reverse(redeemed, 1);
    const actions = (await shop.stored.all('operatorActions'))
      .slice(earlier)
      .map(({ actor, osUser, actingAs, counterKeyId, action, subject, before, after }) => ({
        actor,
        osUser,
        actingAs,
        counterKeyId,
        action,
        subject,
        before,
        after,
      }));
    const row = (action: string, subject: string, before: object | null, after: object | null) => ({
      osUser: '',
      actor: 'key',
      actingAs: 'key 1',
      counterKeyId: 1,
      action,
      subject,
      before,
      after,
    });
    expect(actions).toEqual([
      row('card.held', `hold ${captured}`, null, { cents: 500 }),
      row('hold.captured', `hold ${captured}`, { cents: 500 }, { cents: 400, redemption: sold }),
      row('card.held', `hold ${released}`, null, { cents: 500 }),
      row('hold.released', `hold ${released}`, { cents: 500 }, null),
      row('card.redeemed', `redemption ${redeemed}`, null, { cents: 200 }),
      row('redemption.reversed', `redemption ${redeemed}`, { reversedCents: 0 }, { reversedCents: 100 }),
    ]);
  });
});
