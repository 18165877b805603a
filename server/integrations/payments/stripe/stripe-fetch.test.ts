import { afterEach, beforeEach, expect, it } from 'vitest';
import { isProviderError } from '#server/platform/ports/service.ts';
import { type Answered, type StandIn, startStandIn } from '#test/fakes/stand-in.ts';
import { createClock } from '../../../clock.ts';
import { createStripeClient } from './stripe-client.ts';

let service: StandIn;
let answer: Answered;

beforeEach(async () => {
  service = await startStandIn(() => answer);
});
afterEach(() => service.close());

async function retrieveIntent(status: number, body: unknown, headers: Record<string, string> = {}) {
  answer = { status, body, headers: { connection: 'close', ...headers } };
  const client = createStripeClient({
    secretKey: 'sk_test_1',
    apiBase: service.url,
    timeoutMs: 10_000,
    clock: createClock({ movable: false }),
  });
  return client
    .ask('payment_intent', () => client.sdk.paymentIntents.retrieve('pi_1'))
    .catch((error: unknown) => (isProviderError(error) ? error.errorKind : error));
}

it.each([
  ['a 404 without an error, which the SDK treats as success', 404, { status: 'succeeded' }, 'invalid_response'],
  ['a proxy’s HTML page', 200, '<html>Welcome</html>', 'invalid_response'],
  ['an empty object', 200, {}, 'invalid_response'],
  ['an object of another type', 200, { id: 'cus_1', object: 'customer' }, 'invalid_response'],
  ['a list instead of an object', 200, '[]', 'invalid_response'],
  ['an error that is a string', 400, { error: 'invalid_grant' }, 'invalid_response'],
  ['a redirect', 302, { id: 'pi_1', object: 'payment_intent' }, 'invalid_response'],
  ['a Stripe server error', 500, { error: { type: 'api_error', message: 'Sorry' } }, 'server_error'],
  [
    'an idempotency key that is in use',
    409,
    { error: { type: 'idempotency_error', message: 'In use' } },
    'rate_limited',
  ],
])('reports %s as a provider error', async (_what, status, body, kind) => {
  expect(await retrieveIntent(status, body, status === 302 ? { location: '/elsewhere' } : {})).toBe(kind);
});

it("leaves the wait to the caller when Stripe's Retry-After is long", async () => {
  expect(await retrieveIntent(429, { error: { type: 'invalid_request_error' } }, { 'retry-after': '60' })).toBe(
    'rate_limited',
  );
});

it('replaces NUL characters in bank messages so that they can be stored', async () => {
  const found = await retrieveIntent(200, { id: 'pi_1', object: 'payment_intent', description: 'half \ud800 and \0' });
  expect(found).toMatchObject({ value: { description: 'half \uFFFD and \uFFFD' } });
});

it('returns an intent as a success and an error response as an error', async () => {
  expect(await retrieveIntent(200, { id: 'pi_1', object: 'payment_intent' })).toMatchObject({
    ok: true,
    value: { id: 'pi_1' },
  });
  expect(
    await retrieveIntent(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key' } }),
  ).toMatchObject({
    ok: false,
    error: { status: 401, type: 'invalid_request_error' },
  });
});
