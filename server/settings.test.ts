import { expect, test } from 'vitest';
import { stripeKeys } from './integrations/payments/settings.ts';
import { readSettings } from './settings.ts';

test('the defaults run on one machine', () => {
  expect(readSettings({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    DATA_DIR: '.data',
    SEED: 'demo',
    PAYMENTS: 'sandbox',
    publicUrl: 'http://127.0.0.1:3000',
  });
});

test('links use loopback for wildcard hosts, and brackets for IPv6', () => {
  expect(readSettings({ HOST: '0.0.0.0' }).publicUrl).toBe('http://127.0.0.1:3000');
  expect(readSettings({ HOST: '::1', PORT: '8080' }).publicUrl).toBe('http://[::1]:8080');
});

test('an empty value counts as not set', () => expect(readSettings({ DATABASE_URL: '', PORT: '' }).PORT).toBe(3000));

const twilio = {
  MESSAGES: 'twilio',
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+61491570110',
  PUBLIC_URL: 'https://shop.example',
};

test.each([
  [{ PORT: 'eighty' }, /PORT must be a number\./],
  [{ PORT: '80.5' }, /PORT must be a whole number\./],
  [{ PORT: '70000' }, /PORT must be at most 65535\./],
  [{ METRICS_PORT: '0' }, /METRICS_PORT must be at least 1\./],
  [{ METRICS_PORT: '3000' }, /METRICS_PORT and PORT are two different ports\./],
  [{ CODE_SENDS_PER_DAY: '0' }, /CODE_SENDS_PER_DAY must be at least 1\./],
  [{ PUBLIC_URL: 'shop' }, /PUBLIC_URL must be an address such as https/],
  [{ OPERATOR_EMAIL: 'x' }, /OPERATOR_EMAIL must be an e-mail address such as/],
  [{ CLOCK_FROM: 'noon' }, /CLOCK_FROM must be a time such as 2026/],
  [{ PAYMENTS: 'paypal' }, /PAYMENTS must be sandbox or stripe\./],
  [{ LEADS: 'mailchimp' }, /LEADS/],
  [{ LEADS: 'salesforce' }, /SALESFORCE_OID/],
  [{ SALESFORCE_LEADS_URL: 'javascript:alert(1)' }, /SALESFORCE_LEADS_URL/],
  [
    {
      LEADS: 'salesforce',
      SALESFORCE_OID: '00D',
      SALESFORCE_LEADS_URL: 'http://leads.example',
      NODE_ENV: 'production',
    },
    /SALESFORCE_LEADS_URL must begin with https/,
  ],
  [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL must begin with postgres/],
  [{ MESSAGES: 'pigeon' }, /MESSAGES/],
  [
    { MESSAGES: 'twilio', TWILIO_ACCOUNT_SID: twilio.TWILIO_ACCOUNT_SID },
    /TWILIO_AUTH_TOKEN and TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID/,
  ],
  [{ ...twilio, TWILIO_FROM: '0491570110' }, /TWILIO_FROM is a number such as/],
  [{ ...twilio, TWILIO_API_KEY: `SK${'1'.repeat(32)}` }, /TWILIO_API_SECRET go together/],
  [{ ...twilio, PUBLIC_URL: '' }, /also needs PUBLIC_URL/],
  [{ ...twilio, NODE_ENV: 'production', PUBLIC_URL: 'http://shop.example' }, /PUBLIC_URL with https/],
  [{ ...twilio, NODE_ENV: 'production', TWILIO_API_BASE: 'http://x.example' }, /TWILIO_API_BASE must begin with https/],
  [{ MESSAGES: 'clicksend', CLICKSEND_USERNAME: 'x', CLICKSEND_API_KEY: 'y' }, /CLICKSEND_HOOK_SECRET/],
  [{ CLICKSEND_HOOK_SECRET: 'short' }, /CLICKSEND_HOOK_SECRET takes 24/],
  [
    { MESSAGES: 'webhook', MESSAGE_GATEWAY_URL: 'https://sms.example', MESSAGE_GATEWAY_SECRET: 'whsec_c2hvcnQ=' },
    /24 to 64 bytes in base64/,
  ],
  [{ MESSAGE_SENDER_ID: 'two words' }, /MESSAGE_SENDER_ID takes 3 to 11/],
  [{ PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1' }, /STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET/],
  [{ APPLE_TEAM_ID: 'short' }, /APPLE_TEAM_ID has ten capital letters and digits/],
  [{ APPLE_PASS_TYPE_ID: 'giftcard' }, /APPLE_PASS_TYPE_ID is written like pass\./],
  [{ GOOGLE_WALLET_ISSUER_ID: 'BCR2DN' }, /GOOGLE_WALLET_ISSUER_ID is a number/],
  [{ GOOGLE_WALLET_KEY: '/etc/key.json' }, /Google Wallet is set up in part: it also needs GOOGLE_WALLET_ISSUER_ID,/],
  [
    { APPLE_PASS_TYPE_ID: 'pass.example.card', APPLE_PASS_CERTIFICATE: '/etc/pass.pem' },
    /it also needs APPLE_TEAM_ID and APPLE_PASS_KEY and APPLE_WWDR_CERTIFICATE, or none/,
  ],
])('a wrong setting is reported in one sentence: %o', (environment, sentence) => {
  expect(() => readSettings(environment)).toThrow(sentence);
});

test('production rejects sandboxes and the demo phone, unless DEMO=1 says it is a demonstration', () => {
  const production = { NODE_ENV: 'production' };
  expect(() => readSettings(production)).toThrow(/PAYMENTS=sandbox, MESSAGES=phone, a missing SESSION_SECRET/);
  expect(readSettings({ ...production, DEMO: '1' }).production).toBe(true);
  expect(() => readSettings({ ...production, DEMO: '1', CLOCK: 'movable' })).toThrow(/never runs in production/);
});

const stripe = {
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_test',
  STRIPE_LIVE_ORIGIN: 'https://shop.example',
  STRIPE_LIVE_SECRET_KEY: 'sk_live_1',
  STRIPE_LIVE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_LIVE_WEBHOOK_SECRET: 'whsec_live',
};

test.each([
  ['https://shop.example', { secretKey: 'sk_live_1', publishableKey: 'pk_live_1', webhookSecret: 'whsec_live' }],
  [
    'https://staging.shop.example',
    { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_test' },
  ],
  ['http://127.0.0.1:3000', { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_test' }],
])('the site at %s uses the keys of its origin, live or test [CA-56]', (PUBLIC_URL, keys) => {
  expect(stripeKeys(readSettings({ ...stripe, PUBLIC_URL }))).toEqual(keys);
});

test.each([
  [{ STRIPE_SECRET_KEY: 'pk_test_1' }, /STRIPE_SECRET_KEY must begin with sk_ or rk_/],
  [{ STRIPE_PUBLISHABLE_KEY: 'sk_test_1' }, /STRIPE_PUBLISHABLE_KEY must begin with pk_/],
  [{ STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, /of the test mode and the other of the live mode/],
  [{ STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, /is a live key, but this site is not at/],
  [{ PUBLIC_URL: 'https://shop.example', STRIPE_LIVE_WEBHOOK_SECRET: '' }, /also needs STRIPE_LIVE_WEBHOOK_SECRET/],
  [
    {
      PUBLIC_URL: 'https://shop.example',
      STRIPE_LIVE_SECRET_KEY: 'sk_test_2',
      STRIPE_LIVE_PUBLISHABLE_KEY: 'pk_test_2',
    },
    /are of the test mode; set the live ones/,
  ],
  [
    { NODE_ENV: 'production', STRIPE_API_BASE: 'http://stripe.example' },
    /STRIPE_API_BASE must begin with https: in production/,
  ],
])('keys that do not match each other or the origin are rejected: %o', (change, sentence) => {
  expect(() => readSettings({ ...stripe, ...change })).toThrow(sentence);
});

test('production accepts a real carrier without DEMO=1', () => {
  const production = { NODE_ENV: 'production', SESSION_SECRET: 'a secret that is long enough to be one' };
  expect(() => readSettings({ ...production, ...twilio })).toThrow(
    'Production does not start with PAYMENTS=sandbox; set',
  );
});

test('live keys are rejected with demo products or demo seller details, whatever DEMO says', () => {
  const live = {
    ...{ ...stripe, ...twilio, NODE_ENV: 'production', DEMO: '1' },
    SESSION_SECRET: 'a secret that is long enough to be one',
  };
  expect(() => readSettings(live)).toThrow(
    'do not go with SEED=demo, a missing OPERATOR_NAME, a missing OPERATOR_ABN, a missing OPERATOR_CONTACT;',
  );
  const seller = {
    OPERATOR_NAME: 'Gifts Pty Ltd',
    OPERATOR_ABN: '51 824 753 556',
    OPERATOR_CONTACT: 'help@shop.example',
  };
  expect(() => readSettings({ ...live, ...seller })).toThrow(/do not go with SEED=demo;/);
  expect(readSettings({ ...live, ...seller, SEED: 'none', DEMO: '0' }).production).toBe(true);
  expect(readSettings({ ...live, STRIPE_LIVE_ORIGIN: 'https://elsewhere.example' }).production).toBe(true);
});
