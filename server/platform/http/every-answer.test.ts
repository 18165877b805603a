import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appleSettings, googleSettings } from '#test/fakes/passes.ts';
import { createSignedInCustomer, type SignedInCustomer } from '#test/support/app.ts';
import { AT_ONCE, cardOf25, fillCart, pay, RECIPIENT } from '#test/support/customer.ts';
import { onFakeBuild } from '#test/support/fake-build.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { createAdmission } from './load/admission.ts';

const BUILD = {
  'server/index.js': `
    export const entry = { module: { createLoadContext: () => ({}), createRequestHandler: () => async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/broken') throw new Error('not drawn');
      if (pathname === '/away') throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
      if (pathname === '/moved' || pathname === '/unreadable') return new Response(null, { status: 302, headers: { location: '/' } });
      const headers = { 'content-type': 'text/html; charset=utf-8' };
      return new Response('<!doctype html><p>A page', { status: pathname === '/gone' ? 404 : 200, headers });
    } } };`,
  'client/assets/code-1.js': 'export {};',
};

const FILES = /^\/((\w+\/)?assets\/|media\/|icon\.svg)/;
const SECRETS = /^\/(card|autologin|v1)\/|mobiledigital\/card\b/;
const HTTPS = { PUBLIC_URL: 'https://shop.test', TRUST_PROXY: 'loopback' };
const AT_PROVIDERS = {
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_test',
  HUMAN_CHECK: 'altcha',
  MESSAGES: 'twilio',
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+61491570110',
};

const JSON_BODY = { body: '{}', headers: { 'content-type': 'application/json' } };

type Asked = {
  method?: string;
  path: string;
  token?: string;
  needsBearer?: boolean;
  headers?: Record<string, string>;
  body?: string;
};

function listFailedChecks({ method = 'GET', path, needsBearer }: Asked, { headers }: Response): string[] {
  const readHeader = (name: string) => headers.get(name) ?? '';
  const isSecret = SECRETS.test(path);
  const isPersonal = isSecret || !['GET', 'HEAD'].includes(method) || needsBearer === true;
  const policy = readHeader('content-security-policy');
  const type = readHeader('content-type');
  const checks = {
    csp: /^(?=.*default-src '(none|self)').*frame-ancestors 'none'/.test(policy),
    inline: !/script-src[^;]*'unsafe-(inline|eval)'/.test(policy),
    base: /base-uri 'none'/.test(policy),
    object: /^(?!.*script-src)|object-src 'none'/.test(policy),
    charset: /^(?!text\/)(?!.*[/+]xml)|; *charset=utf-8$/i.test(type),
    hsts: /^max-age=31536000; *includeSubDomains$/.test(readHeader('strict-transport-security')),
    nosniff: readHeader('x-content-type-options') === 'nosniff',
    referrer:
      FILES.test(path) ||
      (isSecret ? /^no-referrer$/ : /^(no-referrer|strict-origin)/).test(readHeader('referrer-policy')),
    server: !headers.has('server') && !headers.has('x-powered-by'),
    'no-store': !isPersonal || readHeader('cache-control') === 'no-store',
  };
  return Object.entries(checks).flatMap(([name, holds]) => (holds ? [] : [name]));
}

describe('response headers of an https shop', () => {
  let removeBuild: () => void;
  const shops: Record<'demo' | 'providers', TestShop> = {} as never;
  let customer: SignedInCustomer;
  let secret: string;
  let picture: string;
  let isFull = false;
  let requestCount = 0;

  beforeAll(async () => {
    const open = () =>
      openTestShop('embedded', {
        env: { ...HTTPS, ...appleSettings(), ...googleSettings(), WEB: 'built' },
        change({ context }) {
          const { admission } = context;
          const noCapacity = { concurrency: 0, maxWaiting: 0, waitMs: 0 };
          const full = createAdmission({
            ...context,
            capacity: { money: noCapacity, call: noCapacity, page: noCapacity },
          });
          context.admission = (kind, work) => (isFull ? full : admission)(kind, work);
        },
      });
    const { opened, ...build } = await onFakeBuild(BUILD, open);
    shops.demo = opened;
    removeBuild = build.removeBuild;
    shops.providers = await openTestShop('embedded', { env: { ...HTTPS, ...AT_PROVIDERS } });
    for (const { app } of Object.values(shops)) await app.listen({ port: 0, host: '127.0.0.1' });
    customer = await createSignedInCustomer(shops.demo.context);
    const session = { mobile: '', token: customer.token };
    await fillCart(shops.demo.send, session, [{ ...cardOf25, scheduledAt: AT_ONCE }]);
    expect((await pay(shops.demo.send, session, 'pm_card_visa')).status).toBe(200);
    await shops.demo.deliver();
    secret = await shops.demo.secretOn(RECIPIENT);
    const [storedPicture] = await shops.demo.stored.all('messagePictures');
    picture = String(storedPicture?.name);
  });
  afterAll(async () => {
    for (const shop of Object.values(shops)) await shop.close();
    removeBuild();
  });

  async function ask({ app }: TestShop, { method = 'GET', path, token, headers, body }: Asked): Promise<Response> {
    requestCount += 1;
    const { port } = app.server.address() as { port: number };
    const sender = `203.0.${Math.floor(requestCount / 250)}.${(requestCount % 250) + 1}`;
    return fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      redirect: 'manual',
      headers: { 'x-forwarded-for': sender, ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body === undefined ? {} : { body }),
    });
  }

  function listRoutes({ app }: TestShop): { method: string; url: string }[] {
    const above: string[] = [];
    return app
      .printRoutes({ commonPrefix: false })
      .split('\n')
      .flatMap((line) => {
        const [, indent = '', part = '', methods = ''] =
          /^((?:│ {3}| {4})*)[├└]── (.*?) \(([A-Z, ]+)\)$/.exec(line) ?? [];
        if (part === '') return [];
        const depth = indent.length / 4;
        above.splice(depth, above.length, part);
        return methods.split(', ').map((method) => ({ method, url: above.join('') }));
      });
  }
  const buildPath = (url: string): string => {
    const path = url
      .replace(':store', 'default')
      .replaceAll(/:\w+(\([^)]*\))?/g, 'x1')
      .replace('*', 'nothing');
    return path.startsWith('/') ? path : `/${path}`;
  };

  it.each(['demo', 'providers'] as const)(
    'sends all required headers from every route (%s shop), with and without a bearer token',
    async (kind) => {
      const shop = shops[kind];
      const token = kind === 'demo' ? customer.token : (await createSignedInCustomer(shop.context)).token;
      const routes = listRoutes(shop);
      const lacking: string[] = [];
      const statuses = new Set<number>();
      for (const { method, url } of routes) {
        let needsBearer = false;
        for (const credentials of [{}, { token }]) {
          const query = {
            method,
            path: buildPath(url),
            ...credentials,
            ...(['POST', 'PUT'].includes(method) ? JSON_BODY : {}),
          };
          const answer = await ask(shop, query);
          await answer.bytes();
          statuses.add(answer.status);
          needsBearer ||= answer.status === 401;
          const lacks = listFailedChecks({ ...query, needsBearer }, answer);
          if (lacks.length > 0)
            lacking.push(`${method} ${query.path} ${Object.keys(credentials)} ${answer.status}: ${lacks}`);
        }
      }
      expect(routes.length).toBeGreaterThan(100);
      expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404]));
      expect(lacking).toEqual([]);
    },
  );

  it.each<[string, number, () => Asked]>([
    ['a page', 200, () => ({ path: '/sign-in' })],
    ['a cacheable page', 200, () => ({ path: '/' })],
    ['the same page from the cache', 200, () => ({ path: '/' })],
    ['a missing page', 404, () => ({ path: '/gone' })],
    ['a page that redirects', 302, () => ({ path: '/moved' })],
    ['a URL with a truncated percent escape', 302, () => ({ path: '/product/%E0%A4%A' })],
    ['a secret URL with a truncated percent escape', 302, () => ({ path: '/autologin/abc%' })],
    ['a page that fails to render', 500, () => ({ path: '/broken' })],
    ['a page while its database is unavailable', 503, () => ({ path: '/away' })],
    ['a gift card page', 200, () => ({ path: `/card/${secret}` })],
    ['an Apple Wallet pass', 200, () => ({ path: `/card/${secret}/apple.pkpass` })],
    ['a redirect to Google Wallet', 302, () => ({ path: `/card/${secret}/google-wallet` })],
    ['the text drawing of a gift card', 200, () => ({ path: `/card/${secret}/words.svg` })],
    ['a picture message', 200, () => ({ path: `/picture-messages/${picture}.jpg` })],
    ['a picture', 200, () => ({ path: '/media/front/320.webp' })],
    ['a link preview picture', 200, () => ({ path: '/share/front.jpg' })],
    ['code', 200, () => ({ path: '/assets/code-1.js' })],
    ['a script of an old release', 404, () => ({ path: '/assets/code-0.js' })],
    ['an icon', 200, () => ({ path: '/icon.svg' })],
    ['the service worker', 200, () => ({ path: '/service-worker.js' })],
    ['the till page', 200, () => ({ path: '/till' })],
    ['a till script', 200, () => ({ path: '/till/assets/code-1.js' })],
    ['a till script of an old release', 404, () => ({ path: '/till/assets/code-0.js' })],
    ['the till service worker', 200, () => ({ path: '/till-worker.js' })],
    ['the sitemap', 200, () => ({ path: '/sitemap.xml' })],
    ['robots.txt', 200, () => ({ path: '/robots.txt' })],
  ])('sends all required headers for %s with status %i', async (_what, status, query) => {
    const answer = await ask(shops.demo, query());
    await answer.bytes();
    expect([answer.status, listFailedChecks(query(), answer)]).toEqual([status, []]);
  });

  it('sends all required headers with a 304 for pages, API calls and pictures', async () => {
    for (const path of ['/', '/rest/default/V1/mobiledigital/categories', '/media/front/320.webp']) {
      const etag = (await ask(shops.demo, { path })).headers.get('etag') ?? '';
      const answer = await ask(shops.demo, { path, headers: { 'if-none-match': etag } });
      expect([path, answer.status, listFailedChecks({ path }, answer)]).toEqual([path, 304, []]);
    }
  });

  it('sends all required headers with 503 when the server is overloaded', async () => {
    isFull = true;
    for (const path of ['/sign-in', '/rest/default/V1/customers/me']) {
      const answer = await ask(shops.demo, { path });
      expect([path, answer.status, listFailedChecks({ path }, answer)]).toEqual([path, 503, []]);
    }
    isFull = false;
  });

  it.each(['/webhooks/stripe', '/hooks/messages/twilio/receipts'])(
    'sends all required headers when rejecting an unsigned request to %s',
    async (path) => {
      const query = { method: 'POST', path, ...JSON_BODY };
      const answer = await ask(shops.providers, query);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(404);
      expect(listFailedChecks(query, answer)).toEqual([]);
    },
  );
});
