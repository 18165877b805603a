import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sellerCommand } from '#server/commands/change-seller.ts';
import { operatorCommand } from '#server/commands/make-operator.ts';
import { createTill } from '#server/domain/sellers/keys/counter-keys.ts';
import { appleSettings } from '#test/fakes/passes.ts';
import { machine } from '#test/support/actors.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCommand } from '#test/support/give-command.ts';
import { createLinkSessions } from '#test/support/link-session.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

const ANN = '+61412345678';
const wallet = appleSettings();

describe.each(databaseKinds())('security events logged on %s', (kind) => {
  let shop: TestShop;
  let lines: Record<string, unknown>[] = [];
  beforeEach(async () => {
    lines = [];
    const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
    shop = await openTestShop(kind, {
      env: { ...wallet, PUBLIC_URL: 'https://shop.test', TRUST_PROXY: 'none' },
      change: ({ context }) => {
        context.log = pino({ level: 'info' }, stream);
      },
    });
  });
  afterEach(() => shop.close());

  const NOISE = ['level', 'time', 'pid', 'hostname', 'reqId', 'security', 'msg'];
  const events = () =>
    lines
      .filter(({ security }) => security === true)
      .map(({ msg, ...line }) => [
        msg,
        Object.fromEntries(Object.entries(line).filter(([name]) => !NOISE.includes(name))),
      ]);
  const newEvents = async (work: () => Promise<unknown>) => {
    lines.length = 0;
    await work();
    return events();
  };
  const me = (token: string) => shop.send('GET customers/me', { token });

  it('logs sign-ins and ended sessions, and names the customer in every line of the request', async () => {
    let token = '';
    const entering = await newEvents(async () => {
      token = (await shop.customer(ANN)).token;
    });
    expect(entering).toEqual([['sign_in.done', { customerId: 1, by: 'code' }]]);
    lines.length = 0;
    await me(token);
    expect(lines.at(-1)).toMatchObject({ msg: 'request completed', customerId: 1 });
    expect(await newEvents(() => shop.send('POST mobiledigital/signout', { token }))).toEqual([
      ['session.ended', { customerId: 1, why: 'signed out' }],
    ]);
  });

  it('logs wrong codes and reached limits, without phone numbers or codes', async () => {
    await shop.customer(ANN);
    await shop.moveTo('2026-11-02T02:00:00Z');
    const body = { mobile: ANN };
    const found = await newEvents(async () => {
      await shop.send('POST mobiledigital/confirmmobilecode', { body: { ...body, code: '000000' } });
      await shop.send('POST mobiledigital/sendmobilecode', { body });
      await shop.send('POST mobiledigital/sendmobilecode', { body });
      await shop.send('POST mobiledigital/confirmmobilecode', { body: { ...body, code: '000000' } });
      await shop.send('POST mobiledigital/auth', { body: { jwt: 'nothing', autologin: false } });
    });
    expect(found).toEqual([
      ['sign_in.code_expired', { customerId: 1, by: 'text' }],
      ['sign_in.code_limit', { by: 'text', retryAfter: expect.any(Number) }],
      ['sign_in.code_wrong', { customerId: 1, by: 'text', tries: 1 }],
      ['sign_in.refused', { reason: 'foreign' }],
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/412345678|"000000"/);
  });

  it('logs why a token is refused, at most once a minute per sender', async () => {
    const { token } = await shop.customer(ANN);
    await shop.send('POST mobiledigital/signout', { token });
    const call = '/rest/:store/V1/customers/me';
    const refused = async (bearer: string) => newEvents(() => me(bearer));
    expect(await refused(token)).toEqual([['token.refused', { call, leftOut: 0, reason: 'revoked', customerId: 1 }]]);
    expect(await refused('a-token-that-nobody-gave')).toEqual([]);
    expect(await refused('')).toEqual([]);
    await shop.moveTo('2026-11-02T01:04:00Z');
    expect(await refused('a-token-that-nobody-gave')).toEqual([
      ['token.refused', { call, leftOut: 1, reason: 'foreign' }],
    ]);
    const other = await shop.customer('+61412345679');
    await shop.moveTo('2026-11-02T02:01:01Z');
    expect(await refused(other.token)).toMatchObject([['token.refused', { reason: 'expired', customerId: 2 }]]);
  });

  it('logs a refused counter key and a reached rate limit', async () => {
    await shop.counter();
    const check = (key: string) =>
      shop.send('POST seller/giftcards/check', { token: key, body: { code: '1234' } } as never);
    expect(await newEvents(() => check('hsk_something-that-is-no-key'))).toMatchObject([['counter_key.refused', {}]]);
    const found = await newEvents(async () => {
      for (let index = 0; index < 62; index += 1)
        await shop.send('POST customers/isEmailAvailable', { body: { customerEmail: 'a@example.com' } });
    });
    expect(found).toEqual([['call_limit.reached', { call: '/rest/:store/V1/customers/isEmailAvailable', leftOut: 0 }]]);
  });

  it('logs forbidden calls with the key or session that made them', async () => {
    const [key = ''] = (
      await giveCommand(shop.context, sellerCommand, 'key', '--seller', 'teapots', '--scopes', 'check')
    ).output;
    await shop.customer(ANN);
    await shop.moveTo('2026-11-02T02:00:00Z');
    const { token } = await createLinkSessions(shop, ANN).byLink();
    const found = await newEvents(async () => {
      await shop.send('POST seller/giftcards/redeem', { token: key, key: 'k-1', body: { code: 'x', amount: 1 } });
      await shop.moveTo('2026-11-02T02:02:00Z');
      await shop.send('POST mobiledigital/deletesavedcard', { token, body: { payment_method: 'pm' } });
      await shop.moveTo('2026-11-02T02:04:00Z');
      await shop.send('PUT customers/me', { token, body: { customer: { email: 'new@shop.example' } } });
    });
    const call = (path: string) => ({ call: `/rest/:store/V1/${path}`, leftOut: 0 });
    expect(found).toEqual([
      ['call.forbidden', { ...call('seller/giftcards/redeem'), reason: 'role_forbidden', counterKeyId: 1 }],
      ['call.forbidden', { ...call('mobiledigital/deletesavedcard'), reason: 'code_required', customerId: 1 }],
      ['call.forbidden', { ...call('customers/me'), reason: 'recent_code_required', customerId: 1 }],
    ]);
  });

  it('logs an authorization header without a bearer token, and a cross-site call that deletes', async () => {
    const { token } = await shop.customer(ANN);
    const ask = (path: string, headers: Record<string, string>) =>
      newEvents(() => shop.app.inject({ url: `/rest/default/V1/${path}`, headers }));
    expect(await ask('customers/me', { authorization: 'Basic YW5uOng=' })).toEqual([
      ['token.refused', { call: '/rest/:store/V1/customers/me', leftOut: 0, reason: 'foreign' }],
    ]);
    const path = 'mobiledigital/deletegiftcarddetailsbycartid';
    const elsewhere = { authorization: `Bearer ${token}`, 'sec-fetch-site': 'cross-site' };
    expect(await ask(`${path}?cart_id=1`, elsewhere)).toEqual([
      ['call.forbidden', { call: `/rest/:store/V1/${path}`, leftOut: 0, reason: 'not_authorised', customerId: 1 }],
    ]);
  });

  it("logs a till's attempts at reversals that it is not allowed to make", async () => {
    await (await shop.customer(ANN)).buyCards();
    const { code } = await shop.lastCard();
    const [till, other] = [await shop.till(), await shop.till()];
    const { redemption } = (await till.redeem({ code }, 5)).body;
    const undo = async (from: typeof till) => {
      const found = await newEvents(() => from.reverse(redemption));
      return found.map(([event, facts]) => [event, (facts as { reason: string }).reason]);
    };
    expect(await undo(other)).toEqual([['call.forbidden', 'undo_elsewhere']]);
    await shop.moveTo('2026-11-02T01:11:00Z');
    expect(await undo(till)).toEqual([['call.forbidden', 'undo_over']]);
  });

  it('logs a wallet that sends a wrong pass token', async () => {
    const url = `/v1/passes/${wallet.APPLE_PASS_TYPE_ID}/b1946ac92492d2347c6235b4d2611184`;
    const ask = (authorization: string) => shop.app.inject({ url, headers: { authorization } });
    const call = '/v1/passes/:passType/:serial';
    expect(await newEvents(() => ask('ApplePass wrong'))).toEqual([['pass.refused', { call, leftOut: 0 }]]);
    expect(await newEvents(() => ask('Bearer wrong'))).toEqual([]);
  });

  it('logs why received bytes were not a valid request, but ignores lost connections', async () => {
    await shop.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = shop.app.server.address() as AddressInfo;
    const send = (bytes: string) =>
      newEvents(async () => {
        const socket = connect(port, '127.0.0.1').resume();
        socket.end(bytes);
        await once(socket, 'close');
      });
    const unreadable = (reason: unknown) => [
      ['request.unreadable', { reason, remoteAddress: '127.0.0.1', leftOut: 0 }],
    ];
    const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n';
    expect(await send(`${head}\r\n{`)).toEqual([]);
    expect(await send(`${head}transfer-encoding: chunked\r\n\r\n0\r\n\r\n`)).toEqual(
      unreadable(expect.stringMatching(/^HPE_/)),
    );
    await shop.moveTo('2026-11-02T01:02:00Z');
    expect(await send('GET /healthz HTTP/1.1\r\n\r\n')).toEqual(unreadable('no host'));
    await shop.moveTo('2026-11-02T01:04:00Z');
    expect(await send('GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: tea\r\n\r\n')).toEqual(
      unreadable('unknown expectation'),
    );
  });

  it('logs enrolled tills and refused till links', async () => {
    const till = await createTill(shop.context, { actor: machine, shopUrl: 'teapots', name: 'Bar' });
    const enrol = (code: string) => shop.send('POST seller/till/enrol', { body: { code } });
    const check = (tried: string) => shop.send('POST seller/till/check', { body: { code: tried } });
    const code = till?.code ?? '';
    expect(await newEvents(() => check(code))).toEqual([]);
    expect(await newEvents(() => check('never-made'))).toEqual([['till.refused', {}]]);
    expect(await newEvents(() => enrol(code))).toEqual([['till.enrolled', { counterKeyId: 1 }]]);
    expect(await newEvents(() => enrol(code))).toEqual([['till.refused', {}]]);
    expect(JSON.stringify(lines)).not.toContain(code);
  });

  it('logs operators whose commands are accepted or refused', async () => {
    const list = (as: string) =>
      giveCommand(shop.context, operatorCommand, '--list', '--as', as).catch(() => undefined);
    await giveCommand(shop.context, operatorCommand, '--mobile', ANN);
    expect(await newEvents(() => list(ANN))).toEqual([['operator.accepted', { operatorId: 1, osUser: 'wren' }]]);
    expect(await newEvents(() => list('0412345679'))).toEqual([
      ['operator.refused', { operatorId: null, osUser: 'wren' }],
    ]);
  });
});
