import { type Challenge, type DeriveKeyFunction, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { machine } from '#test/support/actors.ts';
import { createSignedInCustomer } from '#test/support/app.ts';
import { databaseKinds } from '#test/support/database.ts';
import { mailCaptureOptions, openTestShop, type TestShop } from '#test/support/shop.ts';
import { readNewestCode } from '#test/support/sign-in.ts';
import { stopClock } from '#test/support/stopped-clock.ts';
import type { TestBrowser } from '#test/support/test-browser.ts';
import { issueCampaignLink } from '../campaigns/links.ts';
import { workNeeded } from './code-limits.ts';

const SEND = 'POST mobiledigital/sendmobilecode';
const PREFIX = '+6141234';

async function fetchSolvedChallenge(app: FastifyInstance, query = ''): Promise<string> {
  const challenge: Challenge = (await app.inject(`/altcha/challenge?action=login${query}`)).json();
  const solution = await solveChallenge({ challenge, deriveKey: deriveKey as DeriveKeyFunction });
  return btoa(JSON.stringify({ challenge, solution }));
}

it('doubles the required work in five steps as strangers use up a cap', () => {
  const caps = {
    CODE_SENDS_PER_MOBILE: 5,
    CODE_SENDS_PER_ADDRESS: 100,
    CODE_SENDS_PER_PREFIX: 200,
    CODE_SENDS_PER_DAY: 10_000,
  };
  const work = (strangersToday: number, strangersOfPrefix: number) =>
    workNeeded({ strangersToday, strangersOfPrefix }, caps);
  expect([0, 999, 1_000, 2_000, 3_000, 4_000, 5_000].map((today) => work(today, 0))).toEqual([1, 1, 2, 4, 8, 16, 16]);
  expect([0, 20, 99, 100].map((ofPrefix) => work(0, ofPrefix))).toEqual([1, 2, 16, 16]);
});

describe.each(databaseKinds())('proof of work (%s)', (kind) => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await openTestShop(kind, {
      env: { CODE_SENDS_PER_PREFIX: '10', HUMAN_CHECK: 'altcha' },
      change: stopClock,
    });
  });
  afterEach(() => shop.close());

  const token = (query = '') => fetchSolvedChallenge(shop.app, query);
  const ask = async (mobile: string, options: { browser?: TestBrowser; query?: string } = {}) => {
    const { browser, query = '' } = options;
    const request = { mobile, r_token: await token(query) };
    return (await shop.send(SEND, { body: request, ...(browser ? { browser } : {}) })).body;
  };
  const tooLight = { status: false, codes: { mobile: 'not_a_person' } };

  it('requires more work for codes to a busy number prefix, but not on a known device', async () => {
    const hers: TestBrowser = {};
    const mobile = `${PREFIX}5678`;
    expect(await ask(mobile, { browser: hers })).toEqual({ status: true });
    const request = { mobile, code: readNewestCode(shop, mobile), r_token: await token() };
    expect(
      (await shop.send('POST mobiledigital/confirmmobilecode', { body: request, browser: hers })).body.status,
    ).toBe(true);
    for (const last of ['0001', '0002']) {
      const query = `&prefix=${encodeURIComponent(PREFIX)}`;
      expect(await ask(`${PREFIX}${last}`, { query })).toEqual({ status: true });
    }
    expect(await ask(`${PREFIX}0003`)).toMatchObject(tooLight);
    expect(await ask(`${PREFIX}0003`, { query: '&prefix=%2B6140000' })).toMatchObject(tooLight);
    expect(await ask('0400000003')).toEqual({ status: true });
    expect(await ask(`${PREFIX}0003`, { query: `&prefix=${encodeURIComponent(PREFIX)}` })).toEqual({ status: true });
    shop.wait(60_000);
    expect(await ask(mobile, { browser: hers })).toEqual({ status: true });
  });

  it('rejects a token whose work factor was tampered with', async () => {
    const read = JSON.parse(atob(await token()));
    read.challenge.parameters.data.work = 16;
    const request = { mobile: `${PREFIX}0001`, r_token: btoa(JSON.stringify(read)) };
    expect((await shop.send(SEND, { body: request })).body).toMatchObject(tooLight);
  });
});

describe.each(databaseKinds())('calls that send a code (%s)', (kind) => {
  let shop: TestShop;
  afterEach(() => shop.close());

  it.each([
    ['sendmobilecode', 'mobile', ''],
    ['sendrecoverycode', 'email', '&channel=email'],
    ['sendemailcode', 'email', '&channel=email'],
  ] as const)('requires the human check for %s, and more work after many codes', async (call, field, query) => {
    const mail = mailCaptureOptions([]);
    const env = { ...mail.env, HUMAN_CHECK: 'altcha', CODE_SENDS_PER_DAY: '10' };
    shop = await openTestShop(kind, { env, change: mail.change });
    await createSignedInCustomer(shop.context);
    const { mobile, email } = await shop.stored.one('customers');
    const post = async (path: string, payload: object, headers = {}) =>
      (
        await shop.app.inject({ method: 'POST', url: `/rest/default/V1/mobiledigital/${path}`, payload, headers })
      ).json();
    const jwt = await issueCampaignLink(shop.context, { mobile, actor: machine });
    const { token } = await post('auth', { jwt, autologin: true });
    const headers = call === 'sendemailcode' ? { authorization: `Bearer ${token}` } : {};
    const recipient = { sendmobilecode: { mobile }, sendrecoverycode: { email }, sendemailcode: {} }[call];
    const ask = (r_token: string) => post(call, { ...recipient, r_token }, headers);
    const [first, second] = [await fetchSolvedChallenge(shop.app), await fetchSolvedChallenge(shop.app)];
    const refused = { status: false, codes: { [field]: 'not_a_person' } };

    expect(await ask('')).toMatchObject(refused);
    expect(await ask(first)).toEqual({ status: true });
    shop.wait(60_000);
    expect(await ask(second), 'as little work as the first').toMatchObject(refused);
    expect(await ask(await fetchSolvedChallenge(shop.app, query))).toEqual({ status: true });
    const sentCodes = async () =>
      (await shop.stored.all('messages', { purpose: 'code' })).filter(({ state }) => state !== 'claimed');
    await expect.poll(sentCodes).toHaveLength(2);
  });
});
