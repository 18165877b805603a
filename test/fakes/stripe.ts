import qs from 'qs';
import Stripe from 'stripe';
import { buildCardFacts } from '#server/integrations/payments/sandbox/sandbox-cards.ts';
import { startStandIn } from './stand-in.ts';
import { paginateList } from './stripe-lists.ts';
import {
  type Body,
  createStripeId,
  createStripeState,
  type Intent,
  type StripeNo,
  throwStripeError,
} from './stripe-state.ts';
import { createWarnings } from './stripe-warnings.ts';

export type StripeRequest = { method: string; path: string; text: string; key: string };
type StripeEvent = { id: string; type: string; text: string };

export type TestingStripe = {
  url: string;
  port: number;
  state: StripeState;
  requests: StripeRequest[];
  /** Webhook events, oldest first, which the test must send itself. */
  events: StripeEvent[];
  tell(type: string, object: unknown): void;
  post(
    type: string,
    options?: { signedAt?: Date; secret?: string },
  ): { payload: string; headers: Record<string, string> };
  /** Handles matching requests but drops the responses. null stops this. */
  loseAnswers(path: RegExp | null): void;
  /**
   * Responds to matching requests with 500 and stores that response under the idempotency key, as Stripe does. With
   * `done`, handles the requests anyway.
   */
  breakAnswers(path: RegExp | null, options?: { done: boolean }): void;
  denyRequests(path: RegExp | null): void;
  /** Deletes the idempotency keys, as Stripe does after a day. */
  clearKeys(): void;
  close(): Promise<void>;
};

export const WEBHOOK_SECRET = 'whsec_testing';

const createState = (tell: (type: string, object: unknown) => void, now?: () => number) => ({
  ...createStripeState(tell, now),
  warnings: createWarnings(tell),
  withCode: new Set<string>(),
});
type StripeState = ReturnType<typeof createState>;

type Route = [method: string, path: RegExp, run: (state: StripeState, id: string, body: Body) => unknown];

function deleteCustomer(state: StripeState, id: string): Record<string, unknown> {
  const { object } = state.customerOf(id) as { object: string };
  state.customers.delete(id);
  return { id, object, deleted: true };
}

function confirm(state: StripeState, id: string, body: Body): unknown {
  const options = body.payment_method_options as { card?: { cvc_token?: string } } | undefined;
  const token = options?.card?.cvc_token;
  const param = 'payment_method_options[card][cvc_token]';
  if (token !== undefined && !token.startsWith('cvctok_'))
    throwStripeError(400, { type: 'invalid_request_error', message: `No such token: '${token}'`, param });
  const isTyped = state.methods.get(state.getIntent(id).payment_method ?? '')?.customer === null;
  if (token !== undefined || isTyped) state.withCode.add(id);
  return state.confirm(id);
}

const ROUTES: Route[] = [
  ['POST', /^\/v1\/customers$/, (state, _id, body) => state.createCustomer(body)],
  ['DELETE', /^\/v1\/customers\/(\w+)$/, deleteCustomer],
  ['GET', /^\/v1\/customers\/(\w+)$/, (state, id) => state.customerOf(id)],
  ['GET', /^\/v1\/customers\/(\w+)\/payment_methods$/, (state, id) => state.listCards(id)],
  ['POST', /^\/v1\/payment_methods\/(\w+)\/detach$/, (state, id) => state.detach(id)],
  ['POST', /^\/v1\/payment_intents$/, (state, _id, body) => state.createIntent(body)],
  ['GET', /^\/v1\/payment_intents$/, (state, _id, query) => paginateList(state.intents.values(), query)],
  ['GET', /^\/v1\/payment_intents\/(\w+)$/, (state, id) => state.getIntent(id)],
  ['POST', /^\/v1\/payment_intents\/(\w+)\/confirm$/, confirm],
  ['POST', /^\/v1\/payment_intents\/(\w+)\/cancel$/, (state, id) => state.cancel(id)],
  ['POST', /^\/v1\/payment_intents\/(\w+)\/capture$/, (state, id) => state.capture(id)],
  ['POST', /^\/v1\/refunds$/, (state, _id, body) => state.refund(body)],
  [
    'GET',
    /^\/v1\/refunds$/,
    (state, _id, query) =>
      'payment_intent' in query
        ? state.listRefunds(String(query.payment_intent))
        : paginateList(state.refunds.values(), query),
  ],
  ['GET', /^\/v1\/refunds\/(\w+)$/, (state, id) => state.refundOf(id)],
  ['GET', /^\/v1\/disputes\/(\w+)$/, (state, id) => state.disputeOf(id)],
  ['GET', /^\/v1\/radar\/early_fraud_warnings\/(\w+)$/, (state, id) => state.warnings.warningOf(id)],
  ['GET', /^\/v1\/reviews\/(\w+)$/, (state, id) => state.warnings.reviewOf(id)],
];

/**
 * Starts a fake Stripe: customers, payment methods, 3-D Secure, refunds, disputes, idempotency keys and signed events.
 * Rejects removed parameters, and POSTs without an idempotency key. `now`: clock in ms.
 */
export async function startTestingStripe(now?: () => number): Promise<TestingStripe> {
  const requests: StripeRequest[] = [];
  const events: StripeEvent[] = [];
  let lost: RegExp | null = null;
  const tell = (type: string, object: unknown): void => {
    const id = createStripeId('evt');
    const event = { id, object: 'event', api_version: '2026-10-28.endive', livemode: false, type, data: { object } };
    events.push({ id, type, text: JSON.stringify({ created: Math.floor(Date.now() / 1_000), ...event }) });
  };
  const state = createState(tell, now);
  const answer = createAnswers(state);
  const standIn = await startStandIn(({ method, path, headers, body: text }) => {
    const heard = { method, path, text, key: String(headers['idempotency-key'] ?? '') };
    requests.push(heard);
    const answered = answer.to(heard, headers.authorization ?? '');
    return lost?.test(path) ? 'cut' : { ...answered, headers: { 'request-id': createStripeId('req') } };
  });
  return {
    url: standIn.url,
    port: standIn.port,
    state,
    requests,
    events,
    tell,
    post(type, { signedAt, secret = WEBHOOK_SECRET } = {}) {
      const event = events.findLast((candidate) => candidate.type === type);
      if (!event)
        throw new Error(`No ${type} has happened, only ${events.map((candidate) => candidate.type).join(', ')}.`);
      return { payload: event.text, headers: signPayload(event.text, { secret, ...(signedAt ? { signedAt } : {}) }) };
    },
    loseAnswers: (path) => {
      lost = path;
    },
    breakAnswers: answer.breakAnswers,
    denyRequests: answer.denyRequests,
    clearKeys: answer.clearKeys,
    close: standIn.close,
  };
}

export function signPayload(
  payload: string,
  { signedAt, secret }: { signedAt?: Date; secret: string },
): Record<string, string> {
  const timestamp = Math.floor((signedAt?.getTime() ?? Date.now()) / 1_000);
  const signature = new Stripe('sk_test_signing').webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return { 'stripe-signature': signature, 'content-type': 'application/json; charset=utf-8' };
}

type Answer = { status: number; body: unknown };

function createAnswers(state: StripeState) {
  const answersByKey = new Map<string, Answer & { print: string }>();
  let broken: { path: RegExp | null; done: boolean } = { path: null, done: false };
  let denied: RegExp | null = null;
  const to = (heard: StripeRequest, bearer: string): Answer => {
    // Denied requests are not stored under their idempotency key, because Stripe stores nothing before it starts
    // processing.
    if (denied?.test(heard.path)) return toErrorAnswer(NO_RIGHT);
    const print = `${heard.path}?${heard.text}`;
    const before = answersByKey.get(heard.key);
    if (before && before.print !== print) {
      return toErrorAnswer({
        status: 400,
        error: { type: 'idempotency_error', message: 'Keys for idempotent requests ...' },
      });
    }
    if (before) return before;
    const answer = broken.path?.test(heard.path)
      ? runAndFail(() => broken.done && run(state, { heard, bearer }))
      : runToAnswer(() => run(state, { heard, bearer }));
    if (heard.key) answersByKey.set(heard.key, { ...answer, print });
    return answer;
  };
  return {
    to,
    clearKeys: () => answersByKey.clear(),
    denyRequests: (path: RegExp | null) => {
      denied = path;
    },
    breakAnswers: (path: RegExp | null, options = { done: false }) => {
      broken = { path, ...options };
    },
  };
}

const NO_RIGHT = {
  status: 403,
  error: { type: 'invalid_request_error', message: 'The provided key does not have the required permissions.' },
};

function runAndFail(work: () => unknown): Answer {
  runToAnswer(work);
  return toErrorAnswer({ status: 500, error: { type: 'api_error', message: 'An unknown error occurred.' } });
}

function run(state: StripeState, { heard, bearer }: { heard: StripeRequest; bearer: string }): unknown {
  if (!/^Bearer (sk|rk)_/.test(bearer))
    throwStripeError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
  const [path = '', query = ''] = heard.path.split('?');
  const route = ROUTES.find(([method, pattern]) => method === heard.method && pattern.test(path));
  if (!route)
    return throwStripeError(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${path}).` });
  const body = qs.parse(heard.method === 'GET' ? query : heard.text, { depth: 10 }) as Body;
  if (heard.method === 'POST' && !heard.key)
    throwStripeError(400, { type: 'invalid_request_error', message: 'No idempotency key.' });
  for (const removed of ['payment_method_types', 'off_session']) {
    if (removed in body)
      throwStripeError(400, {
        type: 'invalid_request_error',
        code: 'parameter_unknown',
        param: removed,
        message: removed,
      });
  }
  const result = route[2](state, route[1].exec(path)?.[1] ?? '', body);
  if (expands(body, 'payment_method')) return withMethod(state, result as Intent);
  return expands(body, 'latest_charge') ? withCharge(state, result as Intent) : result;
}

const expands = ({ expand }: Body, field: string): boolean => Array.isArray(expand) && expand.includes(field);

const withMethod = (state: StripeState, intent: Intent): unknown => ({
  ...intent,
  payment_method: state.methods.get(intent.payment_method ?? '') ?? null,
});

function withCharge(state: StripeState, intent: Intent): unknown {
  const behaviour = state.methods.get(intent.payment_method ?? '')?.behaviour;
  if (intent.latest_charge === null || behaviour === undefined) return intent;
  const { country, failedChecks } = buildCardFacts(behaviour);
  const check = (name: 'postcode' | 'security code') => (failedChecks.includes(name) ? 'fail' : 'pass');
  const cvc_check = state.withCode.has(intent.id) ? check('security code') : null;
  const checks = { address_postal_code_check: check('postcode'), cvc_check };
  const payment_method_details = { type: 'card', card: { country, checks } };
  return { ...intent, latest_charge: { id: intent.latest_charge, object: 'charge', payment_method_details } };
}

function runToAnswer(work: () => unknown): Answer {
  try {
    return { status: 200, body: structuredClone(work()) };
  } catch (thrown) {
    if (thrown instanceof Error && 'status' in thrown) return toErrorAnswer(thrown as StripeNo);
    throw thrown;
  }
}

const toErrorAnswer = ({ status, error }: Pick<StripeNo, 'status' | 'error'>): Answer => ({
  status,
  body: structuredClone({ error }),
});
