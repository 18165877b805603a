import { afterEach, expect, it, vi } from 'vitest';
import { speakEnglish } from '#test/web/english.ts';
import { createSandboxMethod, fieldOf } from './sandbox-provider.ts';

speakEnglish();

const card = { number: '4000 0000 0000 0002', exp_month: 12, exp_year: 2030, cvc: '123' };
const answers = (body: unknown) => vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body)));
afterEach(() => vi.unstubAllGlobals());

it('VA-30 the provider’s message comes back as it is, with the field it is about', async () => {
  answers({ error: { code: 'invalid_number', message: 'Your card number is invalid.' } });
  expect(await createSandboxMethod(card)).toEqual({ error: 'Your card number is invalid.', field: 'number' });
});

it('ST-086 a card that is accepted becomes a payment method', async () => {
  answers({ id: 'pm_1', card: { brand: 'visa', last4: '4242' } });
  expect(await createSandboxMethod(card)).toEqual({ id: 'pm_1' });
});

it('no answer is an error to show, none to throw', async () => {
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
])('code %s is about %s', (code, field) => {
  expect(fieldOf(code)).toBe(field);
});

it('the card becomes a payment method in the browser, at the provider and not at the shop [CA-55]', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('{"id":"pm_1"}'));
  vi.stubGlobal('fetch', fetch);
  expect(await createSandboxMethod(card)).toEqual({ id: 'pm_1' });
  expect(fetch.mock.calls.map(([url]) => url)).toEqual(['/sandbox/payment-methods']);
});
