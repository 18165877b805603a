import { type Challenge, type DeriveKeyFunction, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deriveSessionKeys } from '#server/platform/kernel/secrets.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { createAltcha } from './altcha.ts';

const ADDRESS = '203.0.113.7';
const SECRET = 'a secret that only these tests know, long enough';
const OTHER = 'another secret, which is also long enough';

describe.each(databaseKinds())('ALTCHA (%s)', (kind) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop(kind, { env: { HUMAN_CHECK: 'altcha', SESSION_SECRET: SECRET } });
  });
  afterAll(() => shop.close());

  const fetchChallenge = async (action = 'login'): Promise<Challenge> =>
    (await shop.app.inject(`/altcha/challenge?action=${action}`)).json();
  const solve = async (challenge: Challenge): Promise<string> => {
    const solution = await solveChallenge({ challenge, deriveKey: deriveKey as DeriveKeyFunction });
    return btoa(JSON.stringify({ challenge, solution }));
  };
  const verify = (token: string, action: 'login' | 'checkout' = 'login') =>
    shop.context.integrations.humanCheck.verify({ token, action, address: ADDRESS });

  it('accepts a solved challenge once, for sending one code [CA-52, CA-54]', async () => {
    const r_token = await solve(await fetchChallenge());
    const first = await shop.send('POST mobiledigital/sendmobilecode', { body: { mobile: '0412345678', r_token } });
    expect(first.body).toEqual({ status: true });
    const second = await shop.send('POST mobiledigital/sendmobilecode', { body: { mobile: '0412345679', r_token } });
    expect(second.body).toMatchObject({ status: false });
    expect(shop.codes).toHaveLength(1);
  });

  it('accepts exactly one of 20 concurrent uses of a solution', async () => {
    const token = await solve(await fetchChallenge());
    const results = await Promise.all(Array.from({ length: 20 }, () => verify(token)));
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  it('accepts a solution only for its own action, and a wrong attempt does not use it up [CA-53]', async () => {
    const token = await solve(await fetchChallenge('checkout'));
    expect(await verify(token, 'login')).toBe(false);
    expect(await verify(token, 'checkout')).toBe(true);
  });

  it('accepts challenges signed before SESSION_SECRET was rotated, but none signed with an unknown secret', async () => {
    const [first, second] = [await solve(await fetchChallenge()), await solve(await fetchChallenge())];
    const answer = (token: string, ...secrets: [string, ...string[]]) =>
      createAltcha({ ...shop.context, secrets: deriveSessionKeys(secrets) }).verify({
        token,
        action: 'login',
        address: ADDRESS,
      });
    expect(await answer(first, OTHER)).toBe(false);
    expect(await answer(first, OTHER, SECRET)).toBe(true);
    expect(await answer(first, OTHER, SECRET)).toBe(false);
    expect(await answer(second, SECRET, OTHER)).toBe(true);
  });

  it("rejects a solution twenty minutes after the challenge by the shop's clock", async () => {
    const token = await solve(await fetchChallenge());
    shop.wait(20 * 60_000);
    expect(await verify(token)).toBe(false);
  });

  it('rejects altered, unsolved, unsigned and forged tokens', async () => {
    const challenge = await fetchChallenge();
    const good = JSON.parse(atob(await solve(challenge)));
    const changed = structuredClone(good);
    changed.challenge.parameters.data.expires += 1;
    const unsolved = { challenge, solution: { ...good.solution, derivedKey: '00'.repeat(32) } };
    const unsigned = { ...good, challenge: { parameters: challenge.parameters } };
    const cheap = structuredClone(good);
    cheap.challenge.parameters.cost = 1;
    for (const wrong of [changed, unsolved, unsigned, cheap, {}, null, 'x']) {
      expect(await verify(btoa(JSON.stringify(wrong)))).toBe(false);
    }
    for (const wrong of ['', 'nonsense', '%%%']) expect(await verify(wrong)).toBe(false);
    expect(await verify(btoa(JSON.stringify(good)))).toBe(true);
  });

  it('serves challenges uncached, and only for a known action', async () => {
    const good = await shop.app.inject('/altcha/challenge?action=login');
    expect(good.headers['cache-control']).toBe('no-store');
    for (const query of ['', '?action=', '?action=admin', '?action=login&action=login']) {
      expect((await shop.app.inject(`/altcha/challenge${query}`)).statusCode).toBe(400);
    }
  });
});
