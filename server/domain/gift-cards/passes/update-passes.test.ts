import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { registerJobs } from '#server/register-jobs.ts';
import type { Counter } from '#test/support/counter.ts';
import { RECIPIENT } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { waitsForLock } from '#test/support/database-rules.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { correctBalances } from '#test/support/ledger-acts.ts';
import { startWallets } from '#test/support/providers.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import type { SoldCard } from '#test/support/sold-cards.ts';
import { type StoredRow, storedRows } from '#test/support/stored.ts';
import { addToApple, addToGoogle, balanceIn } from '#test/support/wallet-passes.ts';
import { claimOutdated } from './passes-store.ts';
import { updatePasses } from './update-passes.ts';

const PUSH = 'aa'.repeat(32);
const WATCH = 'bb'.repeat(32);
const OTHER = '+61491570157';

describe.each(databaseKinds())('wallets hear what changes (%s)', (kind) => {
  let wallets: Awaited<ReturnType<typeof startWallets>>;
  let shop: TestShop;
  let wren: Customer;
  let detailsId: number;
  let counter: Counter;
  let card: SoldCard;
  let secret: string;
  beforeEach(async () => {
    wallets = await startWallets();
    shop = await openTestShop(kind, { providers: [wallets] });
    wren = await shop.customer();
    [detailsId = 0] = await giveCards(shop, wren);
    counter = await shop.counter();
    card = await shop.lastCard();
    secret = await shop.secretOn(RECIPIENT);
  });
  afterEach(() => shop.close());

  const redeem = (amount: number) => counter.redeem(card, amount);
  const update = () => updatePasses(shop.context);
  /** Runs the job again so many seconds later. */
  const updateIn = async (seconds: number) => {
    shop.wait(seconds * 1_000);
    await update();
  };
  const pass = (ofSecret = secret) => addToApple(shop, ofSecret);
  const save = (ofSecret = secret) => addToGoogle(shop, wallets.google.objects, ofSecret);
  const holders = () => shop.stored.all('giftCardPassHolders');
  /** Dollars and state of the card in Google Wallet. */
  const shown = ({ balance, state }: Awaited<ReturnType<typeof save>>) => [Number(balance.micros) / 1e6, state];
  const outdated = async () => (await holders()).filter(({ outdatedAt }) => outdatedAt !== null).length;

  test('Google has the new balance, by one change for several, and nothing when nothing changed', async () => {
    const object = await save();
    await update();
    expect(wallets.google.patches()).toEqual([]);
    await redeem(5);
    await redeem(2.5);
    await update();
    await update();
    expect(shown(object)).toEqual([17.5, 'ACTIVE']);
    expect(wallets.google.patches()).toHaveLength(1);
    expect(JSON.parse(wallets.google.patches()[0]?.body ?? '')).toEqual({
      state: 'ACTIVE',
      balance: { micros: '17500000', currencyCode: 'AUD' },
      balanceUpdateTime: { date: expect.any(String) },
      validTimeInterval: { end: { date: expect.any(String) } },
    });
  });

  test('whatever moves value or status tells the wallets, without knowing of them', async () => {
    const object = await save();
    const phone = await pass();
    await phone.register('phone', PUSH);
    const both = async () => {
      await update();
      const [dollars, state] = shown(object);
      const answer = await phone.fetch();
      expect(balanceIn(answer.rawPayload)).toBe(dollars);
      return [dollars, state, wallets.apns.pushes.splice(0).length];
    };
    const hold = (await counter.authorise(card, 10)).body.hold;
    expect(await both()).toEqual([15, 'ACTIVE', 1]);
    await counter.release(hold);
    expect(await both()).toEqual([25, 'ACTIVE', 1]);
    const second = (await counter.authorise(card, 10)).body.hold;
    expect(await both()).toEqual([15, 'ACTIVE', 1]);
    // All of what was put aside is spent: what is left to spend stays as it is.
    const captured = await counter.capture(second);
    expect(await both()).toEqual([15, 'ACTIVE', 0]);
    await counter.reverse(captured.body.redemption);
    expect(await both()).toEqual([25, 'ACTIVE', 1]);
    const third = (await counter.authorise(card, 4)).body.hold;
    await updateIn(3_600);
    await registerJobs(shop.context);
    await shop.context.jobs.runScheduled('regular');
    expect((await counter.capture(third)).status).toBe(409);
    await vi.waitFor(async () => expect(await both()).toEqual([25, 'ACTIVE', 0]));
    const become = (status: StoredRow<'giftCardAccounts'>['status']) =>
      shop.stored.change('giftCardAccounts', { status });
    const expire = async () => {
      const createdAt = new Date('2099-01-01');
      await shop.stored.add('giftCardEntries', { giftCardId: card.id, kind: 'expire', postedCents: -2_495, createdAt });
      await become('expired');
    };
    const reinstate = async () => {
      await become('active');
      await shop.stored.add('giftCardEntries', {
        giftCardId: card.id,
        kind: 'reinstate',
        postedCents: 1_000,
        operator: 'op',
        operatorNote: 'a test',
        createdAt: new Date('2026-11-02'),
      });
    };
    for (const [what, change, expected] of [
      ['frozen', () => become('frozen'), [25, 'INACTIVE', 1]],
      ['active again', () => become('active'), [25, 'ACTIVE', 1]],
      ['corrected', () => correctBalances(shop, -5), [24.95, 'ACTIVE', 1]],
      ['expired', expire, [0, 'EXPIRED', 1]],
      ['reinstated', reinstate, [10, 'ACTIVE', 1]],
      ['given longer', () => shop.stored.change('giftCards', { expiresAt: new Date('2031-01-01') }), [10, 'ACTIVE', 1]],
      ['emptied', () => correctBalances(shop, -1_000), [0, 'ACTIVE', 1]],
      ['void', () => become('void'), [0, 'INACTIVE', 1]],
      ['restored', () => become('active').then(() => correctBalances(shop, 300)), [3, 'ACTIVE', 1]],
    ] as const) {
      wallets.apns.pushes.splice(0);
      await change();
      expect([what, await both()]).toEqual([what, expected]);
    }
  });

  test('a push that was refused for good ends the registration, and a new token begins another', async () => {
    const phone = await pass();
    await phone.register('phone', PUSH);
    await phone.register('watch', WATCH);
    await phone.register('tablet', 'cc'.repeat(32));
    wallets.apns.says = (token) =>
      token === PUSH
        ? { status: 410, reason: 'Unregistered' }
        : token === WATCH
          ? { status: 400, reason: 'BadDeviceToken' }
          : { status: 200 };
    await redeem(5);
    await update();
    expect((await holders()).map(({ deviceId }) => deviceId)).toEqual(['tablet']);
    wallets.apns.says = () => ({ status: 200 });
    expect((await phone.register('phone', 'dd'.repeat(32))).statusCode).toBe(201);
    wallets.apns.pushes.splice(0);
    await update();
    expect(wallets.apns.tokens()).toEqual(['dd'.repeat(32)]);
  });

  test('while Apple is down nothing is lost, and once it is back one push tells of all that changed', async () => {
    const phone = await pass();
    await phone.register('phone', PUSH);
    await redeem(1);
    await update();
    expect([wallets.apns.tokens(), wallets.apns.connections]).toEqual([[PUSH], 1]);
    await wallets.apns.down();
    await redeem(1);
    await update();
    await redeem(1);
    for (const seconds of [30, 60, 120]) await updateIn(seconds);
    expect([await outdated(), wallets.apns.pushes.length]).toEqual([1, 1]);
    await wallets.apns.up();
    await update();
    expect([await outdated(), wallets.apns.pushes.length]).toEqual([1, 1]);
    await updateIn(3_600);
    expect([await outdated(), wallets.apns.tokens()]).toEqual([0, [PUSH, PUSH]]);
    expect(balanceIn((await phone.fetch()).rawPayload)).toBe(22);
    await redeem(1);
    await update();
    expect([wallets.apns.pushes.length, wallets.apns.connections]).toEqual([3, 2]);
  });

  test('a refused certificate, too many pushes and a failure are tried again, whoever else was told', async () => {
    const phone = await pass();
    await phone.register('phone', PUSH);
    await phone.register('watch', WATCH);
    const warn = vi.spyOn(shop.context.log, 'warn');
    await redeem(1);
    for (const says of [
      { status: 403, reason: 'ExpiredProviderToken' },
      { status: 429, reason: 'TooManyRequests' },
      { status: 503, reason: 'ServiceUnavailable' },
    ]) {
      wallets.apns.says = (token) => (token === PUSH ? says : { status: 200 });
      await updateIn(3_600);
      expect(await outdated()).toBe(1);
    }
    expect(wallets.apns.tokens().filter((token) => token === WATCH)).toHaveLength(1);
    expect(warn.mock.calls.map(([, words]) => words)).toEqual(Array(3).fill('wallet_pass.update_failed'));
    expect(JSON.stringify(warn.mock.calls)).not.toContain(PUSH);
    wallets.apns.says = () => ({ status: 200 });
    await updateIn(3_600);
    expect(await outdated()).toBe(0);
  });

  test('while Google is down nothing is lost', async () => {
    const object = await save();
    wallets.google.says = { status: 503, body: {} };
    await redeem(5);
    await update();
    await redeem(5);
    await updateIn(60);
    expect([shown(object), await outdated()]).toEqual([[25, 'ACTIVE'], 1]);
    wallets.google.says = null;
    await updateIn(3_600);
    expect([shown(object), await outdated()]).toEqual([[15, 'ACTIVE'], 0]);
  });

  test('Google is asked for one token an hour, and for another when that one is worth nothing', async () => {
    const object = await save();
    for (const dollars of [24, 23]) {
      await redeem(1);
      await update();
      expect(shown(object)).toEqual([dollars, 'ACTIVE']);
    }
    expect(wallets.google.tokensGiven).toBe(1);
    wallets.google.revoke();
    await redeem(1);
    await update();
    expect(shown(object)).toEqual([23, 'ACTIVE']);
    await updateIn(30);
    expect([shown(object), wallets.google.tokensGiven]).toEqual([[22, 'ACTIVE'], 2]);
    await redeem(1);
    await updateIn(3_600);
    expect([shown(object), wallets.google.tokensGiven]).toEqual([[21, 'ACTIVE'], 3]);
  });

  test('a link to Google that is followed late is brought up to date, one that nobody follows is let be', async () => {
    const object = await save();
    wallets.google.objects.clear();
    await redeem(5);
    await updateIn(600);
    wallets.google.objects.set(object.id, object);
    await updateIn(3_600);
    expect([shown(object), await outdated()]).toEqual([[20, 'ACTIVE'], 0]);
    wallets.google.objects.clear();
    await redeem(5);
    await updateIn(86_400);
    expect(await outdated()).toBe(0);
    // Google keeps what it had: handing the link out again brings it up to date.
    wallets.google.objects.set(object.id, object);
    await save();
    await update();
    expect(shown(object)).toEqual([15, 'ACTIVE']);
  });

  test('the pass of a link that was replaced ends at Google and says nothing of the balance', async () => {
    const former = await save();
    const phone = await pass();
    await phone.register('phone', PUSH);
    expect((await wren.correct(detailsId, '0491570157')).body.status).toBe(true);
    wallets.google.says = { status: 500, body: {} };
    await update();
    expect((await holders()).map(({ wallet }) => wallet)).toEqual(['google']);
    wallets.google.says = null;
    await updateIn(3_600);
    expect([shown(former), await holders(), wallets.apns.pushes]).toEqual([[0, 'INACTIVE'], [], []]);
    await shop.deliver();
    const object = await save(await shop.secretOn(OTHER));
    expect([object.id === former.id, shown(object)]).toEqual([false, [25, 'ACTIVE']]);
  });

  test('two processes tell each holder once, and what a dead one had taken is told later', async () => {
    const phone = await pass();
    for (let at = 10; at < 30; at += 1) await phone.register(`device-${at}`, String(at).repeat(32));
    await redeem(1);
    await Promise.all([update(), update()]);
    expect([new Set(wallets.apns.tokens()).size, wallets.apns.pushes.length]).toEqual([20, 20]);
    await redeem(1);
    const { database, clock } = shop.context;
    const claim = { of: ['apple'] as const, most: 200, firstWaitSeconds: 30, longestWaitSeconds: 3_600 };
    expect(await claimOutdated(database.orm, { ...claim, now: clock.now() })).toHaveLength(20);
    await update();
    expect(wallets.apns.pushes).toHaveLength(20);
    await updateIn(31);
    expect([wallets.apns.pushes.length, await outdated(), wallets.apns.connections]).toEqual([40, 0, 1]);
  });

  test('a change that comes while a holder is being told is told as well', async () => {
    const phone = await pass();
    await phone.register('phone', PUSH);
    await redeem(1);
    const real = shop.context.integrations.passes.apple?.push ?? (async () => 'updated' as const);
    const apple = shop.context.integrations.passes.apple;
    if (!apple) throw new Error('The shop has no Apple Wallet.');
    apple.push = async (token) => {
      apple.push = real;
      await redeem(1);
      return real(token);
    };
    await update();
    expect(await outdated()).toBe(1);
    await update();
    expect([await outdated(), wallets.apns.pushes.length]).toEqual([0, 2]);
  });

  test('a pass that is handed out, or registered, while its card changes is not left behind', async () => {
    const { database } = shop.context;
    /** Runs `during` while a transaction has changed the card; on PostgreSQL until it waits for that one. */
    const whileChanging = async <T>(during: () => Promise<T>): Promise<T> => {
      const [changed, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const changing = database.transaction(async (tx) => {
        await correctBalances({ stored: storedRows({ orm: tx }) }, -100);
        changed.resolve();
        await seen.promise;
      });
      await changed.promise;
      const running = during();
      if (kind === 'postgres')
        await vi.waitFor(async () => expect(await waitsForLock(shop)).toBe(true), { timeout: 10_000 });
      seen.resolve();
      await changing;
      return running;
    };
    const phone = await whileChanging(() => pass());
    expect(phone.pass.storeCard.primaryFields[0].value).toBe(24);
    await whileChanging(() => phone.register('phone', PUSH));
    await update();
    expect(wallets.apns.tokens()).toEqual([PUSH]);
    const object = await whileChanging(() => save());
    await update();
    expect(shown(object)).toEqual([22, 'ACTIVE']);
  });

  test('a card in no wallet leaves nobody to be told', async () => {
    await redeem(5);
    await update();
    expect([await shop.stored.all('giftCardPasses'), await holders()]).toEqual([[], []]);
    expect([wallets.apns.connections, wallets.google.tokensGiven]).toEqual([0, 0]);
  });
});
