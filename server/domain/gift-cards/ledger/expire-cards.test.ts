import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CardShop, openCardShop, wrong } from '#test/support/card-shop.ts';
import { lastCard, openCounter, soldCard } from '#test/support/counter.ts';
import { databaseKinds } from '#test/support/database.ts';
import { expireCards } from './expire-cards.ts';
import { lapseHolds } from './lapse-holds.ts';
import { reinstateValue } from './reinstate-value.ts';
import { setFrozen } from './void-value.ts';

describe.each(databaseKinds())('a gift card whose time is over on %s', (kind) => {
  let shop: CardShop;
  let counter: Awaited<ReturnType<typeof openCounter>>;
  let card: { code: string; pin?: string };
  let over: Date;
  beforeEach(async () => {
    shop = await openCardShop(kind);
    await shop.buy();
    await shop.deliver();
    counter = await openCounter(shop);
    card = await soldCard(shop);
    over = (await shop.query('select expires_at from gift_cards'))[0]?.expires_at as Date;
  });
  afterEach(() => shop.close());

  /** So many seconds from the instant its time is over. */
  const at = (seconds: number) => shop.context.clock.moveTo?.(new Date(over.getTime() + seconds * 1_000));
  const run = (seconds: number) => {
    at(seconds);
    return expireCards(shop.context);
  };
  const account = async () =>
    (await shop.query('select status, balance_cents as balance, held_cents as held from gift_card_accounts'))[0];
  const entries = async () =>
    (await shop.query('select kind, posted_cents as cents from gift_card_entries order by seq')).map(
      ({ kind: what, cents }) => `${what} ${cents}`,
    );
  const page = async () => (await shop.card(await shop.secretOn(wrong))).body.data;
  const freeze = async (frozen: boolean) => {
    const orderId = Number((await shop.query('select id from orders'))[0]?.id);
    await shop.context.database.transaction((tx) => setFrozen(tx, { orderId, frozen }));
  };
  const reinstate = async (months = 6) => {
    const decided = { months, operator: 'wren', note: 'was in hospital', now: shop.context.clock.now() };
    const giftCardId = await shop.cardId();
    return shop.context.database.transaction((tx) => reinstateValue(tx, { giftCardId, ...decided }));
  };

  test('can be spent a second before, and expires at the very instant', async () => {
    await run(-1);
    expect((await counter.redeem(card, 10)).body).toMatchObject({ balance: 15 });
    expect(await account()).toEqual({ status: 'active', balance: 1_500, held: 0 });
    at(0);
    expect((await counter.redeem(card, 10)).body).toMatchObject({ code: 'gift_card_over' });
    await run(0);
    expect(await account()).toEqual({ status: 'expired', balance: 0, held: 0 });
    expect(await entries()).toEqual(['issue 2500', 'redeem -1000', 'expire -1500']);
    await run(60);
    expect(await entries()).toHaveLength(3);
  });

  test('says what was left before and after the job, on its page and at the till', async () => {
    await counter.redeem(card, 10);
    at(0);
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

  test('keeps what is held: it can be captured, and what is released expires with the next run', async () => {
    at(-60);
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

  test('with all of it held expires without an entry; a hold that lapses expires then', async () => {
    at(-60);
    await counter.authorise(card, 25);
    await run(0);
    expect([await account(), await entries()]).toEqual([
      { status: 'expired', balance: 2_500, held: 2_500 },
      ['issue 2500', 'hold 0'],
    ]);
    at(16 * 60);
    await lapseHolds(shop.context);
    await run(16 * 60);
    expect(await account()).toEqual({ status: 'expired', balance: 0, held: 0 });
  });

  test('frozen waits for the decision, and then expires', async () => {
    await freeze(true);
    await run(0);
    expect(await account()).toEqual({ status: 'frozen', balance: 2_500, held: 0 });
    expect(await reinstate()).toBe('not expired');
    await freeze(false);
    await run(1);
    expect(await account()).toEqual({ status: 'expired', balance: 0, held: 0 });
  });

  test('void and restored later, it expires with the next run', async () => {
    const sql = (kindOf: string, cents: number) => `insert into gift_card_entries
        (gift_card_id, kind, posted_cents, dispute_id, created_at) select id, '${kindOf}', ${cents}, (select max(id) from disputes), now() from gift_cards`;
    await shop.query(`insert into disputes (order_id, payment_id, provider_dispute_id, amount_cents, reason, state, opened_at, updated_at)
      select order_id, id, 'dp_1', amount_cents, 'fraud', 'open', now(), now() from payments`);
    await shop.query(sql('void', -2_500));
    await shop.query("update gift_card_accounts set status = 'void'");
    await run(0);
    expect(await account()).toEqual({ status: 'void', balance: 0, held: 0 });
    await shop.query("update gift_card_accounts set status = 'active'");
    await shop.query(sql('restore', 2_500));
    await run(1);
    expect(await account()).toEqual({ status: 'expired', balance: 0, held: 0 });
  });

  test('reinstated has its value and a new end, and page and till take it again', async () => {
    await counter.redeem(card, 10);
    await run(3_600);
    expect(await reinstate(6)).toEqual({ cents: 1_500, expiresAt: new Date('2030-05-03T13:59:59.000Z') });
    expect(await account()).toEqual({ status: 'active', balance: 1_500, held: 0 });
    expect(
      await shop.query("select operator, operator_note as note from gift_card_entries where kind = 'reinstate'"),
    ).toEqual([{ operator: 'wren', note: 'was in hospital' }]);
    expect(await page()).toMatchObject({
      state: 'live',
      balance: 15,
      expires_on: '2030-05-03T13:59:59.000Z',
      history: [{ kind: 'restored', amount: 15 }, { kind: 'expired' }, { kind: 'spent' }, { kind: 'bought' }],
    });
    await expireCards(shop.context);
    expect((await counter.redeem(card, 5)).body).toMatchObject({ balance: 10 });
    over = new Date('2030-05-03T13:59:59.000Z');
    await run(0);
    expect(await account()).toEqual({ status: 'expired', balance: 0, held: 0 });
    expect((await entries()).at(-1)).toBe('expire -1000');
    expect(await reinstate(6)).toMatchObject({ cents: 1_000 });
  });

  test('is reinstated before the job came, not while it can be spent, and not when it was spent in time', async () => {
    expect(await reinstate()).toBe('not expired');
    at(0);
    expect(await reinstate()).toMatchObject({ cents: 2_500 });
    expect(await entries()).toEqual(['issue 2500', 'expire -2500', 'reinstate 2500']);
    await counter.redeem(card, 25);
    over = new Date('2031-01-01');
    await run(0);
    expect(await account()).toEqual({ status: 'expired', balance: 0, held: 0 });
    expect(await reinstate()).toBe('nothing left');
    expect(await lastCard(shop)).not.toBeNull();
  });

  test('is expired by nobody before, whatever they send to the database', async () => {
    const sent = (when: string) =>
      shop.query(`insert into gift_card_entries (gift_card_id, kind, posted_cents, created_at)
        select id, 'expire', -1, ${when} from gift_cards`);
    await expect(sent("expires_at - interval '1 second'")).rejects.toThrow('the time of the card is not over');
    await sent('expires_at');
  });

  test('and a till that spends it meanwhile: one of the two has the value', async () => {
    at(0);
    await Promise.all([expireCards(shop.context), counter.redeem(card, 25), expireCards(shop.context)]);
    expect(await entries()).toEqual(['issue 2500', 'expire -2500']);
  });
});
