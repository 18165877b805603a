import { afterEach, describe, expect, it, vi } from 'vitest';
import { machine } from '#test/support/actors.ts';
import { databaseKinds } from '#test/support/database.ts';
import { ANN, type From, openWays, type Way } from '#test/support/ways-in.ts';
import { issueCampaignLink } from './campaigns/links.ts';
import { suspendCustomer } from './operated/operated-customers.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Ways = Awaited<ReturnType<typeof openWays>>;
type Name = keyof Ways['ways'];
const NAMES = [
  ['a texted code', 'text'],
  ['an emailed code', 'mail'],
  ['a personal link', 'link'],
  ['a passkey', 'passkey'],
  ['a move code sent to the old number', 'moveByText'],
  ['a move code sent to the mailbox', 'moveByMail'],
  ['the code that verifies an idle account', 'proof'],
] as const satisfies readonly (readonly [string, Name])[];
const SIGNED = NAMES.filter(([, name]) => name === 'link' || name === 'passkey');
const BY_CODE = NAMES.filter(([, name]) => name !== 'link' && name !== 'passkey');
const IN_SESSIONS = BY_CODE.filter(([, name]) => name !== 'text' && name !== 'mail');

const createStranger = (network: number, host = 1): From => ({ address: `198.51.${network}.${host}`, browser: {} });

const countMailedCodes = ({ shop }: Ways) => shop.stored.count('messages', { purpose: 'code', channel: 'email' });
const changeEmail = ({ shop }: Ways, email: string) =>
  shop.stored.change('customers', { email, emailChangedAt: shop.context.clock.now() });

const expectSessionEnded = ({ shop }: Ways, token: string) =>
  expect.poll(async () => (await shop.send('GET customers/me', { token })).status).toBe(401);

describe.each(databaseKinds())('ways to sign in or verify (%s)', (kind) => {
  let all: Ways;
  const open = async (name: Name, env: Record<string, string> = {}): Promise<Way> => {
    all = await openWays(kind, env);
    const way: Way = all.ways[name];
    await way.prepare?.();
    return way;
  };
  afterEach(() => all.shop.close());

  it.each(NAMES)('accepts %s from its owner', async (_title, name) => {
    const way = await open(name);
    expect(await way.ask(all.atHome)).toBe('');
    expect(await way.answer(all.atHome, 'right')).toBe('in');
  });

  it.each(NAMES)('limits wrong guesses of %s', async (_title, name) => {
    const way = await open(name, { SIGN_IN_CALLS_PER_ADDRESS: '60' });
    const stranger = createStranger(1);
    await way.ask(stranger);
    const { limit, after } = way.guesses;
    if (limit === Number.POSITIVE_INFINITY) {
      const outcomes = [];
      for (let attempt = 0; attempt <= 60; attempt += 1) outcomes.push(await way.answer(stranger, 'wrong'));
      expect(outcomes[0]).toBe('status false');
      expect(outcomes.at(-1)).toBe('too_many_requests');
      return;
    }
    for (let attempt = 0; attempt < limit; attempt += 1) expect(await way.answer(stranger, 'wrong')).not.toBe('in');
    expect(await way.answer(stranger, 'right')).toBe(after);
  });

  it.each(BY_CODE)(
    'allows %s only one try per hour after strangers entered 100 consecutive wrong codes',
    async (_title, name) => {
      const way = await open(name, { CODE_SENDS_PER_MOBILE: '60', SIGN_IN_CALLS_PER_ADDRESS: '10000' });
      const guessed = { recipient: way.recipient ?? '', failures: 99, failedAt: new Date() };
      await all.shop.stored.add('guessedRecipients', guessed);
      const warned = vi.spyOn(all.shop.context.log, 'warn');
      const first = createStranger(1);
      expect(await way.ask(first)).toBe('');
      expect(await way.answer(first, 'wrong')).toBe('code_wrong');
      const target = way.recipient === ANN ? { mobile: ANN.slice(0, -4) } : { customerId: expect.any(Number) };
      expect(warned).toHaveBeenCalledWith({ ...target, failures: 100 }, 'sign_in_code.guessing_paused');
      all.wait(HOUR);
      const second = createStranger(2);
      expect(await way.ask(second)).toBe('');
      expect(await way.answer(second, 'wrong')).toBe('code_wrong_last_try');
      all.wait(2 * MINUTE);
      expect(await way.ask(createStranger(3))).toBe('wait_before_next_code');
      all.wait(HOUR);
      expect(await way.ask(createStranger(2, 9)), 'a network that asked in vain').toBe('wait_before_next_code');
      expect(await way.ask(createStranger(4)), 'the try of this hour').toBe('');
      if (!way.knowsHome) {
        expect(await way.ask(all.atHome), 'her device').toBe('wait_before_next_code');
        all.wait(HOUR);
      }
      expect(await way.ask(all.atHome), 'her device').toBe('');
      expect(await way.answer(all.atHome, 'right')).toBe('in');
      const counted = await all.shop.stored.all('guessedRecipients');
      expect(counted.filter(({ failures }) => failures > 90)).toEqual([]);
    },
  );

  it.each(NAMES)('keeps %s usable for the owner while strangers guess', async (_title, name) => {
    const way = await open(name);
    expect(await way.ask(all.atHome)).toBe('');
    for (let network = 1; network <= 6; network += 1) {
      const stranger = createStranger(network);
      all.wait(31 * SECOND);
      await way.ask(stranger);
      for (let attempt = 0; attempt < 3; attempt += 1) await way.answer(stranger, 'wrong');
    }
    expect(await way.answer(all.atHome, 'right')).toBe('in');
    all.wait(31 * SECOND);
    expect(await way.ask(all.atHome)).toBe('');
  });

  it.each(BY_CODE)('limits requests for %s per network, without affecting other networks', async (_title, name) => {
    const way = await open(name);
    const ask = async (from: From) => {
      all.wait(31 * SECOND);
      return way.ask(from);
    };
    const maxHosts = way.networkBudget ?? 0;
    for (let host = 1; host <= maxHosts; host += 1) expect(await ask(createStranger(1, host))).toBe('');
    expect(await ask(createStranger(1, maxHosts + 1))).toBe('wait_before_next_code');
    expect(await ask(createStranger(2))).toBe('');
  });

  it.each(SIGNED)('limits %s by IP address and not by network, because no message is sent', async (_title, name) => {
    const way = await open(name, { SIGN_IN_CALLS_PER_ADDRESS: '12' });
    expect(way.networkBudget).toBe(null);
    const { stored } = all.shop;
    const sends = async () => [await stored.count('messages'), await stored.count('signInCodes')];
    const before = await sends();
    const guess = async (from: From) => {
      await way.ask(from);
      return way.answer(from, 'wrong');
    };
    const stranger = createStranger(1);
    for (let attempt = 0; attempt < 12; attempt += 1) expect(await guess(stranger)).not.toBe('in');
    expect(await guess(stranger)).toBe('too_many_requests');
    expect(await guess(createStranger(1, 2)), 'a neighbour').toMatch(/^(status false|passkey_rejected)$/);
    expect(await sends()).toEqual(before);
  });

  it.each(BY_CODE)(
    "limits requests for %s from all networks in a /32 block to a quarter of strangers' share",
    async (_title, name) => {
      const way = await open(name);
      const ask = async (address: string) => {
        all.wait(31 * SECOND);
        return way.ask({ address, browser: {} });
      };
      const channel: 'sms' | 'email' = way.recipient === ANN ? 'sms' : 'email';
      const codeFields = { channel, codeHash: 'x', allocationKey: '2001:db8::/32', prefix: '', isSent: false };
      const times = { sentAt: all.shop.context.clock.now(), expiresAt: new Date() };
      const codes = Array.from({ length: 1_250 }, (_, index) => ({
        recipient: `x${index}`,
        clientKey: `c${index}`,
        networkKey: `n${index}`,
      }));
      await all.shop.stored.addAll(
        'signInCodes',
        codes.map((code) => ({ ...codeFields, ...times, ...code })),
      );
      expect(await ask('2001:db8:ffff:1::1')).toBe('wait_before_next_code');
      expect(await ask('2001:db9:ffff:1::1')).toBe('');
      expect(await ask('198.51.100.1')).toBe('');
    },
  );

  it.each(NAMES)('accepts %s only in the browser that requested it', async (_title, name) => {
    const way = await open(name);
    const stranger = createStranger(1);
    const his = createStranger(2);
    await way.ask(stranger);
    all.take(stranger, his);
    expect(await way.answer(his, 'right')).toBe(way.elsewhere);
  });

  it.each(NAMES)('rejects %s for a suspended customer', async (_title, name) => {
    const way = await open(name);
    const { id } = await all.shop.stored.one('customers');
    await suspendCustomer(all.shop.context, { actor: machine, customerId: id, suspended: true, reason: 'fraud' });
    await expectSessionEnded(all, all.token);
    expect(await way.ask(all.atHome)).toBe(way.suspended.ask);
    expect(await way.answer(all.atHome, 'right')).toBe(way.suspended.answer);
    expect(await countMailedCodes(all)).toBe(0);
  });
});

describe.each(databaseKinds())('a former owner of a number (%s)', (kind) => {
  let all: Ways;
  afterEach(() => all.shop.close());

  const handOn = async ({ afresh, idleMs = 91 * DAY }: { afresh: boolean; idleMs?: number }) => {
    all.wait(idleMs);
    const newOwner: From = { address: '203.0.113.99', browser: {} };
    const jwt = await all.proveMobile(ANN, newOwner);
    const { token } = await all.post('auth', { jwt }, newOwner);
    if (afresh) expect(await all.post('startafresh', {}, { ...newOwner, token })).toEqual({ status: true });
    all.wait(MINUTE);
    return { ...newOwner, token } as From;
  };
  const open = async (name: Name) => {
    all = await openWays(kind);
    return all.ways[name];
  };

  it.each([
    ['personal link', 'link', 'expired_link'],
    ['passkey', 'passkey', 'passkey_unknown'],
  ] as const)(
    "rejects a former owner's earlier %s, before and after the new owner starts afresh",
    async (_title, name, refusal) => {
      const way = await open(name);
      all.wait(90 * DAY);
      const jwt = await issueCampaignLink(all.shop.context, { mobile: ANN, actor: machine });
      await handOn({ afresh: false, idleMs: DAY });
      const enter = async () => {
        if (name === 'link') return (await all.post('auth', { jwt }, all.atHome)).expired_link ? refusal : 'in';
        await way.ask(all.atHome);
        return way.answer(all.atHome, 'right');
      };
      expect(await enter()).toBe(refusal);
      await all.shop.stored.change('customers', ({ unprovedSince }) => ({
        recordsFrom: unprovedSince,
        unprovedSince: null,
        unprovedEmail: null,
      }));
      expect(await enter()).toBe(refusal);
    },
  );

  it("ends a former owner's passkey session when the new owner signs in", async () => {
    const way = await open('passkey');
    all.wait(91 * DAY);
    await way.ask(all.atHome);
    expect(await way.answer(all.atHome, 'right')).toBe('in');
    await handOn({ afresh: false, idleMs: MINUTE });
    const now = all.shop.context.clock.now();
    const live = (await all.shop.stored.all('sessions', { revokedAt: null })).filter(
      ({ expiresAt }) => expiresAt > now,
    );
    expect(live.map(({ byPasskey }) => byPasskey)).toEqual([false]);
  });

  it('lets a former owner recover the account by email until the new owner uses it or starts afresh', async () => {
    const way = await open('mail');
    await handOn({ afresh: false });
    expect(await way.ask(all.atHome)).toBe('');
    expect(await way.answer(all.atHome, 'right')).toBe('in');
  });

  it('mails a former owner no code after the new owner starts afresh, without revealing this in the response', async () => {
    const way = await open('mail');
    await handOn({ afresh: true });
    expect(await way.ask(all.atHome)).toBe('');
    expect(await way.answer(all.atHome, 'right')).toMatch(/^code_/);
    expect(await countMailedCodes(all)).toBe(0);
  });

  it('rejects a code mailed to a former owner before the new owner started afresh', async () => {
    const way = await open('mail');
    const newOwner = await handOn({ afresh: false });
    expect(await way.ask(all.atHome)).toBe('');
    expect(await all.post('startafresh', {}, newOwner)).toEqual({ status: true });
    expect(await way.answer(all.atHome, 'right')).toBe('code_expired');
  });

  it('mails a former owner no code when the account is idle again, whatever email the next owner sets', async () => {
    const way = await open('mail');
    await handOn({ afresh: true });
    const third = await handOn({ afresh: false });
    expect(await all.post('sendemailcode', {}, third)).toMatchObject({ codes: { email: 'email_of_former_owner' } });
    await changeEmail(all, 'third@shop.example');
    await way.ask(all.atHome);
    expect(await way.answer(all.atHome, 'right')).toMatch(/^code_/);
    expect(await countMailedCodes(all)).toBe(0);
  });

  it.each([
    ['signed out', 'mail'],
    ['signed in', 'moveByMail'],
  ] as const)('does not let a former owner (%s) move the account by a code to a former email', async (_title, name) => {
    const way = await open(name);
    expect(await way.ask(all.atHome)).toBe('');
    await changeEmail(all, 'new@shop.example');
    expect(await way.answer(all.atHome, 'right')).toBe('code_expired');
  });

  it.each(IN_SESSIONS)(
    "rejects %s in a former owner's session from before the new owner signed in",
    async (_title, name) => {
      const way = await open(name);
      all.wait(91 * DAY);
      await all.ways.passkey.ask(all.atHome);
      expect(await all.ways.passkey.answer(all.atHome, 'right')).toBe('in');
      expect(await way.ask(all.atHome)).toBe('');
      const { token = '' } = await all.ensureSession(all.atHome);
      await handOn({ afresh: false, idleMs: MINUTE });
      await expectSessionEnded(all, token);
      expect(await way.answer(all.atHome, 'right')).toBe('not_authorised');
    },
  );

  it.each([
    ['moving it to a new number', 'moveByMail', 'email_of_former_owner'],
    ['verifying an idle account', 'proof', 'not in'],
  ] as const)(
    'does not restore the account by %s with a code from before the new owner started afresh',
    async (_title, name, refusal) => {
      const way = await open(name);
      const newOwner = await handOn({ afresh: false });
      expect(await way.ask(newOwner)).toBe('');
      expect(await all.post('startafresh', {}, newOwner)).toEqual({ status: true });
      expect(await way.answer(newOwner, 'right')).toBe(refusal);
    },
  );

  it('keeps earlier records hidden after the new owner moves the account by codes to both numbers', async () => {
    const way = await open('moveByText');
    const newOwner = await handOn({ afresh: false });
    expect(await way.ask(newOwner)).toBe('');
    expect(await way.answer(newOwner, 'right')).toBe('in');
    const { body } = await all.shop.send('GET customers/me', { token: newOwner.token ?? '' });
    expect(body).toMatchObject({ unproved: true, addresses: [] });
  });
});
