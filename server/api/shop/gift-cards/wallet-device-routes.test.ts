import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openCard } from '#server/domain/gift-cards/ledger/card-secrets.ts';
import { updatePasses } from '#server/domain/gift-cards/passes/update-passes.ts';
import { redactUrl } from '#server/platform/kernel/redaction.ts';
import type { Counter } from '#test/support/counter.ts';
import { RECIPIENT } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { startWallets } from '#test/support/providers.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import type { SoldCard } from '#test/support/sold-cards.ts';
import { addToApple, readPassBalance, readPassJson } from '#test/support/wallet-passes.ts';

const OTHER = '+61491570157';
const PHONE = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
const WATCH = '9f8e7d6c5b4a39281706f5e4d3c2b1a0';
const PUSH = 'aa'.repeat(32);

describe.each(databaseKinds())('Apple pass web service (%s)', (kind) => {
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
  const pass = (ofSecret = secret) => addToApple(shop, ofSecret);
  const holders = () => shop.stored.all('giftCardPassHolders');
  const toSinceOption = (answer: { headers: Record<string, unknown> }) => ({
    since: String(answer.headers['last-modified']),
  });

  it('notifies the phone of a redemption, and then serves the pass with the new balance', async () => {
    const phone = await pass();
    expect((await phone.register(PHONE, PUSH)).statusCode).toBe(201);
    expect((await phone.register(PHONE, PUSH)).statusCode).toBe(200);
    const { serialNumbers, lastUpdated } = (await phone.changed(PHONE)).json();
    expect(serialNumbers).toEqual([phone.serial]);
    expect((await phone.changed(PHONE, lastUpdated)).statusCode).toBe(204);
    const before = await phone.fetch();
    expect([before.statusCode, readPassBalance(before.rawPayload)]).toEqual([200, 25]);
    await update();
    expect(wallets.apns.pushes).toEqual([]);

    expect((await redeem(7.5)).status).toBe(200);
    await update();
    expect(wallets.apns.pushes).toEqual([
      {
        token: PUSH,
        status: 200,
        body: '{}',
        headers: expect.objectContaining({ ':method': 'POST', 'apns-topic': 'pass.test.handsel.giftcard' }),
      },
    ]);
    const changed = (await phone.changed(PHONE, lastUpdated)).json();
    expect(changed.serialNumbers).toEqual([phone.serial]);
    const after = await phone.fetch(toSinceOption(before));
    expect(after.statusCode).toBe(200);
    expect(after.headers).toMatchObject({
      'content-type': 'application/vnd.apple.pkpass',
      'content-disposition': 'inline; filename="gift-card.pkpass"',
      'cache-control': 'no-store',
    });
    expect(readPassBalance(after.rawPayload)).toBe(17.5);
    expect(readPassJson(after.rawPayload).authenticationToken).toBe(phone.token);
    expect((await phone.changed(PHONE, changed.lastUpdated)).statusCode).toBe(204);
  });

  it('does not resend an unchanged pass, but resends a pass that changed twice within a second', async () => {
    const phone = await pass();
    const first = await phone.fetch();
    expect(await phone.fetch(toSinceOption(first))).toMatchObject({ statusCode: 304, payload: '' });
    await redeem(1);
    const second = await phone.fetch(toSinceOption(first));
    await redeem(1);
    const third = await phone.fetch(toSinceOption(second));
    expect([second, third].map(({ rawPayload }) => readPassBalance(rawPayload))).toEqual([24, 23]);
    expect((await phone.fetch(toSinceOption(third))).statusCode).toBe(304);
    expect((await phone.fetch({ since: 'yesterday' })).statusCode).toBe(200);
  });

  it('notifies a device that registers with an outdated pass, but not a device with a current pass', async () => {
    const phone = await pass();
    await redeem(5);
    expect((await phone.register(PHONE, PUSH)).statusCode).toBe(201);
    await update();
    await update();
    expect(wallets.apns.tokens()).toEqual([PUSH]);
  });

  it("stops notifying a device that unregisters, but keeps notifying the pass's other device", async () => {
    const phone = await pass();
    await phone.register(PHONE, PUSH);
    await phone.register(WATCH, 'bb'.repeat(32));
    expect((await phone.unregister(PHONE)).statusCode).toBe(200);
    expect((await phone.unregister(PHONE)).statusCode).toBe(200);
    expect((await phone.changed(PHONE)).statusCode).toBe(204);
    await redeem(5);
    await update();
    expect(wallets.apns.tokens()).toEqual(['bb'.repeat(32)]);
  });

  it('notifies only the twenty most recently registered devices of a pass', async () => {
    const phone = await pass();
    for (let index = 10; index < 32; index += 1) await phone.register(`device-${index}`, String(index).repeat(32));
    const devices = (await holders()).map(({ deviceId }) => deviceId);
    expect([devices.length, devices[0], devices.at(-1)]).toEqual([20, 'device-12', 'device-31']);
  });

  it('rejects wrong pass tokens, such as the token of another pass or the secret of the card link', async () => {
    const phone = await pass();
    await phone.register(PHONE, PUSH);
    await wren.buyCards();
    await shop.stored.change('giftCards', { deliveryState: 'delivered' }, { deliveryState: 'queued' });
    const other = await pass(openCard(shop.context.secrets, (await shop.lastCard()).sealed).link);
    expect(other.token).not.toBe(phone.token);
    expect(other.serial).not.toBe(phone.serial);
    for (const token of ['', 'x', other.token, secret, phone.serial, `${phone.token}0`]) {
      const answers = [
        await phone.register(WATCH, PUSH, { token }),
        await phone.unregister(PHONE, { token }),
        await phone.fetch({ token }),
      ];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401]);
      expect(answers.map(({ payload }) => JSON.parse(payload).code)).toEqual(Array(3).fill('not_authorised'));
    }
    const path = `passes/pass.test.other/${phone.serial}`;
    expect((await phone.call('GET', path)).statusCode).toBe(401);
    expect((await phone.call('GET', `devices/${PHONE}/registrations/pass.test.other`)).statusCode).toBe(204);
    expect((await holders()).map(({ deviceId }) => deviceId)).toEqual([PHONE]);
    expect(JSON.stringify(phone.pass)).not.toContain(secret);
  });

  it('rejects malformed device ids and push tokens', async () => {
    const phone = await pass();
    for (const pushToken of ['', 'short', '../../3/device/aaaaaaaaaaaaaaaa', 'zz'.repeat(32), 7])
      expect((await phone.register(PHONE, pushToken as string)).statusCode).toBe(400);
    expect((await phone.register('no device', PUSH)).statusCode).toBe(400);
    expect((await phone.call('POST', 'log', { body: { logs: 'no list' } })).statusCode).toBe(200);
    expect(await holders()).toEqual([]);
  });

  it('blocks an IP address after sixty wrong tokens, even if it also sent valid ones', async () => {
    const phone = await pass();
    const age = toSinceOption(await phone.fetch());
    for (let index = 0; index < 70; index += 1) expect((await phone.fetch(age)).statusCode).toBe(304);
    for (let index = 0; index < 60; index += 1)
      expect((await phone.fetch({ token: `wrong${index}` })).statusCode).toBe(401);
    const answers = [await phone.fetch(age), await phone.register(PHONE, PUSH), await phone.unregister(PHONE)];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([429, 429, 429]);
    expect(Number(answers[0]?.headers['retry-after'])).toBeGreaterThan(500);
    expect((await phone.fetch({ ...age, from: '203.0.113.8' })).statusCode).toBe(304);
  });

  it("reveals nothing new to the previous recipient after the card's mobile number is corrected", async () => {
    const former = await pass();
    await former.register(PHONE, PUSH);
    expect((await wren.correct(detailsId, '0491570157')).body.status).toBe(true);
    expect((await former.changed(PHONE)).statusCode).toBe(204);
    const answers = [await former.fetch(), await former.register(WATCH, PUSH), await former.unregister(PHONE)];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401]);
    await update();
    expect([await holders(), await shop.stored.all('giftCardPasses')]).toEqual([[], []]);

    await shop.deliver();
    const recipient = await pass(await shop.secretOn(OTHER));
    expect(recipient.token).not.toBe(former.token);
    await recipient.register(PHONE, PUSH);
    const { code } = (await shop.cardPage(await shop.secretOn(OTHER))).body.data ?? { code: '' };
    const pin = (await shop.cardPage(await shop.secretOn(OTHER))).body.data?.pin ?? '';
    expect((await counter.redeem({ code, pin }, 5)).status).toBe(200);
    await update();
    expect(wallets.apns.tokens()).toEqual([PUSH]);
    expect(readPassBalance((await recipient.fetch()).rawPayload)).toBe(20);
    expect((await former.fetch()).statusCode).toBe(401);
  });

  it('marks the pass of a frozen card as frozen and of a cancelled card as void', async () => {
    const become = (status: 'active' | 'frozen' | 'void') => shop.stored.change('giftCardAccounts', { status });
    const phone = await pass();
    await become('frozen');
    const frozen = readPassJson((await phone.fetch()).rawPayload);
    expect(frozen.storeCard.secondaryFields).toContainEqual({ key: 'status', label: 'Status', value: 'On hold' });
    expect(frozen.voided).toBeUndefined();
    await become('active');
    await redeem(25);
    expect(readPassJson((await phone.fetch()).rawPayload).voided).toBeUndefined();
    await become('void');
    const answer = await phone.fetch();
    expect([readPassJson(answer.rawPayload).voided, readPassBalance(answer.rawPayload)]).toEqual([true, 0]);
  });

  it('logs the errors that devices report, without URLs and ids', async () => {
    const phone = await pass();
    const warn = vi.spyOn(shop.context.log, 'warn');
    const logs = [`Get pass task (device ${PHONE}, web service url https://shop.test/v1) failed: ${phone.token}`];
    const answer = await phone.call('POST', 'log', { body: { logs }, token: 'none' });
    expect(answer.statusCode).toBe(200);
    const messages = ['Get pass task (device [id], web service url [address] failed: [id]'];
    expect(warn).toHaveBeenCalledWith({ messages }, 'apple_pass.device_log');
    expect(redactUrl(`/v1/devices/${PHONE}/registrations/x`)).toBe('/v1/devices/[hidden]/registrations/x');
  });
});

describe.each(databaseKinds())('when no wallet is configured (%s)', (kind) => {
  it('serves no pass web service and notifies no device when no wallet is configured', async () => {
    const shop = await openTestShop(kind);
    const paths = [`/v1/devices/${PHONE}/registrations/pass.x`, '/v1/passes/pass.x/b1946ac92492d2347c6235b4d2611184'];
    for (const path of paths) expect((await shop.app.inject(path)).statusCode).toBe(404);
    const log = await shop.app.inject({ method: 'POST', url: '/v1/log', payload: { logs: ['x'] } });
    expect(log.statusCode).toBe(404);
    const query = vi.spyOn(shop.context.database, 'query');
    await updatePasses(shop.context);
    expect([query.mock.calls, shop.context.services.map((line) => line().service)]).toEqual([[], []]);
    await shop.close();
  });

  it('omits the web service URL from Apple passes if iPhones cannot reach the shop', async () => {
    const wallets = await startWallets();
    const shop = await openTestShop(kind, { providers: [wallets], env: { PUBLIC_URL: 'http://shop.test' } });
    await giveCards(shop, await shop.customer());
    const { pass } = await addToApple(shop, await shop.secretOn(RECIPIENT));
    expect([pass.webServiceURL, pass.authenticationToken]).toEqual([undefined, undefined]);
    await shop.close();
  });
});
