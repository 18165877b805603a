import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

const lead = {
  first_name: ' Ann ',
  last_name: 'Lee',
  company: 'Lee & Co',
  email: 'ann@lee.example',
  phone: '02 9000 0000',
  country: 'Australia',
  opt_in: true,
  retURL: 'http://shop.test/?requested=1',
  oid: '',
  r_token: 'x',
};

describe.each(databaseKinds())('demo requests (%s)', (kind) => {
  let shop: TestShop;
  let person: boolean;
  beforeEach(async () => {
    person = true;
    const humanCheck = { name: 'altcha' as const, verify: async () => person };
    shop = await openTestShop(kind, { change: ({ context }) => Object.assign(context.integrations, { humanCheck }) });
  });
  afterEach(() => shop.close());

  const ask = (change: Record<string, unknown> = {}, remoteAddress = '203.0.113.7') =>
    shop.app.inject({ method: 'POST', url: '/leads', payload: { ...lead, ...change }, remoteAddress });
  async function first() {
    await ask();
    const { id: _, ...row } = await shop.stored.one('leads');
    return row;
  }
  const readLeads = () => shop.stored.all('leads');

  it('stores a demo request with every field and returns 201 [DM-07, DM-09]', async () => {
    const answer = await ask();
    expect([answer.statusCode, answer.json()]).toEqual([201, { status: true }]);
    expect(await readLeads()).toEqual([
      {
        id: expect.any(Number),
        firstName: 'Ann',
        lastName: 'Lee',
        company: 'Lee & Co',
        email: 'ann@lee.example',
        phone: '02 9000 0000',
        country: 'Australia',
        optIn: true,
        retUrl: 'http://shop.test/?requested=1',
        address: '203.0.113.7',
        createdAt: expect.any(Date),
      },
    ]);
  });

  it('reports each overlong field and stores no demo request [DM-11, DM-12, DM-14]', async () => {
    const long = 'x'.repeat(81);
    const limits = {
      first_name: { limit: 40 },
      last_name: { limit: 80 },
      company: { limit: 40 },
      email: { limit: 80 },
      phone: { limit: 40 },
      country: { limit: 40 },
    };
    const answer = await ask({
      first_name: long,
      last_name: long,
      company: long,
      email: long,
      phone: long,
      country: long,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      status: false,
      input_validation: {
        first_name: 'First name must be at most 40 characters',
        last_name: 'Last name must be at most 80 characters',
        company: 'Company must be at most 40 characters',
        email: 'Email must be at most 80 characters',
        phone: 'Phone must be at most 40 characters',
        country: 'Country must be at most 40 characters',
      },
      codes: Object.fromEntries(Object.keys(limits).map((field) => [field, `${field}_too_long`])),
      parameters: limits,
    });
    expect(await readLeads()).toEqual([]);
  });

  it('accepts fields of the maximum length, including multi-byte letters [DM-13, DM-15, DM-16]', async () => {
    const [forty, eighty] = ['ä'.repeat(40), '漢'.repeat(80)];
    const email = `${'a'.repeat(68)}@lee.example`;
    const answer = await ask({
      first_name: forty,
      last_name: eighty,
      company: forty,
      email,
      phone: forty,
      country: forty,
    });
    expect(answer.statusCode).toBe(201);
  });

  it('stores no demo request when the bot check fails [DM-08]', async () => {
    person = false;
    const answer = await ask();
    expect(answer.statusCode).toBe(400);
    expect(answer.json().input_validation.r_token).toMatch(/person/);
    expect(await readLeads()).toEqual([]);
  });

  it('limits each IP address to ten demo requests an hour, even if they arrive simultaneously', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10);
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(10);
    const waits = refused.map(({ headers }) => Number(headers['retry-after']));
    expect(waits.every((seconds) => seconds > 3_500 && seconds <= 3_600)).toBe(true);
    expect((await ask({}, '203.0.113.8')).statusCode).toBe(201);
    await shop.moveTo('2026-11-02T02:01:00.000Z');
    expect((await ask()).statusCode).toBe(201);
  });

  it('limits an IPv6 network to ten demo requests, and stores only the network', async () => {
    const statuses = [];
    for (let index = 0; index < 11; index += 1) statuses.push((await ask({}, `2001:db8:1:2::${index}`)).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
    expect((await ask({}, '2001:db8:1:3::1')).statusCode).toBe(201);
    expect(new Set((await readLeads()).map(({ address }) => address))).toEqual(
      new Set(['2001:db8:1:2::/64', '2001:db8:1:3::/64']),
    );
  });

  it('limits all senders in an IPv6 /48 together to twenty times the limit of one sender', async () => {
    const now = shop.context.clock.now();
    const row = { ...(await first()), createdAt: now };
    const rows = Array.from({ length: 199 }, (_, index) => ({
      ...row,
      address: `2001:db8:1:${index.toString(16)}::/64`,
    }));
    await shop.stored.addAll('leads', rows);
    expect((await ask({}, '2001:db8:1:fff0::1')).statusCode).toBe(201);
    expect((await ask({}, '2001:db8:1:fff1::1')).statusCode).toBe(429);
    expect((await ask({}, '2001:db8:2:fff1::1')).statusCode).toBe(201);
  });

  it('stores the return URL of a demo request only if it belongs to the shop', async () => {
    for (const retURL of ['https://elsewhere.test/', 'http://shop.test.elsewhere.test/', 'javascript:alert(1)']) {
      expect((await ask({ retURL })).statusCode).toBe(201);
    }
    expect((await readLeads()).map(({ retUrl }) => retUrl)).toEqual(['', '', '']);
  });

  it('rejects malformed demo requests with 400 or 415', async () => {
    for (const payload of [{ first_name: 7 }, { opt_in: 'yes' }, [1]]) {
      expect((await shop.app.inject({ method: 'POST', url: '/leads', payload })).statusCode).toBe(400);
    }
    const form = { method: 'POST', url: '/leads', headers: { 'content-type': 'text/plain' }, payload: 'x' } as const;
    expect((await shop.app.inject(form)).statusCode).toBe(415);
  });
});
