import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StripeRequest, startTestingStripe, type TestingStripe } from '#test/fakes/stripe.ts';
import { createClock } from '../../../clock.ts';
import type { PaymentRequest } from '../port.ts';
import { createStripePayments } from './stripe.ts';
import { createStripeClient } from './stripe-client.ts';

const root = join(import.meta.dirname, '../../../..');
const reference = join(root, '../shared/reference');
const description = join(reference, 'stripe-trimmed.json');
const isHere = existsSync(description);

let stripe: TestingStripe;
let checker: { url: string; process: ChildProcess } | null = null;

beforeAll(async () => {
  stripe = await startTestingStripe();
  await makeEveryCall();
  checker = isHere ? await startChecker() : null;
});
afterAll(async () => {
  checker?.process.kill();
  await stripe.close();
});

async function makeEveryCall(): Promise<void> {
  const clock = createClock({ movable: false });
  const client = createStripeClient({ secretKey: 'sk_test_1', apiBase: stripe.url, timeoutMs: 10_000, clock });
  const payments = createStripePayments(client, {
    account: 'stripe-test',
    publishableKey: 'pk_test_1',
    returnUrl: 'http://shop.test/checkout',
  });
  const customer = { customerId: 7, name: 'Wren Banks', email: 'w@example.com', phone: '+61412345678', former: null };
  const providerCustomerId = await payments.createCustomer(customer);
  const request: PaymentRequest = {
    idempotencyKey: 'order-1-1',
    orderId: 1,
    cartId: 2,
    amountCents: 2_550,
    currency: 'AUD',
    providerCustomerId,
    paymentMethod: 'pm_card_visa',
    saveCard: true,
    capture: true,
  };
  const pay = async (change: Partial<PaymentRequest>, securityCodeToken: string | null = null) => {
    const created = await payments.createPayment({ ...request, ...change });
    if ('state' in created) throw new Error(created.message);
    await payments.confirm(created.paymentId, { securityCodeToken });
    return created.paymentId;
  };
  const paid = await pay({});
  await payments.retrieve(paid);
  const refund = await payments.refund({ key: 'refund-1', attempt: 1, paymentId: paid, amountCents: 1_000 });
  await payments.refundById('refundId' in refund ? refund.refundId : '');
  await payments.listRefunds(paid);
  await payments.movements({ from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() + 1_000) });
  await payments.disputeById(stripe.state.dispute(paid).id);
  const { id: warningId } = stripe.state.warnings.warn(paid);
  await payments.warningById({ kind: 'early fraud warning', warningId });
  await payments.warningById({ kind: 'review', warningId: stripe.state.warnings.openReview(paid).id });
  await payments.capture(await pay({ idempotencyKey: 'order-1-2', saveCard: false, capture: false }));
  await payments.cancel(await pay({ idempotencyKey: 'order-1-3', capture: false }));
  const [card] = await payments.savedCards(providerCustomerId);
  await pay({ idempotencyKey: 'order-1-4', paymentMethod: card?.id ?? '', saveCard: false }, 'cvctok_1');
  await payments.removeCard(providerCustomerId, card?.id ?? '');
  await payments.deleteCustomer(providerCustomerId);
  await payments.deleteCustomer(providerCustomerId);
}

async function startChecker() {
  const folder = join(root, 'node_modules/.cache/stripe-check');
  mkdirSync(folder, { recursive: true });
  const script = join(folder, `check-${process.pid}.mjs`);
  copyFileSync(join(reference, 'stripe-check.mjs'), script);
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  const child = spawn(process.execPath, [script, description, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  rmSync(script);
  return { url: `http://127.0.0.1:${port}`, process: child };
}

type Said = { error?: { code?: string; param?: string; message?: string } };

async function sendRequest(
  url: string,
  { method, path, text }: Pick<StripeRequest, 'method' | 'path' | 'text'>,
): Promise<Said> {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: 'Bearer sk_test_1', 'content-type': 'application/x-www-form-urlencoded' },
    ...(method === 'POST' ? { body: text } : {}),
  });
  return (await answer.json()) as Said;
}

const formatRequest = ({ method, path }: StripeRequest): string =>
  `${method} ${path.replace(/\?.*$/, '').replace(/\/(pi|pm|cus|re|dp|issfr|prv)_\w+/g, '/{id}')}`;

const UNDESCRIBED: Record<string, RegExp> = {
  'POST /v1/payment_intents/{id}/capture': /^$/,
  'DELETE /v1/customers/{id}': /^\/v1\/customers\/cus_\w+$/,
  'GET /v1/refunds': /^\/v1\/refunds\?(payment_intent=pi_\w+|created\[gte\]=\d{10}&created\[lt\]=\d{10})&limit=100$/,
  'GET /v1/payment_intents': /^\/v1\/payment_intents\?created\[gte\]=\d{10}&created\[lt\]=\d{10}&limit=100$/,
  'GET /v1/radar/early_fraud_warnings/{id}': /^\/v1\/radar\/early_fraud_warnings\/issfr_\w+$/,
  'GET /v1/reviews/{id}': /^\/v1\/reviews\/prv_\w+$/,
};

it('covers every Stripe call in the code', () => {
  const calls = readdirSync(import.meta.dirname)
    .filter((name) => /^stripe.*(?<!test)\.ts$/.test(name))
    .flatMap((name) => readFileSync(join(import.meta.dirname, name), 'utf8').match(/sdk\.(?!webhooks)[\w.]+\(/g) ?? []);
  expect(new Set(stripe.requests.map(formatRequest)).size).toBe(new Set(calls).size);
  expect(stripe.requests.filter(({ method, key }) => method === 'POST' && !key)).toEqual([]);
  expect(stripe.requests.filter(({ text }) => /payment_method_types=|off_session=/.test(text))).toEqual([]);
});

it('sends only requests that match the Stripe API description', async () => {
  if (!checker) {
    process.stdout.write(`Stripe's description is not at ${description}: no request was held against it.\n`);
    expect(isHere).toBe(false);
    return;
  }
  const { url } = checker;
  for (const text of [
    'amount=100&currency=aud&payment_method_types[]=card',
    'amount=100&currency=aud&payment_methd=x',
  ]) {
    expect((await sendRequest(url, { method: 'POST', path: '/v1/payment_intents', text })).error?.code).toBe(
      'parameter_unknown',
    );
  }
  for (const request of stripe.requests) {
    const { error } = await sendRequest(url, request);
    const pattern = UNDESCRIBED[formatRequest(request)];
    if (pattern) {
      expect(request.method === 'POST' ? request.text : request.path).toMatch(pattern);
      expect(error?.message).toContain('Unrecognized request URL');
    } else expect(error, `${request.method} ${request.path} ${request.text}`).toBeUndefined();
  }
});
