import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

test('an empty environment gives a shop that runs on one machine', () => {
  expect(readSettings({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    DATA_DIR: '.data',
    SEED: 'demo',
    PAYMENTS: 'sandbox',
    publicUrl: 'http://127.0.0.1:3000',
  });
});

test('a link never names every address, and brackets IPv6', () => {
  expect(readSettings({ HOST: '0.0.0.0' }).publicUrl).toBe('http://127.0.0.1:3000');
  expect(readSettings({ HOST: '::1', PORT: '8080' }).publicUrl).toBe('http://[::1]:8080');
});

test('an empty value counts as not set', () => expect(readSettings({ DATABASE_URL: '', PORT: '' }).PORT).toBe(3000));

test.each([
  [{ PORT: 'eighty' }, /PORT/],
  [{ PAYMENTS: 'paypal' }, /PAYMENTS/],
  [{ LEADS: 'salesforce' }, /LEADS/],
  [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL must begin with postgres/],
  [{ PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1' }, /STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET/],
])('a wrong setting is named in one sentence: %o', (environment, sentence) => {
  expect(() => readSettings(environment)).toThrow(sentence);
});

test('production refuses everything pretended, unless it says that it is a demonstration', () => {
  const production = { NODE_ENV: 'production' };
  expect(() => readSettings(production)).toThrow(/PAYMENTS=sandbox, MESSAGES=phone, a missing SESSION_SECRET/);
  expect(readSettings({ ...production, DEMO: '1' }).production).toBe(true);
  expect(() => readSettings({ ...production, DEMO: '1', CLOCK: 'movable' })).toThrow(/never runs in production/);
});
