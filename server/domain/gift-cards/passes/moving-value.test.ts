import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerJobs } from '#server/register-jobs.ts';
import type { Counter } from '#test/support/counter.ts';
import { RECIPIENT } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { correctBalances } from '#test/support/ledger-acts.ts';
import { isWaitingForLock } from '#test/support/locks.ts';
import { startWallets } from '#test/support/providers.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import type { SoldCard } from '#test/support/sold-cards.ts';
import { type StoredRow, storedRows } from '#test/support/stored.ts';
import { addToApple, addToGoogle, readPassBalance } from '#test/support/wallet-passes.ts';
import { updatePasses } from './update-passes.ts';

const PUSH = 'aa'.repeat(32);

describe.each(databaseKinds())('wallet updates for every card change (%s)', (kind) => {
  let wallets: Awaited<ReturnType<typeof startWallets>>;
  let shop: TestShop;
  let counter: Counter;
  let card: SoldCard;
  let secret: string;
  beforeEach(async () => {
    wallets = await startWallets();
    shop = await openTestShop(kind, { providers: [wallets] });
    await giveCards(shop, await shop.customer());
    counter = await shop.counter();
    card = await shop.lastCard();
    secret = await shop.secretOn(RECIPIENT);
  });
  afterEach(() => shop.close());

  const update = () => updatePasses(shop.context);
  const pass = (ofSecret = secret) => addToApple(shop, ofSecret);
  const save = (ofSecret = secret) => addToGoogle(shop, wallets.google.objects, ofSecret);
  const shownValue = ({ balance, state }: Awaited<ReturnType<typeof save>>) => [Number(balance.micros) / 1e6, state];

  it('updates the wallets after every change of value or status', async () => {
    const object = await save();
    const phone = await pass();
    await phone.register('phone', PUSH);
    const both = async () => {
      await update();
      const [dollars, state] = shownValue(object);
      const answer = await phone.fetch();
      expect(readPassBalance(answer.rawPayload)).toBe(dollars);
      return [dollars, state, wallets.apns.pushes.splice(0).length];
    };
    const hold = (await counter.authorise(card, 10)).body.hold;
    expect(await both()).toEqual([15, 'ACTIVE', 1]);
    await counter.release(hold);
    expect(await both()).toEqual([25, 'ACTIVE', 1]);
    const second = (await counter.authorise(card, 10)).body.hold;
    expect(await both()).toEqual([15, 'ACTIVE', 1]);
    const captured = await counter.capture(second);
    expect(await both()).toEqual([15, 'ACTIVE', 0]);
    await counter.reverse(captured.body.redemption);
    expect(await both()).toEqual([25, 'ACTIVE', 1]);
    const third = (await counter.authorise(card, 4)).body.hold;
    shop.wait(3_600_000);
    await update();
    await registerJobs(shop.context);
    await shop.context.jobs.runScheduled('regular');
    expect((await counter.capture(third)).status).toBe(409);
    await vi.waitFor(async () => expect(await both()).toEqual([25, 'ACTIVE', 0]), { timeout: 60_000 });
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
    for (const [label, change, expected] of [
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
      expect([label, await both()]).toEqual([label, expected]);
    }
  });

  it('updates a pass that is being issued or registered while its card changes', async () => {
    const { database } = shop.context;
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
        await vi.waitFor(async () => expect(await isWaitingForLock(shop)).toBe(true), { timeout: 10_000 });
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
    expect(shownValue(object)).toEqual([22, 'ACTIVE']);
  });
});
