import Fastify, { type FastifyInstance } from 'fastify';
import { registerAccount } from '#server/api/shop/customers/account-routes.ts';
import { registerHumanCheck } from '#server/api/shop/customers/human-check-routes.ts';
import { registerPasskeys } from '#server/api/shop/customers/passkey-routes.ts';
import { registerSignIn } from '#server/api/shop/customers/sign-in-routes.ts';
import { registerShop } from '#server/api/shop/site/shop-routes.ts';
import type { Context } from '#server/context.ts';
import { createSessions, registerSessions } from '#server/domain/customers/sessions/sessions.ts';
import { createNone } from '#server/integrations/human-check/none.ts';
import { noPasses } from '#server/integrations/passes/none.ts';
import { createEmbeddedPlaces } from '#server/integrations/places/embedded.ts';
import { createChanges } from '#server/platform/database/changes.ts';
import type { DatabaseKind } from '#server/platform/database/database.ts';
import { createMetrics } from '#server/platform/http/metrics/metrics.ts';
import { nobodyIsFound } from '#server/platform/http/principal.ts';
import { cardKeyOf } from '#server/platform/kernel/keys/card-keys.ts';
import { sessionKeysOf } from '#server/platform/kernel/secrets.ts';
import type { Messages, OutgoingMessage } from '#server/platform/ports/messages.ts';
import { readSettings } from '#server/settings.ts';
import { openTestDatabase } from './database.ts';
import { browserHeaders, keepCookie, type TestBrowser } from './test-browser.ts';

type Answer = { status: number; body: Record<string, unknown> };
type CallOptions = { token?: string; address?: string; browser?: TestBrowser };
type Caller = (path: string, body?: unknown, options?: CallOptions) => Promise<Answer>;

/** A shop of sign-in and account only, on a database of its own, with a clock to move and messages kept in `sent`. */
export type SignInShop = {
  app: FastifyInstance;
  context: Context;
  sent: OutgoingMessage[];
  post: Caller;
  put: Caller;
  get: Caller;
  /** Moves the clock on. */
  wait: (ms: number) => void;
  close: () => Promise<void>;
};

const START = new Date('2026-10-01T02:00:00Z');
const PREFIX = '/rest/default/V1/';
/** Its SESSION_SECRET. */
export const SECRET = 'a secret that only these tests know, long enough';

export async function openSignInShop(
  kind: DatabaseKind,
  options: {
    settings?: Record<string, string>;
    integrations?: (context: Context) => Partial<Context['integrations']>;
  } = {},
): Promise<SignInShop> {
  const database = await openTestDatabase(kind);
  const sent: OutgoingMessage[] = [];
  const app = Fastify();
  let now = START.getTime();
  const payments = { name: 'sandbox', account: 'sandbox', publishableKey: '' } as Context['integrations']['payments'];
  const context: Context = {
    settings: readSettings({
      NODE_ENV: 'test',
      PUBLIC_URL: 'https://shop.example',
      HUMAN_CHECK: 'none',
      ...options.settings,
    }),
    database,
    changes: createChanges(database),
    clock: { ms: () => now, now: () => new Date(now), onMachine: (instant) => instant },
    secrets: { ...sessionKeysOf([SECRET]), cardKeys: [cardKeyOf({ id: 'k1', secret: SECRET })] },
    // Messages are queued; a test that wants one sent dispatches it.
    jobs: { sendMany: async () => undefined } as unknown as Context['jobs'],
    integrations: {
      payments,
      messages: recorder(sent),
      humanCheck: createNone(),
      places: createEmbeddedPlaces(),
      mail: { name: 'none', send: async () => ({ state: 'refused', reason: 'none' }) },
      passes: noPasses,
      alarms: { name: 'none', send: async () => undefined },
      files: { name: 'local', read: async () => null, write: async () => undefined },
    },
    services: [],
    metrics: createMetrics(),
    admission: (_kind, work) => work(),
    log: app.log,
  };
  Object.assign(context.integrations, options.integrations?.(context));
  registerSessions(app, context);
  app.decorate('findPrincipal', { ...nobodyIsFound, customer: createSessions(context) });
  app.decorate('countOtherEmail', async () => 0);
  for (const register of [registerSignIn, registerAccount, registerPasskeys, registerShop]) register(app, context);
  registerHumanCheck(app, context);
  const call =
    (method: 'GET' | 'POST' | 'PUT'): Caller =>
    async (path, body, { token, address = '203.0.113.7', browser } = {}) => {
      const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}), ...browserHeaders(browser) };
      const payload = body === undefined ? {} : { payload: body as object };
      const answer = await app.inject({ method, url: PREFIX + path, headers, remoteAddress: address, ...payload });
      keepCookie(browser, answer);
      return { status: answer.statusCode, body: answer.json() };
    };
  const close = async (): Promise<void> => {
    await app.close();
    await database.close();
  };
  const wait = (ms: number): void => {
    now += ms;
  };
  return { app, context, sent, post: call('POST'), put: call('PUT'), get: call('GET'), wait, close };
}

function recorder(sent: OutgoingMessage[]): Messages {
  return {
    name: 'phone',
    idempotent: true,
    campaignSender: 'phone',
    async send(message) {
      sent.push(message);
      return { state: 'delivered', providerId: `test-${sent.length}` };
    },
  };
}

/** The code of the newest text to a mobile. */
export function newestCode({ sent }: Pick<SignInShop, 'sent'>, mobile: string): string {
  const text = sent.findLast(({ to }) => to === mobile)?.text ?? '';
  const code = /#(\d{6})$/.exec(text)?.[1];
  if (!code) throw new Error(`No code was sent to ${mobile}.`);
  return code;
}

/** Sends a code to a mobile and confirms it; returns the sign-in jwt. */
export async function proveMobile(shop: SignInShop, mobile: string, options: CallOptions = {}): Promise<string> {
  await shop.post('mobiledigital/sendmobilecode', { mobile }, options);
  const code = newestCode(shop, mobile);
  const { body } = await shop.post('mobiledigital/confirmmobilecode', { mobile, code }, options);
  return body.jwt as string;
}

export const homeAddress = {
  firstname: 'Ann',
  lastname: 'van Dam',
  telephone: '+61412345678',
  street: ['12 Smith St'],
  city: 'Fitzroy',
  postcode: '3065',
  country_id: 'AU',
  region: { region: 'Victoria', region_code: 'VIC', region_id: 571 },
  region_id: 571,
};

/** The registration payload of the specification. */
export function registrationOf(mobile: string, customer: Record<string, unknown> = {}): Record<string, unknown> {
  const email = `u${mobile.slice(1)}@shop.example`;
  const whole = { email, firstname: 'Ann', lastname: 'van Dam', store_id: 19, website_id: 1, addresses: [homeAddress] };
  return { customer: { ...whole, ...customer }, mobile, r_token: '', campaign_id: '' };
}

/** Registers a mobile and signs it in; returns the bearer. */
export async function signUp(
  shop: SignInShop,
  mobile: string,
  customer: Record<string, unknown> = {},
): Promise<string> {
  const jwt = await proveMobile(shop, mobile);
  const made = await shop.post('mobiledigital/createAccount', registrationOf(mobile, customer));
  if (made.body.status !== true) throw new Error(`Not registered: ${JSON.stringify(made.body)}`);
  const { body } = await shop.post('mobiledigital/auth', { jwt });
  return body.token as string;
}
