import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { startTwilio } from './messages/testing-twilio.ts';
import { startTestingStripe, WEBHOOK_SECRET } from './payments/testing-stripe.ts';
import type { Service } from './resiliency-matrix.ts';

/** A service for a test: where it listens, and what a shop is started with to use it at an address (a fault proxy's). */
export type TestingService = {
  port: number;
  env(url: string): Record<string, string>;
  /** Texts it carried to a number, newest first; for a carrier of messages */
  texts?: (to: string) => string[];
  close(): Promise<void>;
};

/** The stand-in of each outside service, answering as a healthy one does. */
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
        .filter((one) => one.to === to)
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
    const kept = new Map<string, Buffer>();
    return startHttp(
      ({ method, path, bytes }) => {
        if (method === 'PUT') kept.set(path, bytes);
        return kept.get(path) ?? null;
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
};

type Env = TestingService['env'];
type Heard = { method: string; path: string; body: string; bytes: Buffer };

function startJson(answer: (heard: Heard) => unknown, env: Env): Promise<TestingService> {
  return startHttp((heard) => Buffer.from(JSON.stringify(answer(heard))), env);
}

/** `answer` null: 404. */
async function startHttp(answer: (heard: Heard) => Buffer | null, env: Env): Promise<TestingService> {
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    const { method = '', url = '' } = request;
    const found = answer({ method, path: url, body: bytes.toString('utf8'), bytes });
    const sum = createHash('sha256')
      .update(found ?? '')
      .digest('hex');
    response
      .writeHead(found ? 200 : 404, { 'content-type': 'application/json', 'x-amz-meta-sha256': sum })
      .end(found ?? '{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port: (server.address() as AddressInfo).port, env, close };
}
