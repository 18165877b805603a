import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { Service } from '#server/integrations/resiliency-matrix.ts';
import type { TestShop } from '#test/support/shop.ts';
import { addToApple, addToGoogle } from '#test/support/wallet-passes.ts';
import { appleSettings, googleSettings } from './passes.ts';
import { type Answered, type Received, startStandIn } from './stand-in.ts';
import { startTestingStripe, WEBHOOK_SECRET } from './stripe.ts';
import { startTwilio } from './twilio.ts';
import { startApns, startGoogleWallet } from './wallets.ts';

export type TestingService = {
  port: number;
  env(url: string): Record<string, string>;
  texts?: (to: string) => string[];
  addPass?: (shop: TestShop, secret: string) => Promise<unknown>;
  isUpdated?: (dollars: number) => boolean;
  sayBusy?: (busy: boolean) => void;
  close(): Promise<void>;
};

export function startTestingService(service: Service): Promise<TestingService> {
  return STARTS[service]();
}

const STARTS: Record<Service, () => Promise<TestingService>> = {
  async payments() {
    const { port, close } = await startTestingStripe();
    const env = (url: string) => ({
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_matrix',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_matrix',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: url,
      STRIPE_TIMEOUT_MS: '14000',
    });
    return { port, env, close };
  },
  async messages() {
    const twilio = await startTwilio();
    const texts = (to: string) =>
      twilio
        .carried()
        .filter((message) => message.to === to)
        .map(({ text }) => text)
        .reverse();
    return { port: twilio.standIn.port, env: twilio.env, texts, close: twilio.standIn.close };
  },
  'human check': () =>
    startJson(
      ({ body }) => {
        const action = new URLSearchParams(body).get('response');
        return { success: true, score: 0.9, action, hostname: 'shop.test', 'error-codes': [] };
      },
      (url) => ({
        HUMAN_CHECK: 'recaptcha',
        RECAPTCHA_SITE_KEY: 'site-key',
        RECAPTCHA_SECRET: 'secret',
        RECAPTCHA_URL: `${url}/siteverify`,
      }),
    ),
  places: () =>
    startJson(
      () => ({ suggestions: [{ placePrediction: { placeId: 'ChIJ1', text: { text: '12 Smith St, Fitzroy' } } }] }),
      (url) => ({ PLACES: 'google', GOOGLE_PLACES_KEY: 'key', GOOGLE_PLACES_URL: url }),
    ),
  leads: () =>
    startJson(
      () => ({}),
      (url) => ({ LEADS: 'salesforce', SALESFORCE_OID: '00D000000000001', SALESFORCE_LEADS_URL: url }),
    ),
  files() {
    const storedFiles = new Map<string, Buffer>();
    return startService(
      ({ method, path, bytes }) => {
        if (method === 'PUT') storedFiles.set(path, bytes);
        const found = storedFiles.get(path);
        const sum = createHash('sha256')
          .update(found ?? '')
          .digest('hex');
        return { status: found ? 200 : 404, body: found ?? '{}', headers: { 'x-amz-meta-sha256': sum } };
      },
      (url) => ({
        FILES: 's3',
        S3_BUCKET_URL: `${url}/bucket`,
        S3_ACCESS_KEY_ID: 'id',
        S3_SECRET_ACCESS_KEY: 'secret',
      }),
    );
  },
  async mail() {
    const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
      port: (server.server.address() as AddressInfo).port,
      env: (url) => ({
        MAIL: 'smtp',
        SMTP_URL: url.replace('http:', 'smtp:'),
        MAIL_FROM: 'Shop <receipts@shop.example>',
      }),
      close: () => new Promise((resolve) => server.close(resolve)),
    };
  },
  async 'apple wallet'() {
    const settings = appleSettings();
    const apns = await startApns({ certificate: settings.APPLE_PASS_CERTIFICATE });
    return {
      port: apns.port,
      env: (url) => ({
        ...settings,
        APPLE_PUSH_URL: url.replace('http:', 'https:'),
        PUBLIC_URL: 'https://shop.test',
      }),
      addPass: async (shop, secret) => (await addToApple(shop, secret)).register('iphone', 'aa'.repeat(32)),
      isUpdated: () => apns.pushes.some(({ status }) => status === 200),
      sayBusy: (busy) => {
        apns.says = () => (busy ? { status: 429, reason: 'TooManyRequests' } : { status: 200 });
      },
      close: apns.close,
    };
  },
  async 'google wallet'() {
    const google = await startGoogleWallet();
    return {
      port: google.port,
      env: (url) => ({ ...googleSettings(), ...google.envAt(url) }),
      addPass: (shop, secret) => addToGoogle(shop, google.objects, secret),
      isUpdated: (dollars) => {
        const micros = String(dollars * 1_000_000);
        return [...google.objects.values()].some(({ balance }) => (balance as { micros: string }).micros === micros);
      },
      close: google.close,
    };
  },
};

type Env = TestingService['env'];
async function startService(answer: (request: Received) => Answered, env: Env): Promise<TestingService> {
  const { port, close } = await startStandIn(answer);
  return { port, env, close };
}

const startJson = (answer: (request: Received) => unknown, env: Env) =>
  startService((request) => ({ status: 200, body: answer(request) }), env);
