import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseKinds } from '../database/testing.ts';
import { openTestShop, type TestShop } from '../testing-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  const env = {
    HUMAN_CHECK: 'altcha',
    CHALLENGES_PER_ADDRESS: '3',
    SIGN_IN_CALLS_PER_ADDRESS: '4',
    CARD_ENTRIES_PER_ADDRESS: '2',
    PLACE_SEARCHES_PER_ADDRESS: '3',
  };
  shop = await openTestShop(databaseKinds()[0] ?? 'embedded', { env });
});
afterAll(() => shop.close());

const AUTH = '/rest/default/V1/mobiledigital/auth';
const CONFIRM = '/rest/au/V1/mobiledigital/confirmmobilecode/';

type Asked = { method: 'GET' | 'POST'; url: string; from?: string };

const ask = async ({ method, url, from = '203.0.113.7' }: Asked) => {
  const payload = method === 'POST' ? { payload: {} } : {};
  return shop.app.inject({ method, url, remoteAddress: from, ...payload });
};

async function refusedAfter(most: number, asked: Asked[]): Promise<void> {
  for (let at = 0; at < most; at += 1) {
    expect((await ask(asked[at % asked.length] as Asked)).statusCode).not.toBe(429);
  }
  for (const one of asked) {
    const answer = await ask(one);
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toEqual({
      code: 'too_many_requests',
      message: 'Too many requests. Please wait a moment and try again.',
    });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(580);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(600);
    expect((await ask({ ...one, from: '203.0.113.8' })).statusCode).not.toBe(429);
  }
}

test('one address asks for so many challenges, signs in so often, types so many cards and searches so many places in ten minutes, and no more', async () => {
  await refusedAfter(3, [{ method: 'GET', url: '/altcha/challenge?action=login' }]);
  await refusedAfter(2, [{ method: 'POST', url: '/sandbox/payment-methods' }]);
  await refusedAfter(3, [
    { method: 'GET', url: '/rest/default/V1/mobiledigital/places?q=bond' },
    { method: 'GET', url: '/rest/au/V1/mobiledigital/place?place_id=x' },
  ]);
  await refusedAfter(4, [
    { method: 'POST', url: AUTH },
    { method: 'POST', url: CONFIRM },
  ]);
  expect((await ask({ method: 'GET', url: '/rest/default/V1/mobiledigital/browseProducts' })).statusCode).toBe(200);
  await shop.moveTo('2026-11-02T01:11:00.000Z');
  expect((await ask({ method: 'POST', url: AUTH })).statusCode).not.toBe(429);
});
