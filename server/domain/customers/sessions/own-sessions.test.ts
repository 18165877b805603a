import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseKinds } from '#test/support/database.ts';
import { isWaitingForLock } from '#test/support/locks.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { proveMobile, signUp } from '#test/support/sign-in.ts';
import { stopClock } from '#test/support/stopped-clock.ts';
import type { TestBrowser } from '#test/support/test-browser.ts';
import { lockCustomer } from '../queries.ts';
import { signCampaignLink } from '../sign-in/campaign-link.ts';
import { endVerifications } from './sessions-store.ts';

const ANN = '+61412345678';
const BEA = '+61412345679';
const MINUTE = 60_000;

describe.each(databaseKinds())('the sessions of a customer on %s', (kind) => {
  let shop: TestShop;
  let token: string;
  beforeEach(async () => {
    shop = await openTestShop(kind, { change: stopClock });
    token = await signUp(shop, ANN);
  });
  afterEach(() => shop.close());

  const byCode = async (browser: TestBrowser = {}) => {
    shop.wait(MINUTE);
    const jwt = await proveMobile(shop, ANN, { browser });
    return (await shop.send('POST mobiledigital/auth', { body: { jwt }, browser })).body.token as string;
  };
  const byLink = async (browser: TestBrowser = {}) => {
    const jwt = await signCampaignLink(shop.context, { mobile: ANN });
    return (await shop.send('POST mobiledigital/auth', { body: { jwt }, browser })).body.token as string;
  };
  // biome-ignore lint/suspicious/noExplicitAny: tests read of each answer what they need
  const list = async (bearer: string): Promise<any[]> => {
    const { body } = await shop.send('GET mobiledigital/sessions', { token: bearer });
    return body.sessions as unknown[];
  };
  const end = async (ids: string[], bearer: string) =>
    (await shop.send('POST mobiledigital/endsessions', { body: { ids }, token: bearer })).body;
  const me = async (bearer: string) => (await shop.send('GET customers/me', { token: bearer })).status;
  const saveEmail = async (email: string, bearer: string) =>
    (await shop.send('PUT customers/me', { body: { customer: { email } }, token: bearer })).body;

  it('lists sessions newest first, with device and sign-in method', async () => {
    const link = await byLink();
    shop.wait(MINUTE);
    const jwt = await proveMobile(shop, ANN);
    const headers = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)' };
    const url = '/rest/default/V1/mobiledigital/auth';
    const phone = (await shop.app.inject({ method: 'POST', url, headers, payload: { jwt } })).json().token;
    expect(await list(phone)).toMatchObject([
      { device: 'iphone', by: 'code', is_this: true, created_at: '2026-11-02T01:01:00.000Z' },
      { device: 'other', is_this: false },
      { device: 'other', is_this: false },
    ]);
    expect((await list(link)).map(({ by, is_this }) => `${by} ${is_this}`).toSorted()).toEqual([
      'code false',
      'code false',
      'link true',
    ]);
    shop.wait(55 * MINUTE);
    expect(await list(await byCode())).toHaveLength(1);
  });

  it('ends only the session with the given id, which itself grants no access', async () => {
    const [other, third] = [await byCode(), await byCode()];
    const { id } = (await list(other)).find(({ is_this }) => is_this);
    expect(await me(id)).toBe(401);
    expect(await end([id], third)).toEqual({ status: true });
    expect(await me(other)).toBe(401);
    expect([await me(token), await me(third)]).toEqual([200, 200]);
    expect(await end([id, 'nothing'], third)).toEqual({ status: true });
  });

  it('rejects the link or confirmed code that opened an ended session', async () => {
    const link = await signCampaignLink(shop.context, { mobile: ANN });
    const enter = async (jwt: string) =>
      (await shop.send('POST mobiledigital/auth', { body: { jwt, autologin: true } })).body;
    const byTheLink = (await enter(link)).token as string;
    shop.wait(MINUTE);
    const code = await proveMobile(shop, ANN);
    const ownToken = (await enter(code)).token as string;
    const { id } = (await list(byTheLink)).find(({ is_this }) => is_this);
    expect(await end([id], ownToken)).toEqual({ status: true });
    expect([await me(byTheLink), await me(ownToken)]).toEqual([401, 200]);
    expect(await enter(link)).toMatchObject({ expired_link: true });
    expect(await enter(code)).toMatchObject({ expired_link: true });
    expect(await enter(await signCampaignLink(shop.context, { mobile: ANN }))).toMatchObject({ existing_user: true });
  });

  // The embedded database has one connection, so calls cannot overlap.
  if (kind === 'postgres')
    it('opens no session with a code that is revoked while it is being used', async () => {
      shop.wait(MINUTE);
      const jwt = await proveMobile(shop, ANN);
      const { database, clock } = shop.context;
      const { id: customerId } = await shop.stored.one('customers');
      const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const ending = database.transaction(async (tx) => {
        await lockCustomer(tx, customerId);
        await endVerifications(tx, { customerId, now: clock.now() });
        locked.resolve();
        await release.promise;
      });
      await locked.promise;
      const request = shop.send('POST mobiledigital/auth', { body: { jwt } });
      await expect.poll(() => isWaitingForLock(shop), { interval: 10 }).toBe(true);
      release.resolve();
      await ending;
      expect((await request).body).toMatchObject({ expired_link: true });
    });

  it('lets a customer start afresh only with a code from the last ten minutes, not with a link', async () => {
    await shop.stored.change('customers', ({ createdAt, email }) => ({
      unprovedSince: createdAt,
      unprovedEmail: email,
    }));
    const afresh = async (bearer: string) =>
      (await shop.send('POST mobiledigital/startafresh', { token: bearer })).body;
    const early = await byCode();
    shop.wait(10 * MINUTE);
    for (const bearer of [early, await byLink()])
      expect(await afresh(bearer)).toMatchObject({ code: 'recent_code_required' });
    expect(await afresh(await byCode())).toEqual({ status: true });
  });

  it("does not end another customer's sessions", async () => {
    const bea = await signUp(shop, BEA);
    const ids = (await list(token)).map(({ id }) => id);
    expect(await end(ids, bea)).toEqual({ status: true });
    expect(await me(token)).toBe(200);
  });

  it('requires a code or passkey from the last ten minutes to end sessions or change the email', async () => {
    const refused = { code: 'recent_code_required' };
    const browser: TestBrowser = {};
    const ids = (await list(token)).map(({ id }) => id);
    shop.wait(10 * MINUTE - 1);
    expect(await saveEmail('ann@new.example', token)).toMatchObject({ email: 'ann@new.example' });
    shop.wait(1);
    expect(await saveEmail('ann@newer.example', token)).toMatchObject(refused);
    expect(await end(ids, token)).toMatchObject(refused);
    const freshToken = await byCode(browser);
    const link = await byLink(browser);
    expect(await saveEmail('ann@newer.example', link)).toMatchObject(refused);
    expect(await end(ids, link)).toMatchObject(refused);
    expect(await me(token)).toBe(200);
    expect(await saveEmail('ann@newer.example', freshToken)).toMatchObject({ email: 'ann@newer.example' });
    expect(await end(ids, freshToken)).toEqual({ status: true });
    expect(await me(token)).toBe(401);
  });

  it("counts the ten minutes for account changes from the code, and the session's 55 minutes from its start", async () => {
    shop.wait(MINUTE);
    const jwt = await proveMobile(shop, ANN);
    shop.wait(10 * MINUTE);
    const late = (await shop.send('POST mobiledigital/auth', { body: { jwt } })).body.token as string;
    expect(await saveEmail('ann@new.example', late)).toMatchObject({ code: 'recent_code_required' });
    shop.wait(55 * MINUTE - 1);
    expect(await me(late)).toBe(200);
    shop.wait(1);
    expect(await me(late)).toBe(401);
  });

  it('saves a name, or the same email in another case, without a recent code', async () => {
    shop.wait(11 * MINUTE);
    expect(await saveEmail('U61412345678@shop.example', token)).toMatchObject({ email: 'U61412345678@shop.example' });
    const renamed = await shop.send('PUT customers/me', { body: { customer: { lastname: 'Dam' } }, token });
    expect(renamed.body).toMatchObject({ lastname: 'Dam' });
  });
});
