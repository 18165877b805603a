import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { moveCustomer } from '#server/domain/customers/operated/operated-customers.ts';
import { machine } from '#test/support/actors.ts';
import { cardOf25 } from '#test/support/customer.ts';
import { type Customer, OWN_MOBILE } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { runWithoutTriggers } from '#test/support/database-rules.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { correctBalances } from '#test/support/ledger-acts.ts';
import { minutesAfterOpening, openTestShop, type TestShop } from '#test/support/shop.ts';
import type { SoldCard } from '#test/support/sold-cards.ts';

const OTHER = '+61491570158';

const INVALID = { status: 404, body: { code: 'gift_card_invalid', message: 'The gift card code is not valid.' } };

const toFullWidth = (text: string) =>
  [...text].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join('');

describe.each(databaseKinds())('own gift cards and gift cards on a cart, on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let first: SoldCard;
  let second: SoldCard;
  beforeEach(async () => {
    shop = await openTestShop(kind);
    wren = await shop.customer();
    await giveCards(shop, wren, [{ to: OWN_MOBILE }, { to: OWN_MOBILE }]);
    [first, second] = (await shop.cards()) as [SoldCard, SoldCard];
  });
  afterEach(() => shop.close());

  const becomeUnproved = (minute: number) =>
    shop.stored.change('customers', ({ email }) => ({
      unprovedSince: new Date(minutesAfterOpening(minute)),
      unprovedEmail: email,
    }));
  const segment = async () =>
    (await wren.totals()).total_segments.find(({ code }) => code === 'giftcardaccount')?.value;

  it("lists cards sent to the customer's own number with seller, value, history and page link", async () => {
    const [card] = (await wren.ownCards()) ?? [];
    expect(card).toMatchObject({
      public_id: second.publicId,
      last4: second.code.slice(-4),
      value: 25,
      balance: 25,
      state: 'live',
      from: '',
      seller: { name: 'Teapots & Co', shop_url: 'teapots' },
      product_name: 'Gift card',
    });
    expect(card?.history).toMatchObject([{ kind: 'bought', amount: 25 }]);
    const secret = card?.page.replace('/card/', '') ?? '';
    expect(await shop.cardPage(secret)).toMatchObject({
      body: { status: true, data: { balance: 25 } },
    });
  });

  it('reads many cards with as few statements as one card', async () => {
    const { orm } = shop.context.database;
    const statements = async () => {
      const spies = [vi.spyOn(orm, 'execute'), vi.spyOn(orm, 'select')];
      const cards = await wren.ownCards();
      const count = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
      for (const spy of spies) spy.mockRestore();
      return [cards?.length, count];
    };
    const manyStatements = await statements();
    await shop.stored.change('giftCards', { sentAt: null }, { id: second.id });
    expect(manyStatements).toEqual([2, expect.any(Number)]);
    expect(await statements()).toEqual([1, manyStatements[1]]);
  });

  it('hides unsent cards and cards sent to other numbers', async () => {
    expect(await (await shop.customer(OTHER)).ownCards()).toEqual([]);
    await shop.stored.change('giftCards', { sentAt: null }, { id: second.id });
    expect(await wren.ownCards()).toHaveLength(1);
    expect(await shop.send('GET mobiledigital/giftcards', {})).toMatchObject({ status: 401 });
  });

  it('hides cards sent to a previous owner of the number', async () => {
    await wren.fillCart([], { MUG: 1 });
    await shop.stored.change('carts', { createdAt: new Date(minutesAfterOpening(6)) });
    await becomeUnproved(5);
    expect(await wren.ownCards()).toEqual([]);
    expect(await wren.putCard(second.publicId)).toMatchObject(INVALID);
  });

  it('removes the gift cards from a cart that a previous owner of the number filled', async () => {
    await wren.fillCart([], { MUG: 1 });
    expect((await wren.putCard(first.code)).body).toBe(true);
    await shop.stored.change('carts', { createdAt: new Date(minutesAfterOpening(6)) }, { state: 'open' });
    await becomeUnproved(7);
    await shop.moveTo(minutesAfterOpening(8));
    expect((await shop.send('POST carts/mine', { token: wren.token })).status).toBe(200);
    expect((await wren.cardsOnCart()).gift_cards).toEqual([]);
    expect(await shop.stored.all('cartGiftCards')).toEqual([]);
  });

  it('disables a card on the cart after the account moved, until its code is entered again', async () => {
    await wren.fillCart([], { MUG: 1 });
    expect((await wren.putCard(first.code)).body).toBe(true);
    expect(await segment()).toBe(-22.45);
    const customerId = await wren.id();
    await moveCustomer(shop.context, { actor: machine, customerId, mobile: OTHER, reason: 'lost phone' });
    await shop.moveTo(minutesAfterOpening(8));
    const moved = await shop.customer(OTHER);
    const onCart = await moved.cardsOnCart();
    expect(onCart).toMatchObject({ gift_cards: [first.publicId], gift_cards_amount: 0, gift_cards_amount_used: 0 });
    expect(onCart.extension_attributes.cards).toMatchObject([{ balance: 0, usable: false }]);
    expect(await moved.putCard(first.publicId)).toMatchObject(INVALID);
    expect((await moved.putCard(first.code)).body).toBe(true);
    expect(await moved.cardsOnCart()).toMatchObject({ gift_cards_amount: 25, gift_cards_amount_used: 22.45 });
  });

  it("adds the customer's own card to the cart by public id, pays with it and removes it", async () => {
    await wren.fillCart([], { TEAPOT: 1 });
    const { publicId: name } = second;
    expect(await wren.putCard(name)).toEqual({ status: 200, body: true });
    expect(await wren.cardsOnCart()).toEqual({
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
    expect((await wren.totals()).grand_total).toBe(44.9);
    expect(await wren.takeCard(name)).toEqual({ status: 200, body: true });
    expect(await segment()).toBeUndefined();
    expect(await wren.takeCard(name)).toMatchObject(INVALID);
  });

  it('adds a card by its code, typed in any format, and lists it by that code', async () => {
    const { code } = first;
    await wren.fillCart([], { MUG: 1 });
    expect(await wren.checkCard(code)).toEqual({ status: 200, body: 25 });
    expect(await wren.checkCard(`${toFullWidth(code.slice(0, 8))}–${toFullWidth(code.slice(8))}`)).toMatchObject({
      body: 25,
    });
    expect(await wren.putCard(` ${code.slice(0, 4).toLowerCase()}\u2011\u200b${code.slice(4)} `)).toMatchObject({
      status: 200,
    });
    expect((await wren.cardsOnCart()).gift_cards).toEqual([code]);
    expect((await wren.totals()).grand_total).toBe(0);
    const [method] = (await shop.send('GET carts/mine/payment-information', { token: wren.token })).body
      .payment_methods;
    expect(method?.code).toBe('free');
    expect(await wren.takeCard(code.replace(/(.{4})(?=.)/g, '$1–'))).toEqual({ status: 200, body: true });
  });

  it('returns the same error for a missing and a wrong PIN', async () => {
    await shop.stored.change('products', { cardHasPin: true }, { isGiftcard: true });
    await wren.buyCards();
    const { code, pin = '' } = await shop.lastCard();
    await wren.fillCart([], { MUG: 1 });
    expect(pin).toMatch(/^\d{4}$/);
    for (const wrong of [undefined, pin === '0000' ? '0001' : '0000'])
      expect(await wren.checkCard(code, wrong)).toMatchObject(INVALID);
    expect(await wren.putCard(code)).toMatchObject(INVALID);
    expect(await wren.checkCard(code, toFullWidth(pin))).toMatchObject({ status: 200 });
    expect(await wren.putCard(code, { pin })).toEqual({ status: 200, body: true });
  });

  it('moves a card that was added by code and PIN to the front by its public id, while it is on the cart', async () => {
    const other = await shop.customer(OTHER);
    await other.fillCart([], { TEAPOT: 1 });
    for (const { code } of [first, second]) expect(await other.putCard(code)).toMatchObject({ status: 200 });
    const { publicId: name } = second;
    expect(await other.putCard(name, { first: true })).toEqual({ status: 200, body: true });
    expect((await other.cardsOnCart()).gift_cards).toEqual([second.code, first.code]);
    expect(await other.takeCard(name)).toMatchObject({ status: 200 });
    expect(await other.putCard(name, { first: true })).toMatchObject(INVALID);
  });

  const nothing = async () => undefined;
  const empty = () => correctBalances(shop, -2_500);
  const become = (status: 'frozen' | 'void') => shop.stored.change('giftCardAccounts', { status });
  const expire = () =>
    runWithoutTriggers(shop, { table: 'giftCards', trigger: 'gift_cards_fixed_at_sale' }, () =>
      shop.stored.change('giftCards', {
        expiresAt: new Date(minutesAfterOpening(1)),
        validityMonths: 36,
        expiryExemption: 'promotional',
      }),
    );
  it.each<[string, () => Promise<unknown>, string[]]>([
    ['unknown', nothing, ['0000000000000000', 'gc_0000000000000000']],
    ['entered with a malformed code', nothing, ['tea']],
    ['frozen', () => become('frozen'), []],
    ['void', () => empty().then(() => become('void')), []],
    ['expired', expire, []],
    ['empty', empty, []],
    ['from a seller with nothing in the cart', () => shop.stored.remove('cartLines'), []],
  ])('returns the same error, by code and by public id, for a card that is %s', async (_what, change, typed) => {
    await wren.fillCart([], { MUG: 1 });
    await shop.moveTo(minutesAfterOpening(2));
    await change();
    for (const name of typed.length > 0 ? typed : [first.code, first.publicId]) {
      expect([name, await wren.putCard(name)]).toMatchObject([name, INVALID]);
      expect(await wren.checkCard(name)).toMatchObject(INVALID);
    }
    expect((await wren.cardsOnCart()).gift_cards).toEqual([]);
  });

  it("blocks a customer for 15 minutes after five wrong codes, except for the customer's own cards", async () => {
    await wren.fillCart([], { MUG: 1 });
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await wren.putCard('0000000000000000')).toMatchObject(INVALID);
    expect(await wren.putCard(first.code)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(await wren.putCard(first.publicId)).toMatchObject({ status: 200 });
    const other = await shop.customer(OTHER);
    await other.fillCart([], { MUG: 1 });
    expect(await other.checkCard(first.code)).toMatchObject({ status: 200 });
    await shop.moveTo(minutesAfterOpening(16));
    expect(await wren.putCard(first.code)).toMatchObject({ status: 200 });
  });

  it('spends the card that expires first, unless the customer puts another card first', async () => {
    const expiresAt = new Date((first.expiresAt?.getTime() ?? 0) + 86_400_000);
    await shop.stored.change('giftCards', { expiresAt }, { id: first.id });
    await wren.fillCart([], { TEAPOT: 1 });
    for (const { publicId } of [first, second]) await wren.putCard(publicId);
    expect((await wren.cardsOnCart()).gift_cards).toEqual([second.publicId, first.publicId]);
    await wren.putCard(first.publicId, { first: true });
    expect((await wren.cardsOnCart()).gift_cards).toEqual([first.publicId, second.publicId]);
    expect((await wren.cardsOnCart()).extension_attributes.card_due).toBe(19.9);
  });

  it('keeps an unusable card on the cart, marks it as unusable and does not charge it', async () => {
    await wren.fillCart([], { TEAPOT: 1 });
    await wren.putCard(first.code);
    await wren.putCard(second.publicId);
    await shop.stored.change('giftCards', { codeHash: 'another' }, { id: first.id });
    await shop.stored.change('giftCardDetails', { recipientMobile: cardOf25.to }, { id: second.detailsId });
    const { gift_cards, extension_attributes } = await wren.cardsOnCart();
    expect(gift_cards).toEqual([first.publicId, second.publicId]);
    expect(extension_attributes).toMatchObject({
      cards: [
        { usable: false, amount: 0, balance: 0 },
        { usable: false, amount: 0, balance: 0 },
      ],
      card_due: 69.9,
    });
  });

  it('refuses to pay for gift cards with gift cards', async () => {
    const { cartId } = await wren.fillCart([], { MUG: 1 });
    await wren.putCard(first.publicId);
    await wren.addCard(cartId);
    expect((await wren.cardsOnCart()).extension_attributes).toMatchObject({ cards: [{ amount: 22.45 }], card_due: 25 });
    await wren.fillCart();
    expect(await wren.putCard(first.code)).toMatchObject(INVALID);
  });
});
