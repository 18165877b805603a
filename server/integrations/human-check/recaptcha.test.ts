import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FaultProxy, startFaultProxy } from '#test/fakes/fault-proxy.ts';
import { type StandIn, startStandIn } from '#test/fakes/stand-in.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { readNewestCode } from '#test/support/sign-in.ts';

let google: StandIn;
let proxy: FaultProxy;
let verdict: Record<string, unknown>;

beforeEach(async () => {
  verdict = { success: true, score: 0.9, action: 'login', hostname: 'shop.test', 'error-codes': [] };
  google = await startStandIn(() => ({ status: 200, body: verdict }));
  proxy = await startFaultProxy({ port: google.port });
});
afterEach(async () => {
  await proxy.close();
  await google.close();
});

describe.each(databaseKinds())('reCAPTCHA v3 (%s)', (kind) => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await openTestShop(kind, {
      env: {
        HUMAN_CHECK: 'recaptcha',
        RECAPTCHA_SITE_KEY: 'site-key',
        RECAPTCHA_SECRET: 'the-secret',
        RECAPTCHA_URL: `${proxy.url}/recaptcha/api/siteverify`,
      },
    });
  });
  afterEach(() => shop.close());

  const askForCode = (mobile = '0412345678') =>
    shop.send('POST mobiledigital/sendmobilecode', { body: { mobile, r_token: 'from-the-page' } });

  it('sends a code to a human visitor after posting token, secret and address to Google as a form [CA-52, CA-54]', async () => {
    expect((await askForCode()).body).toEqual({ status: true });
    const requests = google.received.map(({ headers, body }) => [
      headers['content-type'],
      Object.fromEntries(new URLSearchParams(body)),
    ]);
    expect(requests).toEqual([
      [
        'application/x-www-form-urlencoded;charset=UTF-8',
        { secret: 'the-secret', response: 'from-the-page', remoteip: '127.0.0.1' },
      ],
    ]);
  });

  it.each([
    ['a used token', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
    ['a low score', { score: 0.3 }],
    ['a token without a score, from a v2 key', { score: undefined }],
    ['a token for another action', { action: 'checkout' }],
    ['a token from another site', { hostname: 'elsewhere.test' }],
  ])('sends no code for %s', async (_case, change) => {
    verdict = { ...verdict, ...change };
    const { body } = await askForCode();
    expect(body).toMatchObject({
      status: false,
      input_validation: { mobile: 'We could not check that you are a person. Please try again.' },
    });
  });

  it.each(['down', 'half-open', 'busy', 'garbage'] as const)(
    'sends no code while Google is %s, but still accepts a code that was already sent',
    async (mode) => {
      await askForCode();
      const code = readNewestCode(shop, '+61412345678');
      await proxy.set(mode);
      expect((await askForCode('0412345679')).body).toMatchObject({ status: false });
      const confirmed = await shop.send('POST mobiledigital/confirmmobilecode', {
        body: { mobile: '0412345678', code, r_token: 'x' } as never,
      });
      expect(confirmed.body).toMatchObject({ status: true });
    },
  );

  it('reports a wrong secret to the operator, and does not treat visitors as bots', async () => {
    verdict = { success: false, 'error-codes': ['invalid-input-secret'] };
    await askForCode();
    const { services } = (await shop.app.inject('/readyz')).json();
    expect(services).toEqual([
      expect.objectContaining({ service: 'human check', provider: 'recaptcha', state: 'failing' }),
    ]);
  });

  it("gives the browser the site key but not the secret, and allows Google's script", async () => {
    const answer = await shop.send('GET mobiledigital/shopsettings');
    expect(answer.body).toMatchObject({ human_check: 'recaptcha', recaptcha_site_key: 'site-key' });
    expect(JSON.stringify(answer.body)).not.toContain('the-secret');
    const policy = String((await shop.app.inject('/healthz')).headers['content-security-policy']);
    expect(policy).toMatch(/script-src [^;]*https:\/\/www\.google\.com\/recaptcha\//);
    expect(policy).toMatch(/frame-src [^;]*https:\/\/www\.google\.com\/recaptcha\//);
  });
});
