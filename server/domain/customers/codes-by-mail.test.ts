import { afterEach, describe, expect, it } from 'vitest';
import { machine } from '#test/support/actors.ts';
import { databaseKinds } from '#test/support/database.ts';
import { ANN, EMAIL, type From, openWays } from '#test/support/ways-in.ts';
import { issueCampaignLink } from './campaigns/links.ts';

const SECOND = 1_000;
const DAY = 86_400_000;

type Ways = Awaited<ReturnType<typeof openWays>>;

const createStranger = (network: number): From => ({ address: `198.51.${network}.1`, browser: {} });

describe.each(databaseKinds())('an email code (%s)', (kind) => {
  let all: Ways;
  afterEach(() => all.shop.close());

  it('mails a code to a signed-in customer no matter how many strangers request one', async () => {
    all = await openWays(kind);
    const { mail } = all.ways;
    const outcomes = [];
    for (let network = 1; network <= 6; network += 1) {
      outcomes.push(await mail.ask(createStranger(network)));
      all.wait(31 * SECOND);
    }
    expect(outcomes).toEqual(['', '', '', '', '', 'wait_before_next_code']);
    const elsewhere: From = { address: '192.0.2.1', browser: {}, token: all.token };
    expect(await all.post('sendemailcode', {}, elsewhere)).toEqual({ status: true });
    expect(await mail.ask(all.atHome), 'a known device of the mobile').toBe('');
    const link = await issueCampaignLink(all.shop.context, { mobile: ANN, actor: machine });
    const forwarded: From = { address: '192.0.2.2', browser: {} };
    forwarded.token = (await all.post('auth', { jwt: link }, forwarded)).token;
    const refused = { codes: { email: 'wait_before_next_code' } };
    expect(await all.post('sendemailcode', {}, forwarded), 'a link that was passed on').toMatchObject(refused);
  });

  it.each(['changemobile', 'proveaccount'] as const)(
    'counts wrong guesses by %s in a session whose browser never confirmed a code',
    async (call) => {
      all = await openWays(kind);
      if (call === 'proveaccount') all.wait(91 * DAY);
      const from: From = { address: '192.0.2.1', browser: {} };
      from.token = (await all.post('auth', { jwt: await all.proveMobile(ANN, from) }, from)).token;
      const jwt = await all.proveMobile('+61491570156', from);
      await all.shop.stored.remove('knownDevices');
      expect(await all.post('sendemailcode', {}, from)).toEqual({ status: true });
      for (const tries of [4, 3, 2])
        expect(await all.post(call, { jwt, email_code: '000000' }, from)).toMatchObject({
          parameters: { email_code: { tries } },
        });
      expect((await all.shop.stored.one('guessedRecipients', { recipient: EMAIL })).failures).toBe(3);
    },
  );

  it.each(['changemobile', 'proveaccount'] as const)(
    "does not let guesses by cookieless strangers use up a cookieless session's attempts for %s",
    async (call) => {
      all = await openWays(kind);
      if (call === 'proveaccount') all.wait(91 * DAY);
      const from: From = { address: '192.0.2.1', browser: undefined as never };
      from.token = (await all.post('auth', { jwt: await all.proveMobile(ANN, from) }, from)).token;
      expect(await all.post('sendemailcode', {}, from)).toEqual({ status: true });
      const code = all.mails.map(({ text }) => /Your code is (\d{6})/.exec(text)?.[1]).findLast(Boolean);
      const stranger: From = { address: '198.51.100.1', browser: undefined as never };
      const guess = { jwt: await all.proveMobile('+61491570157', stranger), email: EMAIL, email_code: '000000' };
      const refused = { codes: { email_code: 'code_expired' } };
      for (let attempt = 1; attempt <= 5; attempt += 1)
        expect(await all.post('recoveraccount', guess, stranger)).toMatchObject(refused);
      const jwt = await all.proveMobile('+61491570156', from);
      expect(await all.post(call, { jwt, email_code: code }, from)).toMatchObject({ status: true });
    },
  );

  it('does not count requests for unknown addresses towards the shared limit, and responds as for known ones', async () => {
    all = await openWays(kind, { CODE_SENDS_PER_DAY: '4' });
    const ask = async (email: string, from: From) => all.post('sendrecoverycode', { email }, from);
    for (let attempt = 1; attempt <= 6; attempt += 1)
      expect(await ask(`nobody-${attempt}@shop.example`, createStranger(attempt))).toEqual({ status: true });
    expect(await all.ways.mail.ask(createStranger(20))).toBe('');
    all.wait(31 * SECOND);
    expect(await all.ways.mail.ask(createStranger(21))).toBe('');
    all.wait(31 * SECOND);
    const [real, missing] = [
      await ask(EMAIL, createStranger(30)),
      await ask('nobody-9@shop.example', createStranger(31)),
    ];
    expect([real.codes, missing.codes]).toEqual([
      { email: 'wait_before_next_code' },
      { email: 'wait_before_next_code' },
    ]);
  });
});
