import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallName } from '#contract/calls.ts';
import type { PasskeyRequest } from '#contract/passkeys.ts';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import { dispatchMessage } from '#server/platform/messaging/dispatcher.ts';
import { createAuthenticator } from '#test/fakes/authenticator.ts';
import { machine } from '#test/support/actors.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, SHOP_OPENS, type TestShop } from '#test/support/shop.ts';
import { proveMobile, signUp } from '#test/support/sign-in.ts';
import { stopClock } from '#test/support/stopped-clock.ts';
import type { TestBrowser } from '#test/support/test-browser.ts';
import { issueCampaignLink } from '../campaigns/links.ts';
import { endCustomerSessions, suspendCustomer } from '../operated/operated-customers.ts';
import { signCampaignLink } from '../sign-in/campaign-link.ts';
import { purgeSignIns } from '../sign-in/purge-sign-ins.ts';

const ANN = '+61412345678';
const BEA = '+61412345679';
const ORIGIN = 'https://shop.example';
const MINUTE = 60_000;
const DAY = 86_400_000;

type Authenticator = ReturnType<typeof createAuthenticator>;

describe.each(databaseKinds())('passkeys on %s', (kind) => {
  let shop: TestShop;
  let token: string;
  let device: Authenticator;
  beforeEach(async () => {
    shop = await openTestShop(kind, { env: { PUBLIC_URL: ORIGIN }, change: stopClock });
    token = await signUp(shop, ANN);
    device = createAuthenticator(ORIGIN);
  });
  afterEach(() => shop.close());

  const post = async (path: string, body: unknown, options: { token?: string; browser?: TestBrowser } = {}) => {
    const { body: answer } = await shop.send(`POST mobiledigital/${path}` as CallName, { body, ...options } as never);
    // biome-ignore lint/suspicious/noExplicitAny: tests read of each answer what they need
    return answer as any;
  };
  const begin = (bearer = token, browser?: TestBrowser) =>
    post('newpasskey', {}, { token: bearer, ...(browser ? { browser } : {}) });
  const add = async (on = device, bearer = token, overrides = {}) => {
    const { options, ...refused } = await begin(bearer);
    if (!options) return refused;
    return post('addpasskey', { credential: on.create(options, overrides) }, { token: bearer });
  };
  const ask = async (browser?: TestBrowser): Promise<PasskeyRequest> =>
    (await post('passkeychallenge', {}, browser ? { browser } : {})).options;
  const enter = async (on = device, overrides = {}) =>
    post('passkeysignin', { credential: on.get(await ask(), overrides) });
  const list = async (bearer = token) => (await shop.send('GET mobiledigital/passkeys', { token: bearer })).body;
  const me = async (bearer: string) => (await shop.send('GET customers/me', { token: bearer })).status;
  const idOfAnn = async () => (await shop.stored.one('customers', { mobile: ANN })).id;

  it('signs the customer in with an added passkey, with the same response as for a code', async () => {
    const { options } = await begin();
    expect(options).toMatchObject({
      rp: { id: 'shop.example', name: 'Handsel' },
      user: { name: '0412 345 678', displayName: 'Ann van Dam' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      timeout: 300_000,
      excludeCredentials: [],
    });
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
    expect(await add()).toMatchObject({ status: true, passkey: { device: 'other', last_used_at: null } });
    shop.wait(MINUTE);
    const answer = await enter();
    expect(answer).toEqual({
      status: true,
      existing_user: true,
      token: expect.any(String),
      token_ttl: 3_300_000,
      mobile: ANN,
      country_code: 'AU',
      currency_rate: { USD: expect.any(Number) },
    });
    expect(await me(answer.token)).toBe(200);
    const newest = (await shop.stored.all('sessions')).toSorted(
      (session, other) => +other.createdAt - +session.createdAt,
    )[0];
    expect(newest).toMatchObject({ link: null, byPasskey: true, passkeySince: new Date(SHOP_OPENS) });
    expect((await list(answer.token)).passkeys).toMatchObject([{ last_used_at: '2026-11-02T01:01:00.000Z' }]);
    expect((await begin()).options.excludeCredentials).toHaveLength(1);
    expect(await add(createAuthenticator(ORIGIN), answer.token)).toMatchObject({ status: true });
  });

  it('reports passkeys added in the last day after a sign-in by code, but not by link or passkey', async () => {
    const byCode = async () => {
      shop.wait(MINUTE);
      return post('auth', { jwt: await proveMobile(shop, ANN) });
    };
    expect(await byCode()).not.toHaveProperty('new_passkeys');
    const { passkey } = await add();
    for (const _ of [1, 2]) expect(await byCode()).toMatchObject({ existing_user: true, new_passkeys: [passkey] });
    const link = await issueCampaignLink(shop.context, { mobile: ANN, actor: machine });
    for (const answer of [await enter(), await post('auth', { jwt: link })])
      expect(Object.keys(answer)).toEqual(expect.not.arrayContaining(['new_passkeys']));
    shop.wait(DAY);
    expect(await byCode()).not.toHaveProperty('new_passkeys');
  });

  it('accepts a challenge only once, within five minutes, and in the browser that requested it', async () => {
    await add();
    const [hers, his]: [TestBrowser, TestBrowser] = [{}, {}];
    const options = await ask(hers);
    expect(hers.cookie).toMatch(/^__Host-device=/);
    await ask(his);
    expect(JSON.stringify(await shop.stored.all('passkeyChallenges'))).not.toContain(options.challenge);
    const signIn = (credential: unknown, browser?: TestBrowser) =>
      post('passkeysignin', { credential }, browser ? { browser } : {});
    expect(await signIn(device.get(options))).toMatchObject({ code: 'passkey_over' });
    expect(await signIn(device.get(options), his)).toMatchObject({ code: 'passkey_over' });
    const credential = device.get(options);
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(credential, hers)));
    expect(answers.filter(({ status }) => status === true)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'passkey_over')).toHaveLength(7);
    const late = await ask(hers);
    shop.wait(5 * MINUTE);
    expect(await signIn(device.get(late), hers)).toMatchObject({ code: 'passkey_over' });
    const inTime = await ask(hers);
    shop.wait(5 * MINUTE - 1);
    expect(await signIn(device.get(inTime), hers)).toMatchObject({ status: true });
  });

  it("rejects a sign-in challenge or another customer's challenge when a passkey is added", async () => {
    const { options } = await begin();
    const bea = await signUp(shop, BEA);
    const credential = device.create(options);
    expect(await post('addpasskey', { credential }, { token: bea })).toMatchObject({ code: 'passkey_over' });
    const mixed = device.create({ ...options, challenge: (await ask()).challenge });
    expect(await post('addpasskey', { credential: mixed }, { token })).toMatchObject({ code: 'passkey_over' });
    expect(await post('addpasskey', { credential }, { token })).toMatchObject({ status: true });
    const replayed = device.get({ ...(await ask()), challenge: options.challenge });
    expect(await post('passkeysignin', { credential: replayed })).toMatchObject({ code: 'passkey_over' });
  });

  it.each([
    ['a page on another domain', { origin: 'https://shop.example.evil.example' }],
    ['a page on another port', { origin: 'https://shop.example:8443' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a device that did not verify its user', { isVerified: false }],
  ])('rejects a passkey made by %s, both when it is added and at sign-in', async (_what, overrides) => {
    expect(await add(device, token, overrides)).toMatchObject({ code: 'passkey_rejected' });
    await add();
    expect(await enter(device, overrides)).toMatchObject({ code: 'passkey_rejected' });
    expect(await enter()).toMatchObject({ status: true });
  });

  it('rejects a sign-in with a wrong signature, a wrong owner or an unknown passkey', async () => {
    await add();
    const credential = device.get(await ask());
    const other = device.get(await ask());
    const { signature } = other.response;
    const mixed = { ...credential, response: { ...credential.response, signature } };
    expect(await post('passkeysignin', { credential: mixed })).toMatchObject({ code: 'passkey_rejected' });
    expect(await enter(device, { userHandle: 'OTk' })).toMatchObject({ code: 'passkey_rejected' });
    const foreign = createAuthenticator(ORIGIN);
    foreign.create((await begin()).options);
    expect(await enter(foreign)).toMatchObject({
      code: 'passkey_unknown',
      message: 'No account uses this passkey. Please sign in with a code.',
    });
    for (const clientDataJSON of ['bm90aGluZw', 'eyJjaGFsbGVuZ2UiOjF9', 'bnVsbA']) {
      const response = { ...other.response, clientDataJSON };
      expect(await post('passkeysignin', { credential: { ...other, response } })).toMatchObject({
        code: 'passkey_over',
      });
    }
    const answer = await shop.send('POST mobiledigital/passkeysignin', {
      body: { credential: { ...other, id: 'a b' } as never },
    });
    expect(answer.status).toBe(400);
  });

  it('requires the signature counter to increase, except for devices that keep it at 0', async () => {
    await add();
    expect(await enter(device, { counter: 7 })).toMatchObject({ status: true });
    for (const counter of [7, 6, 0])
      expect(await enter(device, { counter })).toMatchObject({ code: 'passkey_rejected' });
    expect(await enter(device, { counter: 8 })).toMatchObject({ status: true });
    const counterlessDevice = createAuthenticator(ORIGIN, { counts: false });
    await add(counterlessDevice);
    for (const _ of [1, 2]) expect(await enter(counterlessDevice)).toMatchObject({ status: true });
    const [ahead, behind] = [device.get(await ask(), { counter: 20 }), device.get(await ask(), { counter: 20 })];
    const answers = await Promise.all([ahead, behind].map((credential) => post('passkeysignin', { credential })));
    expect(answers.filter(({ status }) => status === true)).toHaveLength(1);
  });

  it('adds or removes a passkey only within ten minutes of a sign-in by code or passkey', async () => {
    const refused = { code: 'recent_code_required' };
    const browser: TestBrowser = {};
    const { passkey } = await add();
    const jwt = await signCampaignLink(shop.context, { mobile: ANN });
    const byLink = await post('auth', { jwt }, { browser });
    expect(await begin(byLink.token, browser)).toMatchObject(refused);
    const begun = createAuthenticator(ORIGIN).create((await begin(token, browser)).options);
    expect(await post('addpasskey', { credential: begun }, { token: byLink.token, browser })).toMatchObject(refused);
    expect(await post('removepasskey', { id: passkey.id }, { token: byLink.token })).toMatchObject(refused);
    shop.wait(10 * MINUTE);
    expect(await begin()).toMatchObject(refused);
    expect(await post('removepasskey', { id: passkey.id }, { token })).toMatchObject(refused);
    const byPasskey = await enter();
    const { options } = await begin(byPasskey.token, browser);
    shop.wait(4 * MINUTE);
    const credential = createAuthenticator(ORIGIN).create(options);
    expect(await post('addpasskey', { credential }, { token: byPasskey.token })).toMatchObject({
      code: 'passkey_over',
    });
    expect(await post('addpasskey', { credential }, { token: byPasskey.token, browser })).toMatchObject({
      status: true,
    });
    expect(await post('removepasskey', { id: passkey.id }, { token: byPasskey.token })).toEqual({ status: true });
  });

  it('allows at most ten passkeys per customer, even when they are added in parallel', async () => {
    for (let n = 0; n < 8; n += 1) expect(await add()).toMatchObject({ status: true });
    const credentials = [];
    for (let n = 0; n < 4; n += 1) credentials.push(device.create((await begin()).options));
    const answers = await Promise.all(credentials.map((credential) => post('addpasskey', { credential }, { token })));
    expect(answers.filter(({ status }) => status === true)).toHaveLength(2);
    expect(answers.filter(({ code }) => code === 'passkeys_full')).toHaveLength(2);
    expect(await begin()).toMatchObject({ code: 'passkeys_full', parameters: [10] });
    expect((await list()).passkeys).toHaveLength(10);
  });

  it('ends all other sessions of the account when a passkey is removed, and rejects the passkey afterwards', async () => {
    await add();
    const { token: other } = await enter();
    const bea = await signUp(shop, BEA);
    const [{ id }] = (await list()).passkeys as { id: number }[] as [{ id: number }];
    expect(await post('removepasskey', { id }, { token: bea })).toEqual({ status: false });
    expect(await me(other)).toBe(200);
    expect(await post('removepasskey', { id }, { token })).toEqual({ status: true });
    expect(await post('removepasskey', { id }, { token })).toEqual({ status: false });
    expect([await me(token), await me(bea)]).toEqual([200, 200]);
    await expect.poll(() => me(other)).toBe(401);
    expect(await enter()).toMatchObject({ code: 'passkey_unknown' });
    expect(await list()).toEqual({ status: true, passkeys: [] });
  });

  it.each([
    ['by a customer who removes a passkey', true],
    ['by an operator', false],
  ])('rejects earlier links and confirmed codes after sessions are ended %s', async (_who, remove) => {
    const { passkey } = await add();
    const link = await signCampaignLink(shop.context, { mobile: ANN });
    expect(await post('auth', { jwt: link })).toMatchObject({ existing_user: true });
    shop.wait(MINUTE);
    const code = await proveMobile(shop, ANN);
    if (remove) expect(await post('removepasskey', { id: passkey.id }, { token })).toEqual({ status: true });
    else
      expect(await endCustomerSessions(shop.context, { customerId: await idOfAnn(), actor: machine })).toMatchObject({
        sessions: 2,
      });
    for (const jwt of [link, code]) expect(await post('auth', { jwt })).toMatchObject({ expired_link: true });
  });

  it('revokes unopened links when an operator ends the sessions or suspends the account', async () => {
    const link = await issueCampaignLink(shop.context, { mobile: ANN, actor: machine });
    await endCustomerSessions(shop.context, { customerId: await idOfAnn(), actor: machine });
    expect(await post('auth', { jwt: link })).toMatchObject({ expired_link: true });
    shop.wait(MINUTE);
    const code = await proveMobile(shop, ANN);
    const next = await issueCampaignLink(shop.context, { mobile: ANN, actor: machine });
    const customer = { customerId: await idOfAnn(), reason: 'x' };
    for (const suspended of [true, false])
      await suspendCustomer(shop.context, { actor: machine, ...customer, suspended });
    for (const jwt of [code, next]) expect(await post('auth', { jwt })).toMatchObject({ expired_link: true });
  });

  it("removes passkeys when an operator ends the customer's sessions", async () => {
    await add();
    const { token: other } = await enter();
    const { options } = await begin(other);
    const log = vi.spyOn(shop.context.log, 'info');
    expect(await endCustomerSessions(shop.context, { customerId: await idOfAnn(), actor: machine })).toEqual({
      sessions: 2,
      links: 0,
      passkeys: 1,
    });
    const credential = createAuthenticator(ORIGIN).create(options);
    expect(await post('addpasskey', { credential }, { token: other })).not.toMatchObject({ status: true });
    for (const event of ['passkey.removed', 'session.ended']) expect(JSON.stringify(log.mock.calls)).toContain(event);
    await expect.poll(() => me(other)).toBe(401);
    expect(await enter()).toMatchObject({ code: 'passkey_unknown' });
  });

  it('sends a text to the number about each added passkey, but not about a rejected one', async () => {
    const texts = () => shop.stored.all('messages', { purpose: 'passkey-added' });
    await add(device, token, { isVerified: false });
    expect(await texts()).toEqual([]);
    await add();
    const sentTexts = await texts();
    expect(sentTexts).toMatchObject([{ recipient: ANN, channel: 'sms' }]);
    await dispatchMessage(shop.context, messagePurposes, { messageId: Number(sentTexts[0]?.id), last: false });
    expect(shop.sent.at(-1)?.text).toMatch(
      /^Handsel: A passkey was added to your account on 2 November 2026 at 12:00 pm \(Sydney\)\. If that was not you, tell us at once: /,
    );
    await add(createAuthenticator(ORIGIN));
    expect(await texts()).toHaveLength(2);
  });

  it('still requires verification after 90 days without a code, even if a passkey was used', async () => {
    await add();
    shop.wait(60 * DAY);
    expect(await enter()).toMatchObject({ status: true });
    shop.wait(31 * DAY);
    const { token: newToken } = await enter();
    expect((await shop.send('GET customers/me', { token: newToken })).body).not.toHaveProperty('unproved');
    const { token: byCode } = await post('auth', { jwt: await proveMobile(shop, ANN) });
    expect((await shop.send('GET customers/me', { token: byCode })).body).toMatchObject({ unproved: true });
    expect(await list(byCode)).toMatchObject({ passkeys: [] });
    expect(await enter()).toMatchObject({ code: 'passkey_unknown' });
    expect(await begin(byCode)).toMatchObject({ code: 'passkey_email_required' });
    const { id } = await shop.stored.one('passkeys');
    expect(await post('removepasskey', { id }, { token: byCode })).toEqual({ status: false });
    const log = vi.spyOn(shop.context.log, 'info');
    expect(await post('startafresh', {}, { token: byCode })).toEqual({ status: true });
    expect(JSON.stringify(log.mock.calls)).toContain('passkey.removed');
    expect(await enter()).toMatchObject({ code: 'passkey_unknown' });
    expect(await add(device, byCode)).toMatchObject({ status: true });
  });

  it('deletes unused passkey challenges a day after they expire', async () => {
    await ask();
    shop.wait(DAY);
    await purgeSignIns(shop.context);
    expect(await shop.stored.count('passkeyChallenges')).toBe(1);
    shop.wait(6 * MINUTE);
    await purgeSignIns(shop.context);
    expect(await shop.stored.count('passkeyChallenges')).toBe(0);
  });
});
