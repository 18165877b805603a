import { afterEach, describe, expect, it } from 'vitest';
import type { Context } from '#server/context.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { buildRegistration, proveMobile, readNewestCode, signUp } from '#test/support/sign-in.ts';
import { stopClock } from '#test/support/stopped-clock.ts';
import type { TestBrowser } from '#test/support/test-browser.ts';
import { signCampaignLink } from './campaign-link.ts';
import { confirmMobileCode } from './confirm-code.ts';
import { purgeSignIns } from './purge-sign-ins.ts';

const SEND = 'POST mobiledigital/sendmobilecode';
const CONFIRM = 'POST mobiledigital/confirmmobilecode';
const AUTH = 'POST mobiledigital/auth';
const ANN = '+61412345678';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe.each(databaseKinds())('a code and its browser (%s)', (kind) => {
  let shop: TestShop;
  const open = async (env: Record<string, string> = {}) => {
    shop = await openTestShop(kind, { env, change: stopClock });
  };
  afterEach(() => shop.close());

  const send = async (browser?: TestBrowser, address = '203.0.113.7') =>
    (await shop.send(SEND, { body: { mobile: ANN }, address, ...(browser ? { browser } : {}) })).body;
  const confirm = async (code: string, browser?: TestBrowser) =>
    (await shop.send(CONFIRM, { body: { mobile: ANN, code }, ...(browser ? { browser } : {}) })).body;
  const wrong = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');

  it("sets an HttpOnly device cookie only for the shop's own client, and requires none from other clients", async () => {
    await open({ PUBLIC_URL: 'https://shop.example' });
    const fetchCookie = async (headers: Record<string, string>, mobile: string) =>
      (
        await shop.app.inject({
          method: 'POST',
          url: '/rest/default/V1/mobiledigital/sendmobilecode',
          headers,
          payload: { mobile },
        })
      ).headers['set-cookie'];
    expect(await fetchCookie({ 'handsel-browser': '1' }, '0411111111')).toMatch(
      /^__Host-device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(await fetchCookie({}, '0411111112')).toBeUndefined();
    expect(await proveMobile(shop, ANN)).toBeTypeOf('string');
    await shop.close();
    await open({ PUBLIC_URL: 'http://192.168.1.2:3000' });
    expect(await fetchCookie({ 'handsel-browser': '1' }, '0411111113')).toMatch(
      /^device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
    );
  });

  it('keeps an existing device cookie, and sets none for a rejected call', async () => {
    await open();
    const browser: TestBrowser = {};
    await send(browser);
    const { cookie } = browser;
    shop.wait(MINUTE);
    await send(browser);
    expect(browser.cookie).toBe(cookie);
    const refused: TestBrowser = {};
    expect((await send(refused)).status).toBe(false);
    expect(refused.cookie).toBeUndefined();
    const browsers = new Set((await shop.stored.all('signInCodes')).map((code) => code.browser));
    expect(browsers.size).toBe(1);
    expect(cookie).not.toContain([...browsers][0]);
  });

  it("does not close a browser's open code when a cookieless stranger requests one for the same number", async () => {
    await open();
    const hers: TestBrowser = {};
    await send(hers);
    const code = readNewestCode(shop, ANN);
    for (const _ of [1, 2]) {
      shop.wait(MINUTE);
      await send(undefined, '198.51.100.1');
    }
    const codes = await shop.stored.all('signInCodes');
    expect(codes.map(({ browser, closedAt }) => ({ bare: browser === null, open: closedAt === null }))).toEqual([
      { bare: false, open: true },
      { bare: true, open: false },
      { bare: true, open: true },
    ]);
    expect(await confirm(code, hers)).toMatchObject({ status: true });
  });

  it('checks only five of 30 parallel guesses per browser, even across two processes', async () => {
    await open();
    const [hers, his]: TestBrowser[] = [{}, {}];
    await send(hers);
    shop.wait(MINUTE);
    await send(his, '198.51.100.1');
    const second: Context = { ...shop.context };
    const { browser } = await shop.stored.last('signInCodes');
    const request = { mobile: ANN, expired: false, expiredJwt: '', token: '', address: '198.51.100.2', browser };
    const guesses = Array.from({ length: 30 }, (_, index) => {
      const code = String(index).padStart(6, '0');
      return index % 3 === 0
        ? confirm(code, hers)
        : index % 3 === 1
          ? confirm(code, his)
          : confirmMobileCode(second, { ...request, code });
    });
    await Promise.all(guesses);
    expect((await shop.stored.all('signInCodes')).map(({ tries }) => tries)).toEqual([5, 5]);
    expect((await shop.stored.all('guessedRecipients')).map(({ failures }) => failures)).toEqual([10]);
  });

  it('makes the browser a known device for 90 days, only of the mobile number that it verified', async () => {
    await open();
    const browser: TestBrowser = {};
    await proveMobile(shop, ANN, { browser });
    const isKnownDevice = async (mobile: string) => {
      await shop.stored.remove('signInCodes');
      await shop.send(SEND, { body: { mobile }, browser });
      return (await shop.stored.one('signInCodes')).knownDevice;
    };
    shop.wait(90 * 24 * HOUR - 1);
    expect(await isKnownDevice(ANN)).toBe(true);
    expect(await isKnownDevice('+61412345679')).toBe(false);
    shop.wait(1);
    expect(await isKnownDevice(ANN)).toBe(false);
  });

  it('no longer treats a device as known after twenty wrong codes in a row', async () => {
    await open();
    const browser: TestBrowser = {};
    await proveMobile(shop, ANN, { browser });
    for (let codes = 0; codes < 4; codes += 1) {
      shop.wait(20 * MINUTE);
      await send(browser);
      for (let by = 1; by <= 5; by += 1) await confirm(wrong(readNewestCode(shop, ANN), by), browser);
    }
    shop.wait(20 * MINUTE);
    await send(browser);
    const newest = (await shop.stored.all('signInCodes')).slice(-2);
    expect(newest.map(({ knownDevice }) => knownDevice)).toEqual([true, false]);
    expect(await shop.stored.count('guessedRecipients')).toBe(0);
  });

  it('signs in only the browser that confirmed the code, even if its jwt is forwarded', async () => {
    await open();
    const [his, hers]: [TestBrowser, TestBrowser] = [{}, {}];
    await signUp(shop, ANN);
    shop.wait(MINUTE);
    const auth = async (jwt: string, browser?: TestBrowser) =>
      (await shop.send(AUTH, { body: { jwt, autologin: true }, ...(browser ? { browser } : {}) })).body;
    const byCookie = await proveMobile(shop, ANN, { browser: his });
    shop.wait(MINUTE);
    const byNone = await proveMobile(shop, ANN);
    const expiredAnswer = { status: true, expired_link: true, mobile: ANN };
    for (const jwt of [byCookie, byNone]) expect(await auth(jwt, hers)).toEqual(expiredAnswer);
    await shop.send(SEND, { body: { mobile: '+61411111114' }, browser: hers });
    expect(hers.cookie).toBeTypeOf('string');
    for (const jwt of [byCookie, byNone]) expect(await auth(jwt, hers)).toEqual(expiredAnswer);
    expect(await auth(byCookie)).toEqual(expiredAnswer);
    expect(await auth(byNone, his)).toEqual(expiredAnswer);
    expect(await shop.stored.count('sessions')).toBe(1);
    expect(await auth(byCookie, his)).toMatchObject({ existing_user: true });
    expect(await auth(byNone)).toMatchObject({ existing_user: true });
  });

  it('accepts the jwt for a new number only in the browser that confirmed the number', async () => {
    await open();
    const [his, hers]: [TestBrowser, TestBrowser] = [{}, {}];
    const jwt = await proveMobile(shop, ANN, { browser: his });
    expect((await shop.send(AUTH, { body: { jwt }, browser: hers })).body).toMatchObject({ expired_link: true });
    expect((await shop.send(AUTH, { body: { jwt }, browser: his })).body).toMatchObject({ new_user: true });
  });

  it('accepts a verification from the previous release in any browser', async () => {
    await open();
    const jwt = await proveMobile(shop, ANN, { browser: {} });
    await shop.stored.change('phoneVerifications', { browser: '' });
    expect((await shop.send(AUTH, { body: { jwt }, browser: {} })).body).toMatchObject({ new_user: true });
  });

  it('registers a number without its jwt only in the browser that confirmed the number', async () => {
    await open();
    const [hers, his]: [TestBrowser, TestBrowser] = [{}, {}];
    await proveMobile(shop, ANN, { browser: hers });
    await shop.send(SEND, { body: { mobile: '+61411111114' }, browser: his });
    const register = async (browser?: TestBrowser) =>
      (
        await shop.send('POST mobiledigital/createAccount', {
          body: buildRegistration(ANN),
          ...(browser ? { browser } : {}),
        })
      ).body;
    const refused = { status: false, codes: { mobile: 'mobile_not_proved' } };
    for (const browser of [his, undefined]) expect(await register(browser)).toMatchObject(refused);
    expect(await register(hers)).toEqual({ status: true });
  });

  it('registers a number verified by link only in the browser that opened the link', async () => {
    await open();
    const hers: TestBrowser = {};
    const jwt = await signCampaignLink(shop.context, { mobile: ANN });
    expect((await shop.send(AUTH, { body: { jwt }, browser: hers })).body).toMatchObject({ new_user: true });
    const register = async (browser: TestBrowser) =>
      (await shop.send('POST mobiledigital/createAccount', { body: buildRegistration(ANN), browser })).body.status;
    expect(await register({})).toBe(false);
    expect(await register(hers)).toBe(true);
  });

  it('purges known devices and counted guesses after 91 days', async () => {
    await open();
    const browser: TestBrowser = {};
    await proveMobile(shop, ANN, { browser });
    shop.wait(MINUTE);
    await send();
    await confirm(wrong(readNewestCode(shop, ANN)));
    const counts = async () => [await shop.stored.count('knownDevices'), await shop.stored.count('guessedRecipients')];
    await purgeSignIns(shop.context);
    expect(await counts()).toEqual([1, 1]);
    shop.wait(91 * 24 * HOUR);
    await purgeSignIns(shop.context);
    expect(await counts()).toEqual([0, 0]);
  });
});
