import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stripeKeys } from './integrations/payments/settings.ts';
import { readSettings } from './settings.ts';

const stripeTestKeys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

it('runs on one machine with the default settings', () => {
  expect(readSettings({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    DATA_DIR: '.data',
    SEED: 'demo',
    PAYMENTS: 'sandbox',
    publicUrl: 'http://localhost:3000',
  });
});

it.each([
  [{}, 0],
  [{ APPROVAL_GIFTS_PER_CARD: '50' }, 50],
  [{ PAYMENTS: 'stripe', ...stripeTestKeys }, 1_000],
  [{ PAYMENTS: 'stripe', ...stripeTestKeys, APPROVAL_GIFTS_PER_CARD: '0' }, 0],
])('reads %j and limits the gift cards bought with one payment card to %i dollars', (env, dollars) => {
  expect(readSettings(env as Record<string, string>).APPROVAL_GIFTS_PER_CARD).toBe(dollars);
});

it('uses localhost in links on this machine, because passkeys need a name, and puts IPv6 in brackets', () => {
  for (const HOST of ['127.0.0.1', '0.0.0.0', '::', '::1'])
    expect(readSettings({ HOST, PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
  expect(readSettings({ HOST: 'fd00::1', PORT: '8080' }).publicUrl).toBe('http://[fd00::1]:8080');
});

it('treats an empty setting as not set', () => expect(readSettings({ DATABASE_URL: '', PORT: '' }).PORT).toBe(3000));

it('reads secrets from files named after their settings, unless the variable is set', () => {
  const folder = mkdtempSync(join(tmpdir(), 'handsel-secrets-'));
  try {
    writeFileSync(join(folder, 'SESSION_SECRET'), 'a secret that is long enough to be one\n');
    writeFileSync(join(folder, 'SMTP_URL'), 'smtps://mail.example');
    writeFileSync(join(folder, 'another file'), 'of whoever');
    const read = readSettings({ SECRETS_DIR: folder, SMTP_URL: 'smtps://other.example' });
    expect(read.SESSION_SECRET).toBe('a secret that is long enough to be one');
    expect(read.SMTP_URL).toBe('smtps://other.example');
    writeFileSync(join(folder, 'SESSION_SECRET'), 'short');
    expect(() => readSettings({ SECRETS_DIR: folder })).toThrow('SESSION_SECRET needs at least 32 characters');
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(() => readSettings({ SECRETS_DIR: folder })).toThrow('SECRETS_DIR cannot be read (ENOENT)');
});

const twilio = {
  MESSAGES: 'twilio',
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+61491570110',
  PUBLIC_URL: 'https://shop.example',
};

it.each([
  [{ PORT: 'eighty' }, /PORT must be a number\./],
  [{ PORT: '80.5' }, /PORT must be a whole number\./],
  [{ PORT: '70000' }, /PORT must be at most 65535\./],
  [{ METRICS_PORT: '0' }, /METRICS_PORT must be at least 1\./],
  [{ METRICS_PORT: '3000' }, /METRICS_PORT and PORT must be different ports\./],
  [{ CODE_SENDS_PER_DAY: '0' }, /CODE_SENDS_PER_DAY must be at least 1\./],
  [{ PUBLIC_URL: 'shop' }, /PUBLIC_URL must be an address such as https/],
  [{ OPERATOR_EMAIL: 'x' }, /OPERATOR_EMAIL must be an e-mail address such as/],
  [{ REDEMPTION_NOTICE_FROM: '20,00' }, /REDEMPTION_NOTICE_FROM must be an amount in dollars such as 20\.00, or off\./],
  [{ CLOCK_FROM: 'noon' }, /CLOCK_FROM must be a time such as 2026/],
  [{ PAYMENTS: 'paypal' }, /PAYMENTS must be sandbox or stripe\./],
  [{ LEADS: 'mailchimp' }, /LEADS/],
  [{ LEADS: 'salesforce' }, /SALESFORCE_OID/],
  [{ SALESFORCE_LEADS_URL: 'javascript:alert(1)' }, /SALESFORCE_LEADS_URL/],
  [{ TRUST_PROXY: 'yes' }, /TRUST_PROXY must be none, a number of proxies such as 1, or their addresses such as 10/],
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
  [{ ...twilio, TWILIO_FROM: '0491570110' }, /TWILIO_FROM must be a number such as/],
  [{ ...twilio, TWILIO_API_KEY: `SK${'1'.repeat(32)}` }, /TWILIO_API_SECRET must be set together/],
  [{ ...twilio, PUBLIC_URL: '' }, /also needs PUBLIC_URL/],
  [{ ...twilio, NODE_ENV: 'production', PUBLIC_URL: 'http://shop.example' }, /PUBLIC_URL with https/],
  [{ ...twilio, NODE_ENV: 'production', TWILIO_API_BASE: 'http://x.example' }, /TWILIO_API_BASE must begin with https/],
  [{ MESSAGES: 'clicksend', CLICKSEND_USERNAME: 'x', CLICKSEND_API_KEY: 'y' }, /CLICKSEND_HOOK_SECRET/],
  [{ CLICKSEND_HOOK_SECRET: 'short' }, /CLICKSEND_HOOK_SECRET must be 24/],
  [
    { MESSAGES: 'webhook', MESSAGE_GATEWAY_URL: 'https://sms.example', MESSAGE_GATEWAY_SECRET: 'whsec_c2hvcnQ=' },
    /24 to 64 bytes in base64/,
  ],
  [{ MESSAGE_SENDER_ID: 'two words' }, /MESSAGE_SENDER_ID must be 3 to 11/],
  [{ PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1' }, /STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET/],
  [{ APPLE_TEAM_ID: 'short' }, /APPLE_TEAM_ID must be ten capital letters and digits/],
  [{ APPLE_PASS_TYPE_ID: 'giftcard' }, /APPLE_PASS_TYPE_ID must be an identifier such as pass\./],
  [{ GOOGLE_WALLET_ISSUER_ID: 'BCR2DN' }, /GOOGLE_WALLET_ISSUER_ID must consist of digits only/],
  [
    { GOOGLE_WALLET_KEY: '/etc/key.json' },
    /Google Wallet is only partly configured: it also needs GOOGLE_WALLET_ISSUER_ID\. Set/,
  ],
  [
    { APPLE_PASS_TYPE_ID: 'pass.example.card', APPLE_PASS_CERTIFICATE: '/etc/pass.pem' },
    /it also needs APPLE_TEAM_ID and APPLE_PASS_KEY and APPLE_WWDR_CERTIFICATE\. Set all of its settings or none/,
  ],
])('reports a wrong setting in one sentence: %o', (environment, sentence) => {
  expect(() => readSettings(environment)).toThrow(sentence);
});

it('rejects sandboxes and the demo phone in production unless DEMO=1', () => {
  const production = { NODE_ENV: 'production' };
  expect(() => readSettings(production)).toThrow(/PAYMENTS=sandbox, MESSAGES=phone, a missing SESSION_SECRET/);
  expect(readSettings({ ...production, DEMO: '1' }).production).toBe(true);
  expect(() => readSettings({ ...production, DEMO: '1', CLOCK: 'movable' })).toThrow(/is not allowed in production/);
});

const secret = { SESSION_SECRET: 'a secret that is long enough to be one' };
const cardKeys = { CARD_KEYS: 'k1:a key that is long enough to be one' };

it.each([
  [{ PUBLIC_URL: 'https://shop.example' }, /^Production \(implied by an https PUBLIC_URL or live keys\) does not/],
  [{ PUBLIC_URL: 'https://shop.example', DEMO: '1', CLOCK: 'movable' }, /CLOCK=movable is for tests/],
  [{ PUBLIC_URL: 'https://shop.example', DEMO: '1', WEB: 'dev' }, /WEB=dev is for development/],
  [{ NODE_ENV: 'production', DEMO: '1', WEB: 'dev' }, /WEB=dev is for development and is not allowed in production/],
])('treats a shop at an https address as production, whatever NODE_ENV is: %o', (environment, sentence) => {
  const demo = { TRUST_PROXY: 'none', NODE_ENV: 'development' };
  expect(() => readSettings({ ...demo, ...environment })).toThrow(sentence);
  expect(readSettings({ ...demo, PUBLIC_URL: 'https://shop.example', DEMO: '1' }).production).toBe(true);
  expect(readSettings({ ...demo, PUBLIC_URL: 'HTTPS://shop.example/', DEMO: '1' }).publicUrl).toBe(
    'https://shop.example',
  );
  expect(readSettings({ PUBLIC_URL: 'https://shop.example', NODE_ENV: 'test' }).production).toBe(false);
});

it('requires TRUST_PROXY for a shop behind https, and accepts none', () => {
  const shop = { NODE_ENV: 'production', DEMO: '1', PUBLIC_URL: 'https://shop.example' };
  expect(() => readSettings(shop)).toThrow(
    /^TRUST_PROXY is missing: .* Set the number of proxies \(TRUST_PROXY=1\), their addresses .*, or none\.$/,
  );
  for (const TRUST_PROXY of ['none', '0', '1', '2', '10.0.0.0/8, 192.168.1.7', 'loopback'])
    expect(readSettings({ ...shop, TRUST_PROXY }).TRUST_PROXY).toBe(TRUST_PROXY);
  expect(readSettings({ ...shop, PUBLIC_URL: 'http://127.0.0.1:3000' }).TRUST_PROXY).toBeUndefined();
});

const services = {
  RECAPTCHA_URL: { HUMAN_CHECK: 'recaptcha', RECAPTCHA_SITE_KEY: 'x', RECAPTCHA_SECRET: 'y' },
  GOOGLE_PLACES_URL: { PLACES: 'google', GOOGLE_PLACES_KEY: 'x' },
  S3_BUCKET_URL: { FILES: 's3', S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'y' },
  MESSAGE_GATEWAY_URL: {
    MESSAGES: 'webhook',
    PUBLIC_URL: 'https://shop.example',
    TRUST_PROXY: 'none',
    MESSAGE_GATEWAY_SECRET: `whsec_${Buffer.alloc(24).toString('base64')}`,
  },
  TWILIO_API_BASE: { ...twilio, TRUST_PROXY: 'none' },
  GOOGLE_WALLET_URL: {},
  GOOGLE_TOKEN_URL: {},
};

it.each(Object.entries(services))(
  'requires https for %s, because it receives confidential data',
  (name, otherSettings) => {
    const read = (address: string, env: Record<string, string>) =>
      readSettings({ ...otherSettings, ...env, [name]: address });
    const production = { NODE_ENV: 'production', DEMO: '1' };
    for (const address of [
      'http://service.example/bucket',
      'HTTP://service.example/bucket',
      'http://127.0.0.1:9/bucket',
    ])
      expect(() => read(address, production)).toThrow(
        `${name} must begin with https in production, because it receives `,
      );
    expect(read('https://service.example/bucket', production)).toMatchObject({
      [name]: 'https://service.example/bucket',
    });
    for (const host of ['127.0.0.1:9', 'localhost', '[::1]:9'])
      expect(read(`http://${host}/bucket`, { NODE_ENV: 'test' })).toMatchObject({ [name]: `http://${host}/bucket` });
    expect(() => read('http://service.example/bucket', { NODE_ENV: 'test' })).toThrow(
      `${name} must begin with https unless it points to this machine`,
    );
  },
);

it('requires verification of the certificate if the database connection uses TLS', () => {
  const read = (parameters: string, NODE_ENV = 'production') =>
    readSettings({ NODE_ENV, DEMO: '1', DATABASE_URL: `postgres://u:p@db.example/shop?${parameters}` });
  for (const parameters of ['sslmode=no-verify', 'sslmode=require&uselibpqcompat=true'])
    expect(() => read(parameters)).toThrow('DATABASE_URL does not verify certificates');
  expect(read('sslmode=verify-full&sslrootcert=/etc/ca.pem').production).toBe(true);
  expect(read('sslmode=no-verify', 'test').production).toBe(false);
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

const seller = {
  OPERATOR_NAME: 'Gifts Pty Ltd',
  OPERATOR_ABN: '51 824 753 556',
  OPERATOR_CONTACT: 'help@shop.example',
  SEED: 'none',
  TRUST_PROXY: '1',
};

it('treats a shop with live keys as production, even with NODE_ENV=test', () => {
  const live = { ...twilio, ...secret, ...cardKeys, ...stripe, ...seller };
  for (const NODE_ENV of ['', 'development', 'test']) {
    expect(readSettings({ ...live, NODE_ENV }).production).toBe(true);
    expect(() => readSettings({ ...live, NODE_ENV, HUMAN_CHECK: 'none' })).toThrow(
      'does not start with HUMAN_CHECK=none',
    );
    expect(() => readSettings({ ...live, NODE_ENV, SESSION_SECRET: '' })).toThrow('a missing SESSION_SECRET');
    expect(() => readSettings({ ...live, NODE_ENV, DEMO: '1' })).toThrow(
      /^Live Stripe keys .* cannot be used with DEMO=1,/,
    );
  }
});

it.each([
  ['https://shop.example', { secretKey: 'sk_live_1', publishableKey: 'pk_live_1', webhookSecret: 'whsec_live' }],
  [
    'https://staging.shop.example',
    { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_test' },
  ],
  ['http://127.0.0.1:3000', { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_test' }],
])('selects the live or test Stripe keys that match the site at %s [CA-56]', (PUBLIC_URL, keys) => {
  expect(stripeKeys(readSettings({ ...twilio, ...secret, ...cardKeys, ...seller, ...stripe, PUBLIC_URL }))).toEqual(
    keys,
  );
});

it.each([
  [{ STRIPE_SECRET_KEY: 'pk_test_1' }, /STRIPE_SECRET_KEY must begin with sk_ or rk_/],
  [{ STRIPE_PUBLISHABLE_KEY: 'sk_test_1' }, /STRIPE_PUBLISHABLE_KEY must begin with pk_/],
  [{ STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, /for test mode and the other for live mode/],
  [{ STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, /is a live key, but this site is not at/],
  [{ PUBLIC_URL: 'https://shop.example', STRIPE_LIVE_WEBHOOK_SECRET: '' }, /also needs STRIPE_LIVE_WEBHOOK_SECRET/],
  [
    {
      PUBLIC_URL: 'https://shop.example',
      STRIPE_LIVE_SECRET_KEY: 'sk_test_2',
      STRIPE_LIVE_PUBLISHABLE_KEY: 'pk_test_2',
    },
    /contain test-mode keys; set live-mode keys/,
  ],
  [
    { NODE_ENV: 'production', STRIPE_API_BASE: 'http://stripe.example' },
    /STRIPE_API_BASE must begin with https in production/,
  ],
])('rejects Stripe keys that do not match each other or the origin: %o', (change, sentence) => {
  expect(() => readSettings({ ...stripe, ...change })).toThrow(sentence);
});

it('accepts a real carrier in production without DEMO=1', () => {
  const production = { ...secret, NODE_ENV: 'production', TRUST_PROXY: '1' };
  expect(() => readSettings({ ...production, ...twilio })).toThrow(
    'Production does not start with PAYMENTS=sandbox; set',
  );
  const testMode = { ...stripe, PUBLIC_URL: 'https://staging.shop.example' };
  expect(() => readSettings({ ...production, ...twilio, ...testMode })).toThrow(
    /^Production does not start without CARD_KEYS, .* Do not change SESSION_SECRET/,
  );
  const keys = { CARD_KEYS: 'k2:a key that is long enough to be one, k1:another key that is long enough as well' };
  expect(readSettings({ ...production, ...twilio, ...testMode, ...keys }).CARD_KEYS?.map(({ id }) => id)).toEqual([
    'k2',
    'k1',
  ]);
});

it('reports unreadable card keys without revealing their secrets', () => {
  const read = () => readSettings({ CARD_KEYS: 'k1:too short a secret' });
  expect(read).toThrow(
    /^A setting is wrong: CARD_KEYS must be an id .* a colon and a secret of at least 32 characters/,
  );
  expect(read).not.toThrow(/too short/);
});

it('rejects live keys with demo products or demo seller details, whatever DEMO is set to', () => {
  const live = {
    ...stripe,
    ...twilio,
    NODE_ENV: 'production',
    DEMO: '1',
    TRUST_PROXY: '1',
    SESSION_SECRET: 'a secret that is long enough to be one',
    ...cardKeys,
  };
  expect(() => readSettings(live)).toThrow(
    'cannot be used with SEED=demo, a missing OPERATOR_NAME, a missing OPERATOR_ABN, a missing OPERATOR_CONTACT;',
  );
  expect(() => readSettings({ ...live, ...seller, SEED: 'demo' })).toThrow(/cannot be used with SEED=demo;/);
  expect(readSettings({ ...live, ...seller, DEMO: '0' }).production).toBe(true);
  expect(readSettings({ ...live, STRIPE_LIVE_ORIGIN: 'https://elsewhere.example' }).production).toBe(true);
});
