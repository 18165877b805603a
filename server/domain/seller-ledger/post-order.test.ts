import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RefundInput, refundOrder } from '#server/domain/orders/refunds/refund-order.ts';
import { findDatabaseError } from '#server/platform/database/database-errors.ts';
import { machine } from '#test/support/actors.ts';
import { type Customer, OWN_MOBILE } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { spendAtTill } from '#test/support/ledger-acts.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { testShop } from '#test/support/test-catalogue.ts';

const { sellers } = testShop;
const [TEAPOTS, PRINTS] = [`payable:${sellers.teapots}`, `payable:${sellers.prints}`];

describe.each(databaseKinds())("the sellers' ledger on %s", (kind) => {
  let shop: TestShop;
  let wren: Customer;
  beforeEach(async () => {
    shop = await openTestShop(kind, { env: { APPROVAL_MAX_TOTAL: '1000', APPROVAL_FIRST_ORDER_MAX: '1000' } });
    wren = await shop.customer();
    await setShipping({ teapots: 0, prints: 0 });
  });
  afterEach(() => shop.close());

  async function setShipping(cents: { teapots: number; prints: number }): Promise<void> {
    for (const [name, flatShippingCents] of Object.entries(cents))
      await shop.stored.change('sellers', { flatShippingCents, freeShippingOverCents: null }, { shopUrl: name });
  }
  const setPrice = (sku: string, priceCents: number) => shop.stored.change('variants', { priceCents }, { sku });

  async function readBalances(): Promise<Map<string, number>> {
    const accounts = await shop.stored.all('bookAccounts');
    const transfers = await shop.stored.all('bookTransfers');
    return new Map(
      accounts.map(({ id, code }) => [
        code,
        transfers.reduce(
          (sum, { debitAccount, creditAccount, cents }) =>
            sum + (creditAccount === id ? cents : 0) - (debitAccount === id ? cents : 0),
          0,
        ),
      ]),
    );
  }

  /** Returns how much the balance of each account changes, in cents, without accounts that do not change. */
  async function changes(work: () => Promise<unknown>): Promise<Record<string, number>> {
    const before = await readBalances();
    await work();
    const after = [...(await readBalances())].map(([code, cents]) => [code, cents - (before.get(code) ?? 0)] as const);
    return Object.fromEntries(after.filter(([, cents]) => cents !== 0));
  }

  async function giveCardsWorth40(): Promise<void> {
    await giveCards(shop, wren, [{ to: OWN_MOBILE }, { to: OWN_MOBILE }]);
    const [card] = await shop.cards();
    await spendAtTill(shop, 1_000, card ? [card] : []);
  }

  /** Pays with all gift cards of the customer, and the rest with the payment card. */
  async function buyTeapotWithGiftCards(paymentCard: string | null): Promise<void> {
    await wren.fillCart([], { TEAPOT: 1 });
    for (const { public_id } of await wren.ownCards()) await wren.putCard(public_id);
    expect(await wren.pay(paymentCard)).toMatchObject({ status: 200 });
  }

  const refund = async (target: RefundInput['target'], note = 'asked by the seller') =>
    refundOrder(shop.context, { actor: machine, orderId: (await shop.stored.last('orders')).id, target, note });

  it.each([
    ['goods of $100.00', 10_000, 0, { commission: 310, service_fee: 290, [TEAPOTS]: 9_400 }],
    ['goods of $59.95 and shipping of $8.95', 5_995, 895, { commission: 214, service_fee: 200, [TEAPOTS]: 6_476 }],
    ['goods of $5.00', 500, 0, { commission: 16, service_fee: 15, [TEAPOTS]: 469 }],
  ])('posts the sale, the commission and the service fee of %s', async (_what, price, shipping, posted) => {
    await setPrice('TEAPOT', price);
    await setShipping({ teapots: shipping, prints: 0 });
    expect(await changes(() => wren.buyGoods({ TEAPOT: 1 }))).toEqual({
      'clearing:sandbox': -price - shipping,
      ...posted,
    });
  });

  it('posts each seller of an order, and splits a refund and its commission over them', async () => {
    await setPrice('SHIRT-RED-S', 1_100);
    await setPrice('TEAPOT', 550);
    await setShipping({ teapots: 500, prints: 895 });
    const sold = await changes(async () => {
      const { cartId } = await wren.fillCart([], { 'SHIRT-RED-S': 2, TEAPOT: 1 });
      await wren.addCard(cartId);
      expect(await wren.pay('pm_card_visa', { cc_save: true })).toMatchObject({ status: 200 });
    });
    expect(sold).toMatchObject({ [PRINTS]: 2_909, [TEAPOTS]: 3_337, commission: 206, service_fee: 193 });
    const back = await changes(() => refund({ amountCents: 2_000 }));
    expect(back).toEqual({ 'clearing:sandbox': 2_000, commission: -62, [PRINTS]: -1_494 + 46, [TEAPOTS]: -506 + 16 });
  });

  it('posts only the part that the payment card paid, and nothing for a refund to gift cards', async () => {
    await giveCardsWorth40();
    await setPrice('TEAPOT', 10_000);
    await setShipping({ teapots: 1_000, prints: 0 });
    const sold = await changes(() => buyTeapotWithGiftCards('pm_card_visa'));
    expect(sold).toEqual({ 'clearing:sandbox': -7_000, commission: 217, service_fee: 203, [TEAPOTS]: 6_580 });
    expect(await changes(() => refund({ amountCents: 6_000 }))).toEqual({
      'clearing:sandbox': 2_000,
      commission: -62,
      [TEAPOTS]: -1_938,
    });
  });

  it('posts the smallest payment by payment card beside a gift card', async () => {
    await giveCardsWorth40();
    await setPrice('TEAPOT', 4_020);
    const sold = await changes(() => buyTeapotWithGiftCards('pm_card_visa'));
    expect(sold).toEqual({ 'clearing:sandbox': -50, commission: 2, service_fee: 1, [TEAPOTS]: 47 });
  });

  it('posts nothing when gift cards pay for everything', async () => {
    await giveCards(shop, wren, [{ to: OWN_MOBILE }]);
    await setPrice('TEAPOT', 2_500);
    const sold = await changes(() => buyTeapotWithGiftCards(null));
    expect(sold).toEqual({});
  });

  it('posts the sale of gift cards, and nothing when they are spent at the till', async () => {
    const sold = await changes(() => wren.buyCards([{}, {}]));
    expect(sold).toEqual({ 'clearing:sandbox': -5_000, commission: 155, service_fee: 145, [TEAPOTS]: 4_700 });
    expect(await changes(() => spendAtTill(shop, 2_500))).toEqual({});
  });

  it('leaves the seller with the service fee after a full refund', async () => {
    await setPrice('TEAPOT', 5_995);
    await setShipping({ teapots: 895, prints: 0 });
    await wren.buyGoods({ TEAPOT: 1 });
    await refund('everything');
    expect((await readBalances()).get(TEAPOTS)).toBe(-200);
  });

  it('returns the commission of partial refunds so that the parts add up to the whole', async () => {
    await setPrice('TEAPOT', 10_000);
    await wren.buyGoods({ TEAPOT: 1 });
    const taken: number[] = [];
    for (const [index, amountCents] of [3_333, 3_333, 3_334].entries())
      taken.push((await changes(() => refund({ amountCents }, `part ${index}`)))[TEAPOTS] ?? 0);
    expect(taken).toEqual([-3_230, -3_229, -3_231]);
    expect((await readBalances()).get(TEAPOTS)).toBe(-290);
  });

  it('refuses to change or delete transfers and accounts, and to use a key twice', async () => {
    await wren.buyGoods({ TEAPOT: 1 });
    const { id: _, ...transfer } = await shop.stored.last('bookTransfers');
    const refused = [
      ['book_transfers_append_only', () => shop.stored.change('bookTransfers', { cents: 1 })],
      ['book_transfers_append_only', () => shop.stored.remove('bookTransfers')],
      ['book_accounts_append_only', () => shop.stored.change('bookAccounts', { mayBeNegative: true })],
      ['book_transfers_key_unique', () => shop.stored.add('bookTransfers', transfer)],
      [
        'book_transfers_accounts',
        () => shop.stored.add('bookTransfers', { ...transfer, key: 'k', creditAccount: transfer.debitAccount }),
      ],
    ] as const;
    const tryAll = async () => {
      for (const [constraint, work] of refused)
        expect(findDatabaseError(await work().catch((error: unknown) => error))).toMatchObject({ constraint });
    };
    expect(await changes(tryAll)).toEqual({});
  });

  it('refuses a debit that an account for held money does not cover', async () => {
    await wren.buyGoods({ TEAPOT: 1 });
    const payable = await shop.stored.one('bookAccounts', { code: TEAPOTS });
    const held = await shop.stored.add('bookAccounts', {
      code: `disputed:${sellers.teapots}`,
      kind: 'liability',
      sellerId: sellers.teapots,
      mayBeNegative: false,
    });
    const add = (key: string, cents: number, to: number, from: number) =>
      shop.stored.add('bookTransfers', {
        kind: 'refund',
        cause: key,
        key,
        cents,
        debitAccount: from,
        creditAccount: to,
        at: new Date(),
      });
    await add('in', 100, held.id, payable.id);
    await add('out', 60, payable.id, held.id);
    await expect(add('too much', 41, payable.id, held.id)).rejects.toMatchObject({
      cause: { message: 'the account holds 40 cents, not 41' },
    });
  });
});
