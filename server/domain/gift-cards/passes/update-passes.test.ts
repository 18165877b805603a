import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Counter } from '#test/support/counter.ts';
import { RECIPIENT } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { startWallets } from '#test/support/providers.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import type { SoldCard } from '#test/support/sold-cards.ts';
import { addToApple, addToGoogle, readPassBalance } from '#test/support/wallet-passes.ts';
import { claimOutdated } from './passes-store.ts';
import { updatePasses } from './update-passes.ts';

const PUSH = 'aa'.repeat(32);
const WATCH = 'bb'.repeat(32);
const OTHER = '+61491570157';

describe.each(databaseKinds())('wallet pass updates (%s)', (kind) => {
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
  const updateIn = async (seconds: number) => {
    shop.wait(seconds * 1_000);
    await update();
  };
  const pass = (ofSecret = secret) => addToApple(shop, ofSecret);
  const save = (ofSecret = secret) => addToGoogle(shop, wallets.google.objects, ofSecret);
  const holders = () => shop.stored.all('giftCardPassHolders');
  const shownValue = ({ balance, state }: Awaited<ReturnType<typeof save>>) => [Number(balance.micros) / 1e6, state];
  const outdated = async () => (await holders()).filter(({ outdatedAt }) => outdatedAt !== null).length;

  it('sends Google one update for several changes, and none if nothing changed', async () => {
    const object = await save();
    await update();
    expect(wallets.google.patches()).toEqual([]);
    await redeem(5);
    await redeem(2.5);
    await update();
    await update();
    expect(shownValue(object)).toEqual([17.5, 'ACTIVE']);
    expect(wallets.google.patches()).toHaveLength(1);
    expect(JSON.parse(wallets.google.patches()[0]?.body ?? '')).toEqual({
      state: 'ACTIVE',
      balance: { micros: '17500000', currencyCode: 'AUD' },
      balanceUpdateTime: { date: expect.any(String) },
      validTimeInterval: { end: { date: expect.any(String) } },
    });
  });

  it('ends a registration when Apple permanently rejects its push, and accepts a new token', async () => {
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

  it('sends one push for all changes once Apple is reachable again', async () => {
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
    expect(readPassBalance((await phone.fetch()).rawPayload)).toBe(22);
    await redeem(1);
    await update();
    expect([wallets.apns.pushes.length, wallets.apns.connections]).toEqual([3, 2]);
  });

  it('retries after an expired certificate, a rate limit or an error, without repeating successful pushes', async () => {
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

  it('sends Google the missed changes once Google is reachable again', async () => {
    const object = await save();
    wallets.google.says = { status: 503, body: {} };
    await redeem(5);
    await update();
    await redeem(5);
    await updateIn(60);
    expect([shownValue(object), await outdated()]).toEqual([[25, 'ACTIVE'], 1]);
    wallets.google.says = null;
    await updateIn(3_600);
    expect([shownValue(object), await outdated()]).toEqual([[15, 'ACTIVE'], 0]);
  });

  it('requests one Google access token an hour, and a new one when the token is revoked', async () => {
    const object = await save();
    for (const dollars of [24, 23]) {
      await redeem(1);
      await update();
      expect(shownValue(object)).toEqual([dollars, 'ACTIVE']);
    }
    expect(wallets.google.tokensGiven).toBe(1);
    wallets.google.revoke();
    await redeem(1);
    await update();
    expect(shownValue(object)).toEqual([23, 'ACTIVE']);
    await updateIn(30);
    expect([shownValue(object), wallets.google.tokensGiven]).toEqual([[22, 'ACTIVE'], 2]);
    await redeem(1);
    await updateIn(3_600);
    expect([shownValue(object), wallets.google.tokensGiven]).toEqual([[21, 'ACTIVE'], 3]);
  });

  it('updates a Google pass whose link is followed late, but abandons one whose link is never followed', async () => {
    const object = await save();
    wallets.google.objects.clear();
    await redeem(5);
    await updateIn(600);
    wallets.google.objects.set(object.id, object);
    await updateIn(3_600);
    expect([shownValue(object), await outdated()]).toEqual([[20, 'ACTIVE'], 0]);
    wallets.google.objects.clear();
    await redeem(5);
    await updateIn(86_400);
    expect(await outdated()).toBe(0);
    wallets.google.objects.set(object.id, object);
    await save();
    await update();
    expect(shownValue(object)).toEqual([15, 'ACTIVE']);
  });

  it('ends the Google pass of a replaced card link and hides its balance', async () => {
    const former = await save();
    const phone = await pass();
    await phone.register('phone', PUSH);
    expect((await wren.correct(detailsId, '0491570157')).body.status).toBe(true);
    wallets.google.says = { status: 500, body: {} };
    await update();
    expect((await holders()).map(({ wallet }) => wallet)).toEqual(['google']);
    wallets.google.says = null;
    await updateIn(3_600);
    expect([shownValue(former), await holders(), wallets.apns.pushes]).toEqual([[0, 'INACTIVE'], [], []]);
    await shop.deliver();
    const object = await save(await shop.secretOn(OTHER));
    expect([object.id === former.id, shownValue(object)]).toEqual([false, [25, 'ACTIVE']]);
  });

  it('updates each wallet once across two processes, and retries what a crashed process had claimed', async () => {
    const phone = await pass();
    for (let number = 10; number < 30; number += 1) await phone.register(`device-${number}`, String(number).repeat(32));
    await redeem(1);
    await Promise.all([update(), update()]);
    expect([new Set(wallets.apns.tokens()).size, wallets.apns.pushes.length]).toEqual([20, 20]);
    await redeem(1);
    const { database, clock } = shop.context;
    const claim = { walletNames: ['apple'] as const, limit: 200, firstWaitSeconds: 30, longestWaitSeconds: 3_600 };
    expect(await claimOutdated(database.orm, { ...claim, now: clock.now() })).toHaveLength(20);
    await update();
    expect(wallets.apns.pushes).toHaveLength(20);
    await updateIn(31);
    expect([wallets.apns.pushes.length, await outdated(), wallets.apns.connections]).toEqual([40, 0, 1]);
  });

  it('sends another wallet update when the card changes during an update', async () => {
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

  it('records no pass and sends no update for a card that is in no wallet', async () => {
    await redeem(5);
    await update();
    expect([await shop.stored.all('giftCardPasses'), await holders()]).toEqual([[], []]);
    expect([wallets.apns.connections, wallets.google.tokensGiven]).toEqual([0, 0]);
  });
});
