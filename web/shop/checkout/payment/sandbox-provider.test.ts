import { afterEach, expect, it, vi } from 'vitest';
import { speakEnglish } from '#test/web/english.ts';
import { createSandboxMethod, toCardField } from './sandbox-provider.ts';

speakEnglish();

const card = { number: '4000 0000 0000 0002', exp_month: 12, exp_year: 2030, cvc: '123' };
const stubAnswer = (body: unknown) => vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body)));
afterEach(() => vi.unstubAllGlobals());

it("returns the provider's message verbatim and the field that it is about [VA-30]", async () => {
  stubAnswer({ error: { code: 'invalid_number', message: 'Your card number is invalid.' } });
  expect(await createSandboxMethod(card)).toEqual({ error: 'Your card number is invalid.', field: 'number' });
});

it('returns a payment method for an accepted card [ST-086]', async () => {
  stubAnswer({ id: 'pm_1', card: { brand: 'visa', last4: '4242' } });
  expect(await createSandboxMethod(card)).toEqual({ id: 'pm_1' });
});

it('returns an error instead of throwing one when the provider does not respond', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await createSandboxMethod(card)).toMatchObject({ error: expect.stringContaining('try again'), field: null });
});

it.each([
  ['incomplete_number', 'number'],
  ['test_mode_live_card', 'number'],
  ['invalid_expiry_month', 'expiry'],
  ['invalid_expiry_year_past', 'expiry'],
  ['incomplete_cvc', 'cvc'],
  ['incomplete', null],
])('maps the error code %s to the field %s', (code, field) => {
  expect(toCardField(code)).toBe(field);
});

it('sends the card number from the browser to the provider and never to the shop [CA-55]', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('{"id":"pm_1"}'));
  vi.stubGlobal('fetch', fetch);
  expect(await createSandboxMethod(card)).toEqual({ id: 'pm_1' });
  expect(fetch.mock.calls.map(([url]) => url)).toEqual(['/sandbox/payment-methods']);
});
