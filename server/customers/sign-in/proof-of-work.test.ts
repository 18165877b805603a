import { type Challenge, type DeriveKeyFunction, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '#test/support/database.ts';
import { newestCode, openSignInShop, type SignInShop, type TestBrowser } from '#test/support/sign-in-shop.ts';
import { createAltcha } from '../../integrations/human-check/altcha.ts';
import { workNeeded } from './code-limits.ts';

const SEND = 'mobiledigital/sendmobilecode';
const PREFIX = '+6141234';

test('work doubles in five steps with the larger share of what strangers may have', () => {
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
  let shop: SignInShop;
  beforeEach(async () => {
    shop = await openSignInShop(kind, {
      settings: { CODE_SENDS_PER_PREFIX: '10', HUMAN_CHECK: 'altcha' },
      integrations: (context) => ({ humanCheck: createAltcha(context) }),
    });
  });
  afterEach(() => shop.close());

  const challengeFor = async (query: string): Promise<Challenge> =>
    (await shop.app.inject(`/altcha/challenge?action=login${query}`)).json();
  const token = async (query = ''): Promise<string> => {
    const challenge = await challengeFor(query);
    const solution = await solveChallenge({ challenge, deriveKey: deriveKey as DeriveKeyFunction });
    return btoa(JSON.stringify({ challenge, solution }));
  };
  const ask = async (mobile: string, options: { browser?: TestBrowser; query?: string } = {}) => {
    const { browser, query = '' } = options;
    const sent = { mobile, r_token: await token(query) };
    return (await shop.post(SEND, sent, browser ? { browser } : {})).body;
  };
  const tooLight = { status: false, codes: { mobile: 'not_a_person' } };

  test('a code to a run of numbers that many were sent to takes more of it, but not on a known device', async () => {
    const hers: TestBrowser = {};
    const mobile = `${PREFIX}5678`;
    expect(await ask(mobile, { browser: hers })).toEqual({ status: true });
    const sent = { mobile, code: newestCode(shop, mobile), r_token: await token() };
    expect((await shop.post('mobiledigital/confirmmobilecode', sent, { browser: hers })).body.status).toBe(true);
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

  test('how much was asked for cannot be changed', async () => {
    const read = JSON.parse(atob(await token()));
    read.challenge.parameters.data.work = 16;
    const sent = { mobile: `${PREFIX}0001`, r_token: btoa(JSON.stringify(read)) };
    expect((await shop.post(SEND, sent)).body).toMatchObject(tooLight);
  });
});
