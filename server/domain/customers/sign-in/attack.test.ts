import { afterEach, describe, expect, it } from 'vitest';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { proveMobile, readNewestCode } from '#test/support/sign-in.ts';
import { stopClock } from '#test/support/stopped-clock.ts';
import type { TestBrowser } from '#test/support/test-browser.ts';

const SEND = 'POST mobiledigital/sendmobilecode';
const CONFIRM = 'POST mobiledigital/confirmmobilecode';
const ANN = '+61412345678';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const createAttackerAddresses = (networks: number) => {
  let turn = 0;
  return (): string => {
    turn += 1;
    const network = turn % networks;
    const host = turn % 250;
    return network % 2 ? `2001:db8:${network.toString(16)}:${host.toString(16)}::1` : `198.51.${network}.${host + 1}`;
  };
};

describe.each(databaseKinds())('a customer under attack (%s)', (kind) => {
  let shop: TestShop;
  const open = async (env: Record<string, string> = {}) => {
    shop = await openTestShop(kind, { env, change: stopClock });
  };
  afterEach(() => shop.close());

  const ask = async (mobile: string, options: { address?: string; browser?: TestBrowser } = {}) =>
    (await shop.send(SEND, { body: { mobile }, ...options })).body as { status: boolean; retry_after?: number };
  const enter = async (browser: TestBrowser, address: string) => {
    const answer = await ask(ANN, { browser, address });
    if (!answer.status) return answer;
    return (await shop.send(CONFIRM, { body: { mobile: ANN, code: readNewestCode(shop, ANN) }, browser, address }))
      .body;
  };
  const attack = async (address: () => string, { hours, each = MINUTE / 2 }: { hours: number; each?: number }) => {
    for (let ms = 0; ms < hours * HOUR; ms += each) {
      shop.wait(each);
      await ask(ANN, { address: address(), browser: {} });
    }
  };

  it('lets a customer sign in immediately on a known device, however many networks request codes for her number', async () => {
    await open();
    const hers: TestBrowser = {};
    await proveMobile(shop, ANN, { browser: hers });
    const address = createAttackerAddresses(200);
    for (const _ of [1, 2, 3]) {
      await attack(address, { hours: 1, each: 5 * MINUTE });
      expect(await ask(ANN, { address: address(), browser: {} })).toMatchObject({ status: false });
      expect(await enter(hers, '203.0.113.7')).toMatchObject({ status: true });
    }
  });

  it('lets a new device sign in at once while one network requests codes for the number', async () => {
    await open();
    const address = createAttackerAddresses(1);
    await attack(address, { hours: 2, each: 2 * MINUTE });
    shop.wait(30 * SECOND);
    expect(await enter({}, '203.0.113.7')).toMatchObject({ status: true });
  });

  it('makes a new device wait at most an hour while two networks request codes for the number', async () => {
    await open();
    const address = createAttackerAddresses(2);
    await attack(address, { hours: 0.25 });
    const { retry_after = 0 } = await ask(ANN, { browser: {}, address: '203.0.113.7' });
    expect(retry_after).toBeGreaterThan(0);
    expect(retry_after).toBeLessThanOrEqual(3_600);
    await attack(address, { hours: 0.75, each: 2 * MINUTE });
    let waited = 0;
    while ((await ask(ANN, { browser: {}, address: '203.0.113.7' })).status === false) {
      await attack(address, { hours: 0.05, each: MINUTE });
      waited += 3;
      expect(waited).toBeLessThan(60);
    }
  });

  it('limits a flood of code requests from one machine or network to its share of the daily cap', async () => {
    await open({ CODE_SENDS_PER_DAY: '1000', CODE_SENDS_PER_ADDRESS: '100000' });
    const sends = () => shop.stored.count('signInCodes');
    const number = (index: number) => `+614${String(20_000_000 + index * 10_007).padStart(8, '0')}`;
    let flooded = 0;
    const flood = (count: number, address: (index: number) => string) =>
      Promise.all(Array.from({ length: count }, (_, index) => ask(number(flooded++), { address: address(index) })));
    await flood(30, () => '198.51.100.9');
    expect(await sends()).toBe(25);
    await flood(55, (index) => `2001:db8:7:${index.toString(16)}::1`);
    expect(await sends()).toBe(25 + 50);
    await flood(30, (index) => `198.51.100.${index + 20}`);
    expect(await sends()).toBe(25 + 50 + 25);
  });

  it('reserves half of the daily and prefix caps on codes for known devices', async () => {
    await open({ CODE_SENDS_PER_DAY: '10', CODE_SENDS_PER_PREFIX: '8', CODE_SENDS_PER_ADDRESS: '1000' });
    const hers: TestBrowser = {};
    await proveMobile(shop, ANN, { browser: hers });
    shop.wait(MINUTE);
    const strangers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => ask(`+6141234${5_700 + index}`, { address: `198.51.${index}.1` })),
    );
    expect(strangers.filter(({ status }) => status)).toHaveLength(3);
    const elsewhere = await Promise.all(
      Array.from({ length: 12 }, (_, index) => ask(`+614${20 + index}345678`, { address: `198.51.${index}.1` })),
    );
    expect(elsewhere.filter(({ status }) => status)).toHaveLength(1);
    for (const _ of [1, 2, 3, 4]) {
      expect(await ask(ANN, { browser: hers })).toEqual({ status: true });
      shop.wait(MINUTE);
    }
    expect(await ask(ANN, { browser: hers })).toMatchObject({ status: false });
  });

  it('limits codes for each known device and for all known devices together', async () => {
    await open({ CODE_SENDS_PER_MOBILE: '2' });
    const devices: TestBrowser[] = [{}, {}, {}];
    for (const browser of devices) {
      await proveMobile(shop, ANN, { browser });
      shop.wait(HOUR);
    }
    const answers = [];
    for (const browser of [...devices, ...devices]) {
      answers.push((await ask(ANN, { browser })).status);
      shop.wait(MINUTE);
    }
    expect(answers).toEqual([true, true, true, true, false, false]);
  });
});
