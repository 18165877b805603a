import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signCampaignLink } from '#server/domain/customers/sign-in/campaign-link.ts';
import { signIn } from '#test/support/customer.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

const V1 = '/rest/default/V1/';
const AUTH = { method: 'POST', url: `${V1}mobiledigital/auth`, payload: { jwt: 'x' } } as const;
const FOREVER = /^max-age=31536000\b/;

describe('security headers of an https shop', () => {
  let shop: TestShop;
  let base: URL;
  let sender = 10;
  beforeAll(async () => {
    shop = await openTestShop('embedded', {
      env: { PUBLIC_URL: 'https://shop.test', SIGN_IN_CALLS_PER_ADDRESS: '1', TRUST_PROXY: 'none' },
    });
    base = new URL(await shop.app.listen({ port: 0, host: '127.0.0.1' }));
  });
  afterAll(() => shop.close());

  async function send(bytes: string): Promise<string> {
    const socket = connect(Number(base.port), base.hostname);
    await once(socket, 'connect');
    socket.write(bytes);
    return text(socket);
  }

  it.each([
    ['429', { ...AUTH, remoteAddress: '203.0.113.9' }, 429],
    ['a 404 for an API call', { url: `${V1}nothing` }, 404],
    ['a 404 for a page', { url: '/nothing' }, 404],
    ['401', { url: `${V1}customers/me` }, 401],
    ['413', { ...AUTH, payload: { jwt: 'x'.repeat(300_000) } }, 413],
    ['415', { ...AUTH, payload: 'x', headers: { 'content-type': 'text/plain' } }, 415],
    [
      'a 400 for a body that is not JSON',
      { ...AUTH, payload: '{', headers: { 'content-type': 'application/json' } },
      400,
    ],
  ])('sends security headers with %s', async (_what, query, status) => {
    await shop.app.inject({ ...AUTH, remoteAddress: '203.0.113.9' });
    sender += 1;
    const { headers, statusCode } = await shop.app.inject({ remoteAddress: `203.0.113.${sender}`, ...query });
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'strict-transport-security': expect.stringMatching(FOREVER),
      'x-content-type-options': 'nosniff',
      'referrer-policy': expect.any(String),
    });
  });

  it.each([
    ['bytes that are not HTTP', 'hello\r\n\r\n', 400],
    ['oversized headers', `GET / HTTP/1.1\r\nhost: x\r\n${`a: ${'b'.repeat(1_000)}\r\n`.repeat(40)}\r\n`, 431],
    [
      'a body with conflicting lengths',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a request without a host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
    ['an unknown Expect header', 'GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: tea\r\n\r\n', 400],
  ])('sends security headers when it rejects %s', async (_what, bytes, status) => {
    const [head = ''] = (await send(bytes)).toLowerCase().split('\r\n\r\n');
    expect(head).toContain('content-type: application/json');
    expect(head).toMatch(new RegExp(`^http/1.1 ${status} `));
    expect(head).toContain("content-security-policy: default-src 'none';frame-ancestors 'none';base-uri 'none'");
    expect(head).toContain('x-content-type-options: nosniff');
    expect(head).toContain('strict-transport-security: max-age=31536000');
  });

  it('answers TRACE with 404 and echoes nothing', async () => {
    const answer = await send('TRACE / HTTP/1.1\r\nhost: x\r\ncookie: secret\r\nconnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).not.toContain('secret');
  });

  it('sends security headers with cached responses and with 304', async () => {
    const url = new URL(`${V1}mobiledigital/browseProducts?page=1`, base);
    const answers = [];
    for (const _ of [1, 2, 3]) answers.push(await fetch(url));
    answers.push(await fetch(url, { headers: { 'if-none-match': answers[0]?.headers.get('etag') ?? '' } }));
    expect(answers.at(-1)?.status).toBe(304);
    for (const { headers } of answers) {
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('strict-transport-security')).toMatch(FOREVER);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});

describe('Cache-Control header', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop('embedded', { env: { HUMAN_CHECK: 'none' } });
  });
  afterAll(() => shop.close());

  it.each([
    [
      'responses to requests for a sign-in code',
      { ...AUTH, url: `${V1}mobiledigital/sendmobilecode`, payload: { mobile: '0412345678' } },
    ],
    [
      'responses about whether an email is available',
      { ...AUTH, url: `${V1}customers/isEmailAvailable`, payload: { customerEmail: 'a@b.example' } },
    ],
    ['responses to a typed payment card', { ...AUTH, url: '/sandbox/payment-methods', payload: {} }],
    [
      'responses to requests with a bearer token',
      { url: `${V1}mobiledigital/categories`, headers: { authorization: 'Bearer x' } },
    ],
  ])('forbids caching %s', async (_what, query) => {
    expect((await shop.app.inject(query)).headers['cache-control']).toBe('no-store');
  });

  it('forbids caching responses that contain a jwt or a bearer token', async () => {
    const [owner, other] = ['+61412345680', '+61412345681'];
    await signIn(shop.send, shop.phone, owner);
    await shop.send('POST mobiledigital/sendmobilecode', { body: { mobile: other } });
    const code = /#(\d{6})$/.exec((await shop.phone(other))[0]?.text ?? '')?.[1];
    const proved = { ...AUTH, url: `${V1}mobiledigital/confirmmobilecode`, payload: { mobile: other, code } };
    const link = {
      ...AUTH,
      payload: { jwt: await signCampaignLink(shop.context, { mobile: owner }), autologin: true },
    };
    for (const [query, secret] of [
      [proved, 'jwt'],
      [link, 'token'],
    ] as const) {
      const answer = await shop.app.inject(query);
      expect(answer.json()[secret]).toBeTypeOf('string');
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  it('allows caching of public responses', async () => {
    const { headers } = await shop.app.inject({ url: `${V1}mobiledigital/categories` });
    expect(headers['cache-control']).toBeUndefined();
  });
});
