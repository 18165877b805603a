import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sellerCommand } from '#server/commands/change-seller.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCommand } from '#test/support/give-command.ts';
import { minutesAfterOpening, openTestShop, type TestShop } from '#test/support/shop.ts';

describe.each(databaseKinds())('counter keys on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let card: { code: string; pin: string };
  beforeEach(async () => {
    shop = await openTestShop(kind);
    await shop.stored.change('products', { cardHasPin: true }, { isGiftcard: true });
    wren = await shop.customer();
    await wren.buyCards();
    const { code, pin = '' } = await shop.lastCard();
    card = { code, pin };
  });
  afterEach(() => shop.close());

  const seller = (...argv: string[]) => giveCommand(shop.context, sellerCommand, ...argv);
  const check = (token: string) => shop.send('POST seller/giftcards/check', { token, body: card });

  it('accepts a counter key until it is revoked, and shows the full key only once', async () => {
    const answer = await seller('key', '--seller', 'teapots', '--name', 'Front counter');
    const [key = '', words] = answer.output;
    expect(key).toMatch(/^hsk_[\w-]{43}$/);
    expect(words).toMatch(/^Key 1 of Teapots & Co, for check, spend, reverse\./);
    expect((await shop.stored.one('counterKeys')).keyHash).not.toBe(key);
    expect((await seller('keys', '--seller', 'teapots')).output).toEqual([
      `1: Front counter, api for check, spend, and reverse, ends in ${key.slice(-4)}, created 2026-11-02, never used`,
    ]);
    expect(await check(key)).toMatchObject({ status: 200, body: { balance: 25 } });
    const pasted = { ...card, code: card.code.replace(/(.{4})(?=.)/g, '$1–') };
    expect(await shop.send('POST seller/giftcards/check', { token: key, body: pasted })).toMatchObject({ status: 200 });
    expect(await seller('revoke', '--seller', 'teapots', '--key', '1')).toMatchObject({ status: 0 });
    expect(await check(key)).toMatchObject({ status: 401, body: { code: 'not_authorised' } });
    expect((await seller('keys', '--seller', 'teapots')).output[0]).toMatch(/last used 2026-11-02 .* UTC, revoked/);
  });

  const allowedCalls = async (token: string): Promise<string[]> => {
    const shownCard = { ...card, amount: 1 };
    const hold = { params: { hold: 'gh_none' } };
    const calls = {
      check: shop.send('POST seller/giftcards/check', { token, body: card }),
      authorise: shop.send('POST seller/giftcards/authorise', { token, key: 'k-1', body: shownCard }),
      capture: shop.send('POST seller/giftcards/holds/{hold}/capture', { token, key: 'k-2', ...hold, body: {} }),
      release: shop.send('POST seller/giftcards/holds/{hold}/release', { token, key: 'k-3', ...hold }),
      redeem: shop.send('POST seller/giftcards/redeem', { token, key: 'k-4', body: shownCard }),
      reverse: shop.send('POST seller/giftcards/redemptions/{id}/reverse', {
        token,
        key: 'k-5',
        params: { id: 'gr_none' },
        body: { reason: 'brought back' },
      }),
    };
    const allowed: string[] = [];
    for (const [name, call] of Object.entries(calls)) {
      const { status, body } = (await call) as { status: number; body: { code?: string } };
      if (status === 403) expect(body.code).toBe('role_forbidden');
      else allowed.push(name);
    }
    return allowed;
  };

  it.each([
    ['check', ['check']],
    ['spend', ['authorise', 'capture', 'release', 'redeem']],
    ['reverse', ['reverse']],
    ['spend,check', ['check', 'authorise', 'capture', 'release', 'redeem']],
    ['money:read', []],
  ])('lets a key with scopes %s list redemptions and make only these calls: %j', async (scopes, allowed) => {
    const [token = ''] = (await seller('key', '--seller', 'teapots', '--scopes', scopes)).output;
    expect(await allowedCalls(token)).toEqual(allowed);
    expect(await shop.send('GET seller/giftcards/redemptions', { token, query: {} })).toMatchObject({ status: 200 });
  });

  it("does not revoke another seller's key or a key that is already revoked", async () => {
    await seller('key', '--seller', 'teapots');
    expect(await seller('revoke', '--seller', 'prints', '--key', '1')).toMatchObject({ status: 1 });
    await seller('revoke', '--seller', 'teapots', '--key', '1');
    expect(await seller('revoke', '--seller', 'teapots', '--key', '1')).toMatchObject({
      status: 1,
      errorOutput: ['This seller has no active key 1. To list the keys, run: npm run seller -- keys --seller teapots'],
    });
    for (const command of [['key'], ['keys'], ['revoke', '--key', '1']])
      expect(await seller(...command, '--seller', 'nobody')).toMatchObject({ status: 1, output: [] });
    expect((await seller('keys', '--seller', 'prints')).output).toEqual(['No keys.']);
  });

  it.each([
    [['key'], '--seller'],
    [['keys'], '--seller'],
    [['revoke', '--seller', 'teapots'], '--key'],
    [['revoke', '--seller', 'teapots', '--key', 'one'], '--key'],
    [['key', '--seller', 'teapots', '--name', 'n'.repeat(61)], '--name'],
    [['key', '--seller', 'teapots', '--scopes', 'check,everything'], '--scopes'],
    [['key', '--seller', 'teapots', '--scopes', ''], '--scopes'],
  ])('rejects the arguments %j and names the wrong option', async (argv, named) => {
    await expect(async () => seller(...argv)).rejects.toThrow(named);
  });

  it('rejects a customer token at the counter and a counter key in the shop', async () => {
    const { token } = await shop.counter();
    expect(await shop.send('GET customers/me', { token })).toMatchObject({ status: 401 });
    for (const bearer of [wren.token, '', 'hsk_'.padEnd(47, 'x')])
      expect(await check(bearer)).toMatchObject({ status: 401, body: { code: 'not_authorised' } });
  });

  it('treats a wrong PIN like an unknown code, and locks the key for 15 minutes after five wrong PINs', async () => {
    const till = await shop.counter();
    const wrongPin = { ...card, pin: card.pin === '0000' ? '0001' : '0000' };
    const answers = [
      await till.check(wrongPin),
      await till.check({ code: card.code }),
      await till.redeem({ code: 'WHAT IS THIS' }, 5),
      await till.authorise({ code: '0000000000000000' }, 5),
      await till.check({ code: '0' }),
    ];
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 404, body: { code: 'gift_card_invalid' } });
    expect(await till.check(card)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    const other = await shop.counter();
    expect(await other.check(card)).toMatchObject({ status: 200 });
    await shop.moveTo(minutesAfterOpening(16));
    expect(await till.check(card)).toMatchObject({ status: 200 });
  });

  it('returns Retry-After while a key is locked, and resets the count of wrong PINs after 15 minutes', async () => {
    const { token, check } = await shop.counter();
    for (let attempt = 0; attempt < 4; attempt += 1) await check({ code: '0' });
    await shop.moveTo(minutesAfterOpening(16));
    for (let attempt = 0; attempt < 4; attempt += 1) await check({ code: '0' });
    expect(await check(card)).toMatchObject({ status: 200 });
    await check({ code: '0' });
    const url = '/rest/default/V1/seller/giftcards/check';
    const headers = { authorization: `Bearer ${token}` };
    const rests = await shop.app.inject({ method: 'POST', url, headers, payload: card });
    expect(rests.statusCode).toBe(429);
    expect(Number(rests.headers['retry-after']) / 60).toBeCloseTo(15, 0);
  });

  it('replays a sale with the same Idempotency-Key without revealing whether another PIN is right', async () => {
    const till = await shop.counter();
    const sale = await till.redeem(card, 5, 'receipt-7');
    const wrongPin = { ...card, pin: card.pin === '0000' ? '0001' : '0000' };
    expect(await till.redeem(wrongPin, 5, 'receipt-7')).toEqual(sale);
    expect(await till.redeem(wrongPin, 5)).toMatchObject({ status: 404 });
  });

  it('locks a gift card after twenty wrong PINs in a day, across all counter keys', async () => {
    const wrongPin = { ...card, pin: card.pin === '0000' ? '0001' : '0000' };
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const till = await shop.counter();
      for (let index = 0; index < 5; index += 1) expect(await till.check(wrongPin)).toMatchObject({ status: 404 });
    }
    const till = await shop.counter();
    expect(await till.check(card)).toMatchObject({ status: 429 });
    expect(await till.check({ code: '0' })).toMatchObject({ status: 404 });
    const elsewhere = await shop.counter('prints');
    expect(await elsewhere.check(card)).toMatchObject({ status: 404 });
    await shop.moveTo('2026-11-03T02:00:00.000Z');
    expect(await till.check(card)).toMatchObject({ status: 200 });
  });

  it('checks only five of forty PINs that are sent at once', async () => {
    const till = await shop.counter();
    const pins = Array.from({ length: 40 }, (_, index) =>
      String((Number(card.pin) + 1 + index) % 10_000).padStart(4, '0'),
    );
    const all = await Promise.all(pins.map((pin) => till.redeem({ ...card, pin }, 1)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(404), ...Array(35).fill(429)]);
  });
});
