import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { moveCustomer } from '#server/domain/customers/operated/operated-customers.ts';
import { machine } from '#test/support/actors.ts';
import { minutes } from '#test/support/card-shop.ts';
import { cardOf25, signIn } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { correct } from '#test/support/ledger-entries.ts';
import { openSpendShop, type SpendShop } from '#test/support/spend-shop.ts';

const INVALID = { status: 404, body: { code: 'gift_card_invalid', message: 'The gift card code is not valid.' } };

const fullWidth = (text: string) => [...text].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join('');

describe.each(databaseKinds())('gift cards of a customer and on a cart, on %s', (kind) => {
  let shop: SpendShop;
  beforeEach(async () => {
    shop = await openSpendShop(kind, { cards: 2 });
  });
  afterEach(() => shop.close());

  const segment = async () =>
    (await shop.totals()).total_segments.find(({ code }) => code === 'giftcardaccount')?.value;

  test('those sent to the own number are there, with seller, value, history and the page of the code', async () => {
    const [card] = await shop.own();
    const [, last] = await shop.codes();
    expect(card).toMatchObject({
      public_id: last?.publicId,
      last4: last?.code.slice(-4),
      value: 25,
      balance: 25,
      state: 'live',
      from: '',
      seller: { name: 'Teapots & Co', shop_url: 'teapots' },
      product_name: 'Gift card',
    });
    expect(card?.history).toMatchObject([{ kind: 'bought', amount: 25 }]);
    const secret = card?.page.replace('/card/', '') ?? '';
    expect(await shop.send('GET mobiledigital/card', { query: { secret } })).toMatchObject({
      body: { status: true, data: { balance: 25 } },
    });
  });

  test('many are read by no more statements than one', async () => {
    const { orm } = shop.context.database;
    const statements = async () => {
      const spies = [vi.spyOn(orm, 'execute'), vi.spyOn(orm, 'select')];
      const cards = await shop.own();
      const count = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
      for (const spy of spies) spy.mockRestore();
      return [cards?.length, count];
    };
    const many = await statements();
    await shop.query('update gift_cards set sent_at = null where id = (select max(id) from gift_cards)');
    expect(many).toEqual([2, expect.any(Number)]);
    expect(await statements()).toEqual([1, many[1]]);
  });

  test('those of other numbers, and one that has not been sent yet, are nobody’s', async () => {
    const other = await signIn(shop.send, shop.phone, '+61491570158');
    expect(await shop.own(other.token)).toEqual([]);
    await shop.query('update gift_cards set sent_at = null where id = (select max(id) from gift_cards)');
    expect(await shop.own()).toHaveLength(1);
    expect(await shop.send('GET mobiledigital/giftcards', {})).toMatchObject({ status: 401 });
  });

  test('whoever had the number before keeps theirs to themselves', async () => {
    const [card] = await shop.own();
    await shop.fill({ MUG: 1 });
    await shop.query(`update carts set created_at = '${minutes(6)}'`);
    await shop.query(`update customers set unproved_since = '${minutes(5)}', unproved_email = email`);
    expect(await shop.own()).toEqual([]);
    expect(await shop.put(card?.public_id ?? '')).toMatchObject(INVALID);
  });

  test('a cart of whoever had the number before is taken over without its gift cards', async () => {
    const [card] = await shop.codes();
    await shop.fill({ MUG: 1 });
    expect((await shop.put(card?.code ?? '', card?.pin ? { pin: card.pin } : {})).body).toBe(true);
    await shop.query(`update carts set created_at = '${minutes(6)}' where state = 'open'`);
    await shop.query(`update customers set unproved_since = '${minutes(7)}', unproved_email = email`);
    await shop.moveTo(minutes(8));
    expect((await shop.send('POST carts/mine', { token: shop.customer.token })).status).toBe(200);
    expect((await shop.onCart()).gift_cards).toEqual([]);
    expect(await shop.query('select gift_card_id from cart_gift_cards')).toEqual([]);
  });

  test('one typed before a mailbox alone moved the account neither pays nor shows its code until typed again', async () => {
    const [card] = await shop.codes();
    let { token } = shop.customer;
    const typed = () => shop.put(card?.code ?? '', card?.pin ? { pin: card.pin } : {}, token);
    await shop.fill({ MUG: 1 });
    expect((await typed()).body).toBe(true);
    expect(await segment()).toBe(-22.45);
    const [{ id: customerId }] = await shop.query('select id from customers');
    const mobile = '+61491570158';
    await moveCustomer(shop.context, { actor: machine, customerId, mobile, reason: 'lost phone' });
    await shop.moveTo(minutes(8));
    ({ token } = await signIn(shop.send, shop.phone, mobile));
    const onCart = await shop.onCart(token);
    expect(onCart).toMatchObject({ gift_cards: [card?.publicId], gift_cards_amount: 0, gift_cards_amount_used: 0 });
    expect(onCart.extension_attributes.cards).toMatchObject([{ balance: 0, usable: false }]);
    expect(await shop.put(card?.publicId ?? '', {}, token)).toMatchObject(INVALID);
    expect((await typed()).body).toBe(true);
    expect(await shop.onCart(token)).toMatchObject({ gift_cards_amount: 25, gift_cards_amount_used: 22.45 });
  });

  test('an own one is put on the cart by its public id, pays its part, and is taken off again', async () => {
    await shop.fill({ TEAPOT: 1 });
    const [card] = await shop.own();
    const name = card?.public_id ?? '';
    expect(await shop.put(name)).toEqual({ status: 200, body: true });
    expect(await shop.onCart()).toEqual({
      gift_cards: [name],
      gift_cards_amount: 25,
      base_gift_cards_amount: 25,
      gift_cards_amount_used: 25,
      base_gift_cards_amount_used: 25,
      extension_attributes: {
        cards: [expect.objectContaining({ public_id: name, balance: 25, amount: 25, usable: true })],
        card_due: 44.9,
      },
    });
    expect(await segment()).toBe(-25);
    expect((await shop.totals()).grand_total).toBe(44.9);
    expect(await shop.take(name)).toEqual({ status: 200, body: true });
    expect(await segment()).toBeUndefined();
    expect(await shop.take(name)).toMatchObject(INVALID);
  });

  test('one is put there by its code, however it is written, and listed by it', async () => {
    const [card] = await shop.codes();
    const code = card?.code ?? '';
    await shop.fill({ MUG: 1 });
    expect(await shop.check(code)).toEqual({ status: 200, body: 25 });
    expect(await shop.check(`${fullWidth(code.slice(0, 8))}–${fullWidth(code.slice(8))}`)).toMatchObject({ body: 25 });
    expect(await shop.put(` ${code.slice(0, 4).toLowerCase()}\u2011\u200b${code.slice(4)} `)).toMatchObject({
      status: 200,
    });
    expect((await shop.onCart()).gift_cards).toEqual([code]);
    expect((await shop.totals()).grand_total).toBe(0);
    const [method] = (await shop.send('GET carts/mine/payment-information', { token: shop.customer.token })).body
      .payment_methods;
    expect(method?.code).toBe('free');
    expect(await shop.take(code.replace(/(.{4})(?=.)/g, '$1–'))).toEqual({ status: 200, body: true });
  });

  test('one that needs a PIN is told nothing apart without it', async () => {
    await shop.query('update products set card_has_pin = true where is_giftcard');
    await shop.query("update counters set value = value where name = 'order_number'");
    const cartId = await shop.fill({});
    await shop.addCardTo(cartId);
    await shop.buy('pm_card_visa');
    const card = (await shop.codes()).at(-1);
    const [code, pin] = [card?.code ?? '', card?.pin ?? ''];
    await shop.fill({ MUG: 1 });
    expect(pin).toMatch(/^\d{4}$/);
    for (const wrong of [undefined, pin === '0000' ? '0001' : '0000'])
      expect(await shop.check(code, wrong)).toMatchObject(INVALID);
    expect(await shop.put(code)).toMatchObject(INVALID);
    expect(await shop.check(code, fullWidth(pin))).toMatchObject({ status: 200 });
    expect(await shop.put(code, { pin })).toEqual({ status: 200, body: true });
  });

  test('one of others that lies there by its code and PIN is put first by its public id, and only while it lies there', async () => {
    const { token, ...other } = await signIn(shop.send, shop.phone, '+61491570158');
    const [first, second] = await shop.codes();
    await shop.fill({ TEAPOT: 1 }, { token, ...other });
    for (const card of [first, second])
      expect(await shop.put(card?.code ?? '', {}, token)).toMatchObject({ status: 200 });
    const name = second?.publicId ?? '';
    expect(await shop.put(name, { first: true }, token)).toEqual({ status: 200, body: true });
    expect((await shop.onCart(token)).gift_cards).toEqual([second?.code, first?.code]);
    expect(await shop.take(name, token)).toMatchObject({ status: 200 });
    expect(await shop.put(name, { first: true }, token)).toMatchObject(INVALID);
  });

  const frozen = `update gift_card_accounts set status = 'frozen'`;
  const expired = `alter table gift_cards disable trigger gift_cards_fixed_at_sale;
    update gift_cards set expires_at = '${minutes(1)}', validity_months = 36, expiry_exemption = 'promotional'`;
  test.each([
    ['unknown', '', ['0000000000000000', 'gc_0000000000000000']],
    ['no code at all', '', ['tea']],
    ['frozen', frozen, []],
    ['void', `${correct(-2_500)}; update gift_card_accounts set status = 'void'`, []],
    ['expired', expired, []],
    ['empty', correct(-2_500), []],
    ['of a seller with nothing in the cart', 'delete from cart_lines', []],
  ])('one that is %s has one answer, by code and by public id', async (_what, change, typed) => {
    const [card] = await shop.codes();
    await shop.fill({ MUG: 1 });
    await shop.moveTo(minutes(2));
    for (const statement of change.split(';').filter(Boolean)) await shop.query(statement);
    for (const name of typed.length > 0 ? typed : [card?.code ?? '', card?.publicId ?? '']) {
      expect([name, await shop.put(name)]).toMatchObject([name, INVALID]);
      expect(await shop.check(name)).toMatchObject(INVALID);
    }
    expect((await shop.onCart()).gift_cards).toEqual([]);
  });

  test('five wrong codes, and the customer rests for 15 minutes; an own card needs no code', async () => {
    await shop.fill({ MUG: 1 });
    const [card] = await shop.codes();
    for (let at = 0; at < 5; at += 1) expect(await shop.put('0000000000000000')).toMatchObject(INVALID);
    expect(await shop.put(card?.code ?? '')).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(await shop.put(card?.publicId ?? '')).toMatchObject({ status: 200 });
    const other = await signIn(shop.send, shop.phone, '+61491570158');
    await shop.fill({ MUG: 1 }, other);
    expect(await shop.check(card?.code ?? '', undefined, other.token)).toMatchObject({ status: 200 });
    await shop.moveTo(minutes(16));
    expect(await shop.put(card?.code ?? '')).toMatchObject({ status: 200 });
  });

  test('the one that expires first is spent first, unless another is put first by hand', async () => {
    const [older, newer] = await shop.codes();
    await shop.query(
      `update gift_cards set expires_at = expires_at + interval '1 day' where public_id = '${older?.publicId}'`,
    );
    await shop.fill({ TEAPOT: 1 });
    for (const card of [older, newer]) await shop.put(card?.publicId ?? '');
    expect((await shop.onCart()).gift_cards).toEqual([newer?.publicId, older?.publicId]);
    await shop.put(older?.publicId ?? '', { first: true });
    expect((await shop.onCart()).gift_cards).toEqual([older?.publicId, newer?.publicId]);
    expect((await shop.onCart()).extension_attributes.card_due).toBe(19.9);
  });

  test('what became unusable stays on the cart, says so and pays nothing; a replaced code pays nothing', async () => {
    const [first, second] = await shop.codes();
    await shop.fill({ TEAPOT: 1 });
    await shop.put(first?.code ?? '');
    await shop.put(second?.publicId ?? '');
    await shop.query(`update gift_cards set code_hash = 'another' where public_id = '${first?.publicId}'`);
    await shop.query(
      `update gift_card_details set recipient_mobile = '${cardOf25.to}' where id = (select details_id from gift_cards where public_id = '${second?.publicId}')`,
    );
    const { gift_cards, extension_attributes } = await shop.onCart();
    expect(gift_cards).toEqual([first?.publicId, second?.publicId]);
    expect(extension_attributes).toMatchObject({
      cards: [
        { usable: false, amount: 0, balance: 0 },
        { usable: false, amount: 0, balance: 0 },
      ],
      card_due: 69.9,
    });
  });

  test('gift cards buy no gift cards', async () => {
    const [card] = await shop.codes();
    const cartId = await shop.fill({ MUG: 1 });
    await shop.put(card?.publicId ?? '');
    await shop.addCardTo(cartId);
    expect((await shop.onCart()).extension_attributes).toMatchObject({ cards: [{ amount: 22.45 }], card_due: 25 });
    await shop.fill({});
    await shop.addCardTo(cartId);
    expect(await shop.put(card?.code ?? '')).toMatchObject(INVALID);
  });
});
