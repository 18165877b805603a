import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClock } from '../../../clock.ts';
import { isProviderError } from '../../service/port.ts';
import { type Answered, type StandIn, startStandIn } from '../../testing-stand-in.ts';
import { createStripeClient } from './stripe-client.ts';

let service: StandIn;
let answer: Answered;

beforeEach(async () => {
  service = await startStandIn(() => answer);
});
afterEach(() => service.close());

async function asked(status: number, body: unknown, headers: Record<string, string> = {}) {
  answer = { status, body, headers: { connection: 'close', ...headers } };
  const client = createStripeClient({
    secretKey: 'sk_test_1',
    apiBase: service.url,
    timeoutMs: 10_000,
    clock: createClock({ movable: false }),
  });
  return client
    .ask('payment_intent', () => client.sdk.paymentIntents.retrieve('pi_1'))
    .catch((error: unknown) => (isProviderError(error) ? error.fault : error));
}

test.each([
  ['a 404 without an error, which the SDK takes for success', 404, { status: 'succeeded' }, 'garbage'],
  ['a proxy’s page', 200, '<html>Welcome</html>', 'garbage'],
  ['an empty object', 200, {}, 'garbage'],
  ['an object of another kind', 200, { id: 'cus_1', object: 'customer' }, 'garbage'],
  ['a list where one object belongs', 200, '[]', 'garbage'],
  ['an error that is a word', 400, { error: 'invalid_grant' }, 'garbage'],
  ['a redirect', 302, { id: 'pi_1', object: 'payment_intent' }, 'garbage'],
  ['a fault of Stripe’s', 500, { error: { type: 'api_error', message: 'Sorry' } }, 'broken'],
  ['a key that is being worked on', 409, { error: { type: 'idempotency_error', message: 'In use' } }, 'too busy'],
])('%s is no answer', async (_what, status, body, fault) => {
  expect(await asked(status, body, status === 302 ? { location: '/elsewhere' } : {})).toBe(fault);
});

test('too many requests for long are left to the caller', async () => {
  expect(await asked(429, { error: { type: 'invalid_request_error' } }, { 'retry-after': '60' })).toBe('too busy');
});

test('what a bank says with a NUL in it can be kept', async () => {
  const found = await asked(200, { id: 'pi_1', object: 'payment_intent', description: 'half \ud800 and \0' });
  expect(found).toMatchObject({ value: { description: 'half \uFFFD and \uFFFD' } });
});

test('an intent is an answer, and a refusal is told as one', async () => {
  expect(await asked(200, { id: 'pi_1', object: 'payment_intent' })).toMatchObject({ ok: true, value: { id: 'pi_1' } });
  expect(await asked(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key' } })).toMatchObject({
    ok: false,
    refusal: { status: 401, type: 'invalid_request_error' },
  });
});
