import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Counter } from '#test/support/counter.ts';
import { RECIPIENT } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { openDispute } from '#test/support/payment-acts.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import type { SoldCard } from '#test/support/sold-cards.ts';
import { expireCards } from './expire-cards.ts';
import { lapseHolds } from './lapse-holds.ts';
import { reinstateValue } from './reinstate-value.ts';
import { setFrozen } from './void-value.ts';

describe.each(databaseKinds())('gift card expiry on %s', (kind) => {
  let shop: TestShop;
  let counter: Counter;
  let card: SoldCard;
  let expiry: Date;
  beforeEach(async () => {
    shop = await openTestShop(kind);
    await giveCards(shop, await shop.customer());
    counter = await shop.counter();
    card = await shop.lastCard();
    expiry = card.expiresAt as Date;
  });
  afterEach(() => shop.close());

  const moveTo = (seconds: number) => shop.context.clock.moveTo?.(new Date(expiry.getTime() + seconds * 1_000));
  const run = (seconds: number) => {
    moveTo(seconds);
    return expireCards(shop.context);
  };
  const account = async () => {
    const { status, balanceCents: balance, heldCents } = await shop.stored.one('giftCardAccounts');
    return { status, balance, held: heldCents };
  };
  const entries = async () =>
    (await shop.readLedger(card)).map(({ kind: entryKind, postedCents }) => `${entryKind} ${postedCents}`);
  const page = async () => (await shop.cardPage(await shop.secretOn(RECIPIENT))).body.data;
  const freeze = async (frozen: boolean) => {
    const { id: orderId } = await shop.stored.one('orders');
    await shop.context.database.transaction((tx) => setFrozen(tx, { orderId, frozen }));
  };
  const reinstate = async (months = 6) => {
    const decided = { months, operator: 'wren', note: 'was in hospital', now: shop.context.clock.now() };
    return shop.context.database.transaction((tx) => reinstateValue(tx, { giftCardId: card.id, ...decided }));
  };

  it('allows spending until a second before the expiry time, and expires the card at that time', async () => {
    await run(-1);
    expect((await counter.redeem(card, 10)).body).toMatchObject({ balance: 15 });
    expect(await account()).toEqual({ status: 'active', balance: 1_500, held: 0 });
    moveTo(0);
    expect((await counter.redeem(card, 10)).body).toMatchObject({ code: 'gift_card_over' });
    await run(0);
    expect(await account()).toEqual({ status: 'expired', balance: 0, held: 0 });
    expect(await entries()).toEqual(['issue 2500', 'redeem -1000', 'expire -1500']);
    await run(60);
    expect(await entries()).toHaveLength(3);
  });

  it('shows the balance of an expired card on its page, before and after the job expires the card', async () => {
    await counter.redeem(card, 10);
    moveTo(0);
    expect(await page()).toMatchObject({ state: 'expired', balance: 15, history: [{ kind: 'spent' }, {}] });
    expect((await counter.check(card)).body).toMatchObject({ status: 'expired', balance: 15 });
    await run(0);
    expect(await page()).toMatchObject({
      state: 'expired',
      balance: 15,
      pass_id: '',
      history: [{ kind: 'expired', amount: -15 }, { kind: 'spent' }, { kind: 'bought' }],
    });
    expect((await counter.check(card)).body).toMatchObject({ status: 'expired', balance: 0 });
    expect((await counter.redeem(card, 1)).status).toBe(410);
  });

  it('captures holds after the card expires, and expires released value on the next run', async () => {
    moveTo(-60);
    const [first, second] = [await counter.authorise(card, 10), await counter.authorise(card, 8)];
    await run(0);
    expect(await account()).toEqual({ status: 'expired', balance: 1_800, held: 1_800 });
    expect((await counter.capture(first.body.hold, 6)).body).toMatchObject({ amount: 6 });
    expect(await account()).toEqual({ status: 'expired', balance: 1_200, held: 800 });
    await run(1);
    expect(await account()).toEqual({ status: 'expired', balance: 800, held: 800 });
    expect((await counter.release(second.body.hold)).status).toBe(200);
    await run(2);
    expect(await account()).toEqual({ status: 'expired', balance: 0, held: 0 });
    expect((await entries()).filter((entry) => entry.startsWith('expire'))).toEqual([
      'expire -700',
      'expire -400',
      'expire -800',
    ]);
  });

  it('expires a fully held card without a ledger entry, and expires its value once the hold lapses', async () => {
    moveTo(-60);
    await counter.authorise(card, 25);
    await run(0);
    expect([await account(), await entries()]).toEqual([
      { status: 'expired', balance: 2_500, held: 2_500 },
      ['issue 2500', 'hold 0'],
    ]);
    moveTo(16 * 60);
    await lapseHolds(shop.context);
    await run(16 * 60);
    expect(await account()).toEqual({ status: 'expired', balance: 0, held: 0 });
  });

  it('leaves a frozen card alone until it is unfrozen, then expires it', async () => {
    await freeze(true);
    await run(0);
    expect(await account()).toEqual({ status: 'frozen', balance: 2_500, held: 0 });
    expect(await reinstate()).toBe('not expired');
    await freeze(false);
    await run(1);
    expect(await account()).toEqual({ status: 'expired', balance: 0, held: 0 });
  });

  it('expires a card on the next run if it was void at its expiry and restored later', async () => {
    const { id: disputeId } = await openDispute(shop, await shop.stored.one('payments'));
    const post = (entry: { kind: 'void' | 'restore'; postedCents: number }) =>
      shop.stored.add('giftCardEntries', {
        giftCardId: card.id,
        disputeId,
        createdAt: shop.context.clock.now(),
        ...entry,
      });
    await post({ kind: 'void', postedCents: -2_500 });
    await shop.stored.change('giftCardAccounts', { status: 'void' });
    await run(0);
    expect(await account()).toEqual({ status: 'void', balance: 0, held: 0 });
    await shop.stored.change('giftCardAccounts', { status: 'active' });
    await post({ kind: 'restore', postedCents: 2_500 });
    await run(1);
    expect(await account()).toEqual({ status: 'expired', balance: 0, held: 0 });
  });

  it('makes a reinstated card spendable again until its new expiry', async () => {
    await counter.redeem(card, 10);
    await run(3_600);
    expect(await reinstate(6)).toEqual({ cents: 1_500, expiresAt: new Date('2030-05-03T13:59:59.000Z') });
    expect(await account()).toEqual({ status: 'active', balance: 1_500, held: 0 });
    expect(await shop.stored.one('giftCardEntries', { kind: 'reinstate' })).toMatchObject({
      operator: 'wren',
      operatorNote: 'was in hospital',
    });
    expect(await page()).toMatchObject({
      state: 'live',
      balance: 15,
      expires_on: '2030-05-03T13:59:59.000Z',
      history: [{ kind: 'restored', amount: 15 }, { kind: 'expired' }, { kind: 'spent' }, { kind: 'bought' }],
    });
    await expireCards(shop.context);
    expect((await counter.redeem(card, 5)).body).toMatchObject({ balance: 10 });
    expiry = new Date('2030-05-03T13:59:59.000Z');
    await run(0);
    expect(await account()).toEqual({ status: 'expired', balance: 0, held: 0 });
    expect((await entries()).at(-1)).toBe('expire -1000');
    expect(await reinstate(6)).toMatchObject({ cents: 1_000 });
  });

  it('reinstates an expired card even before the job runs, but no card that is spendable or fully spent', async () => {
    expect(await reinstate()).toBe('not expired');
    moveTo(0);
    expect(await reinstate()).toMatchObject({ cents: 2_500 });
    expect(await entries()).toEqual(['issue 2500', 'expire -2500', 'reinstate 2500']);
    await counter.redeem(card, 25);
    expiry = new Date('2031-01-01');
    await run(0);
    expect(await account()).toEqual({ status: 'expired', balance: 0, held: 0 });
    expect(await reinstate()).toBe('nothing left');
  });

  it("rejects, in the database, an expiry entry dated before the card's expiry", async () => {
    const addExpiry = (createdAt: Date) =>
      shop.stored.add('giftCardEntries', { giftCardId: card.id, kind: 'expire', postedCents: -1, createdAt });
    await expect(addExpiry(new Date(expiry.getTime() - 1_000))).rejects.toMatchObject({
      cause: { message: expect.stringContaining('the gift card has not expired yet') },
    });
    await addExpiry(expiry);
  });

  it('expires a card only once when jobs and a till compete for it at its expiry', async () => {
    moveTo(0);
    await Promise.all([expireCards(shop.context), counter.redeem(card, 25), expireCards(shop.context)]);
    expect(await entries()).toEqual(['issue 2500', 'expire -2500']);
  });
});
