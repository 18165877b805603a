import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { registerJobs } from '#server/register-jobs.ts';
import { right } from '#test/support/card-shop.ts';
import { databaseKinds } from '#test/support/database.ts';
import { correct } from '#test/support/ledger-entries.ts';
import { balanceIn, openPassShop, type PassShop } from '#test/support/pass-shop.ts';
import { claimOutdated } from './passes-store.ts';

const PUSH = 'aa'.repeat(32);
const OTHER = 'bb'.repeat(32);

const entry = (kind: string, cents: number) => `insert into gift_card_entries
    (gift_card_id, kind, posted_cents, operator, operator_note, step, created_at)
  select gift_card_id, '${kind}', ${cents}, ${kind === 'expire' ? 'null, null' : "'op', 'a test'"}, entry_count, '${kind === 'expire' ? '2099-01-01' : '2026-11-02'}'
    from gift_card_accounts`;
const status = (to: string) => `update gift_card_accounts set status = '${to}'`;

describe.each(databaseKinds())('wallets hear what changes (%s)', (kind) => {
  let shop: PassShop;
  beforeEach(async () => {
    shop = await openPassShop(kind);
  });
  afterEach(() => shop.close());

  /** Dollars and state of the card in Google Wallet. */
  const shown = ({ balance, state }: Awaited<ReturnType<PassShop['save']>>) => [Number(balance.micros) / 1e6, state];
  const outdated = async () => (await shop.holders()).filter(({ outdated_at }) => outdated_at !== null).length;

  test('Google has the new balance, by one change for several, and nothing when nothing changed', async () => {
    const object = await shop.save();
    await shop.update();
    expect(shop.google.patches()).toEqual([]);
    await shop.redeem(5);
    await shop.redeem(2.5);
    await shop.update();
    await shop.update();
    expect(shown(object)).toEqual([17.5, 'ACTIVE']);
    expect(shop.google.patches()).toHaveLength(1);
    expect(JSON.parse(shop.google.patches()[0]?.body ?? '')).toEqual({
      state: 'ACTIVE',
      balance: { micros: '17500000', currencyCode: 'AUD' },
      balanceUpdateTime: { date: expect.any(String) },
      validTimeInterval: { end: { date: expect.any(String) } },
    });
  });

  test('whatever moves value or status tells the wallets, without knowing of them', async () => {
    const object = await shop.save();
    const phone = await shop.pass();
    await phone.register('phone', PUSH);
    const both = async () => {
      await shop.update();
      const [dollars, state] = shown(object);
      const answer = await phone.fetch();
      expect(balanceIn(answer.rawPayload)).toBe(dollars);
      return [dollars, state, shop.apns.pushes.splice(0).length];
    };
    const hold = (await shop.authorise(10)).body.hold;
    expect(await both()).toEqual([15, 'ACTIVE', 1]);
    await shop.counter.release(hold);
    expect(await both()).toEqual([25, 'ACTIVE', 1]);
    const second = (await shop.authorise(10)).body.hold;
    expect(await both()).toEqual([15, 'ACTIVE', 1]);
    // All of what was put aside is spent: what is left to spend stays as it is.
    const captured = await shop.counter.capture(second);
    expect(await both()).toEqual([15, 'ACTIVE', 0]);
    await shop.counter.reverse(captured.body.redemption);
    expect(await both()).toEqual([25, 'ACTIVE', 1]);
    const third = (await shop.authorise(4)).body.hold;
    await shop.updateIn(3_600);
    await registerJobs(shop.context);
    await shop.context.jobs.runScheduled('regular');
    expect((await shop.counter.capture(third)).status).toBe(409);
    await vi.waitFor(async () => expect(await both()).toEqual([25, 'ACTIVE', 0]));
    for (const [sql, expected] of [
      [status('frozen'), [25, 'INACTIVE', 1]],
      [status('active'), [25, 'ACTIVE', 1]],
      [correct(-5), [24.95, 'ACTIVE', 1]],
      [`${entry('expire', -2_495)}; ${status('expired')}`, [0, 'EXPIRED', 1]],
      [`${status('active')}; ${entry('reinstate', 1_000)}`, [10, 'ACTIVE', 1]],
      ["update gift_cards set expires_at = '2031-01-01'", [10, 'ACTIVE', 1]],
      [correct(-1_000), [0, 'ACTIVE', 1]],
      [status('void'), [0, 'INACTIVE', 1]],
      [`${status('active')}; ${correct(300)}`, [3, 'ACTIVE', 1]],
    ] as const) {
      shop.apns.pushes.splice(0);
      for (const statement of sql.split('; ')) await shop.query(statement);
      expect([sql, await both()]).toEqual([sql, expected]);
    }
  });

  test('a push that was refused for good ends the registration, and a new token begins another', async () => {
    const phone = await shop.pass();
    await phone.register('phone', PUSH);
    await phone.register('watch', OTHER);
    await phone.register('tablet', 'cc'.repeat(32));
    shop.apns.says = (token) =>
      token === PUSH
        ? { status: 410, reason: 'Unregistered' }
        : token === OTHER
          ? { status: 400, reason: 'BadDeviceToken' }
          : { status: 200 };
    await shop.redeem(5);
    await shop.update();
    expect((await shop.holders()).map(({ device_id }) => device_id)).toEqual(['tablet']);
    shop.apns.says = () => ({ status: 200 });
    expect((await phone.register('phone', 'dd'.repeat(32))).statusCode).toBe(201);
    shop.apns.pushes.splice(0);
    await shop.update();
    expect(shop.apns.tokens()).toEqual(['dd'.repeat(32)]);
  });

  test('while Apple is down nothing is lost, and once it is back one push tells of all that changed', async () => {
    const phone = await shop.pass();
    await phone.register('phone', PUSH);
    await shop.redeem(1);
    await shop.update();
    expect([shop.apns.tokens(), shop.apns.connections]).toEqual([[PUSH], 1]);
    await shop.apns.down();
    await shop.redeem(1);
    await shop.update();
    await shop.redeem(1);
    for (const seconds of [30, 60, 120]) await shop.updateIn(seconds);
    expect([await outdated(), shop.apns.pushes.length]).toEqual([1, 1]);
    await shop.apns.up();
    await shop.update();
    expect([await outdated(), shop.apns.pushes.length]).toEqual([1, 1]);
    await shop.updateIn(3_600);
    expect([await outdated(), shop.apns.tokens()]).toEqual([0, [PUSH, PUSH]]);
    expect(balanceIn((await phone.fetch()).rawPayload)).toBe(22);
    await shop.redeem(1);
    await shop.update();
    expect([shop.apns.pushes.length, shop.apns.connections]).toEqual([3, 2]);
  });

  test('a refused certificate, too many pushes and a failure are tried again, whoever else was told', async () => {
    const phone = await shop.pass();
    await phone.register('phone', PUSH);
    await phone.register('watch', OTHER);
    const warn = vi.spyOn(shop.context.log, 'warn');
    await shop.redeem(1);
    for (const says of [
      { status: 403, reason: 'ExpiredProviderToken' },
      { status: 429, reason: 'TooManyRequests' },
      { status: 503, reason: 'ServiceUnavailable' },
    ]) {
      shop.apns.says = (token) => (token === PUSH ? says : { status: 200 });
      await shop.updateIn(3_600);
      expect(await outdated()).toBe(1);
    }
    expect(shop.apns.tokens().filter((token) => token === OTHER)).toHaveLength(1);
    expect(warn.mock.calls.map(([, words]) => words)).toEqual(Array(3).fill('wallet_pass.update_failed'));
    expect(JSON.stringify(warn.mock.calls)).not.toContain(PUSH);
    shop.apns.says = () => ({ status: 200 });
    await shop.updateIn(3_600);
    expect(await outdated()).toBe(0);
  });

  test('while Google is down nothing is lost', async () => {
    const object = await shop.save();
    shop.google.says = { status: 503, body: {} };
    await shop.redeem(5);
    await shop.update();
    await shop.redeem(5);
    await shop.updateIn(60);
    expect([shown(object), await outdated()]).toEqual([[25, 'ACTIVE'], 1]);
    shop.google.says = null;
    await shop.updateIn(3_600);
    expect([shown(object), await outdated()]).toEqual([[15, 'ACTIVE'], 0]);
  });

  test('Google is asked for one token an hour, and for another when that one is worth nothing', async () => {
    const object = await shop.save();
    for (const dollars of [24, 23]) {
      await shop.redeem(1);
      await shop.update();
      expect(shown(object)).toEqual([dollars, 'ACTIVE']);
    }
    expect(shop.google.tokensGiven).toBe(1);
    shop.google.revoke();
    await shop.redeem(1);
    await shop.update();
    expect(shown(object)).toEqual([23, 'ACTIVE']);
    await shop.updateIn(30);
    expect([shown(object), shop.google.tokensGiven]).toEqual([[22, 'ACTIVE'], 2]);
    await shop.redeem(1);
    await shop.updateIn(3_600);
    expect([shown(object), shop.google.tokensGiven]).toEqual([[21, 'ACTIVE'], 3]);
  });

  test('a link to Google that is followed late is brought up to date, one that nobody follows is let be', async () => {
    const object = await shop.save();
    shop.google.objects.clear();
    await shop.redeem(5);
    await shop.updateIn(600);
    shop.google.objects.set(object.id, object);
    await shop.updateIn(3_600);
    expect([shown(object), await outdated()]).toEqual([[20, 'ACTIVE'], 0]);
    shop.google.objects.clear();
    await shop.redeem(5);
    await shop.updateIn(86_400);
    expect(await outdated()).toBe(0);
    // Google keeps what it had: handing the link out again brings it up to date.
    shop.google.objects.set(object.id, object);
    await shop.save();
    await shop.update();
    expect(shown(object)).toEqual([15, 'ACTIVE']);
  });

  test('the pass of a link that was replaced ends at Google and says nothing of the balance', async () => {
    const former = await shop.save();
    const phone = await shop.pass();
    await phone.register('phone', PUSH);
    expect((await shop.correct()).body.status).toBe(true);
    shop.google.says = { status: 500, body: {} };
    await shop.update();
    expect((await shop.holders()).map(({ wallet }) => wallet)).toEqual(['google']);
    shop.google.says = null;
    await shop.updateIn(3_600);
    expect([shown(former), await shop.holders(), shop.apns.pushes]).toEqual([[0, 'INACTIVE'], [], []]);
    await shop.deliver();
    const object = await shop.save(await shop.secretOn(right));
    expect([object.id === former.id, shown(object)]).toEqual([false, [25, 'ACTIVE']]);
  });

  test('two processes tell each holder once, and what a dead one had taken is told later', async () => {
    const phone = await shop.pass();
    for (let at = 10; at < 30; at += 1) await phone.register(`device-${at}`, String(at).repeat(32));
    await shop.redeem(1);
    await Promise.all([shop.update(), shop.update()]);
    expect([new Set(shop.apns.tokens()).size, shop.apns.pushes.length]).toEqual([20, 20]);
    await shop.redeem(1);
    const { database, clock } = shop.context;
    const claim = { of: ['apple'] as const, most: 200, firstWaitSeconds: 30, longestWaitSeconds: 3_600 };
    expect(await claimOutdated(database.orm, { ...claim, now: clock.now() })).toHaveLength(20);
    await shop.update();
    expect(shop.apns.pushes).toHaveLength(20);
    await shop.updateIn(31);
    expect([shop.apns.pushes.length, await outdated(), shop.apns.connections]).toEqual([40, 0, 1]);
  });

  test('a change that comes while a holder is being told is told as well', async () => {
    const phone = await shop.pass();
    await phone.register('phone', PUSH);
    await shop.redeem(1);
    const real = shop.context.integrations.passes.apple?.push ?? (async () => 'updated' as const);
    const apple = shop.context.integrations.passes.apple;
    if (!apple) throw new Error('The shop has no Apple Wallet.');
    apple.push = async (token) => {
      apple.push = real;
      await shop.redeem(1);
      return real(token);
    };
    await shop.update();
    expect(await outdated()).toBe(1);
    await shop.update();
    expect([await outdated(), shop.apns.pushes.length]).toEqual([0, 2]);
  });

  test('a pass that is handed out, or registered, while its card changes is not left behind', async () => {
    const { database } = shop.context;
    const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    /** Runs `during` while a transaction has changed the card; on PostgreSQL until it waits for that one. */
    const whileChanging = async <T>(during: () => Promise<T>): Promise<T> => {
      const [changed, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const changing = database.transaction(async (tx) => {
        await tx.execute(correct(-100));
        changed.resolve();
        await seen.promise;
      });
      await changed.promise;
      const running = during();
      if (kind === 'postgres')
        await vi.waitFor(async () => expect((await database.query(waits)).rows).not.toEqual([]), { timeout: 10_000 });
      seen.resolve();
      await changing;
      return running;
    };
    const phone = await whileChanging(() => shop.pass());
    expect(phone.pass.storeCard.primaryFields[0].value).toBe(24);
    await whileChanging(() => phone.register('phone', PUSH));
    await shop.update();
    expect(shop.apns.tokens()).toEqual([PUSH]);
    const object = await whileChanging(() => shop.save());
    await shop.update();
    expect(shown(object)).toEqual([22, 'ACTIVE']);
  });

  test('a card in no wallet leaves nobody to be told', async () => {
    await shop.redeem(5);
    await shop.update();
    expect([await shop.query('select * from gift_card_passes'), await shop.holders()]).toEqual([[], []]);
    expect([shop.apns.connections, shop.google.tokensGiven]).toEqual([0, 0]);
  });
});
