import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { providerError } from '#server/platform/ports/service.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { proveMobile, readNewestCode, signUp } from '#test/support/sign-in.ts';
import { stopClock } from '#test/support/stopped-clock.ts';

const SEND = 'POST mobiledigital/sendmobilecode';
const ANN = '+61412345678';

describe.each(databaseKinds())('sending a code (%s)', (kind) => {
  let shop: TestShop;
  const open = async (env: Record<string, string> = {}) => {
    shop = await openTestShop(kind, { env, change: stopClock });
  };
  afterEach(() => shop.close());

  it("texts six digits bound to the shop's origin and returns status true [CA-11, SI-02]", async () => {
    await open();
    const { status, body } = await shop.send(SEND, { body: { mobile: ' 0412345678 ', r_token: '' } });
    expect({ status, body }).toEqual({ status: 200, body: { status: true } });
    expect(shop.codes).toHaveLength(1);
    expect(shop.codes[0]).toMatchObject({
      to: ANN,
      kind: 'sms',
      purpose: 'code',
      ref: expect.stringMatching(/^code-\d+$/),
    });
    expect(shop.codes[0]?.text).toMatch(
      /^Handsel: your code is (\d{6})\. It works for 5 minutes\.\n\n@shop\.test #\1$/,
    );
  });

  it('stores the code only as a hash', async () => {
    await open();
    await shop.send(SEND, { body: { mobile: ANN } });
    const code = readNewestCode(shop, ANN);
    const messages = await shop.stored.all('messages');
    expect(JSON.stringify([await shop.stored.all('signInCodes'), messages])).not.toContain(code);
    expect(messages).toMatchObject([
      { state: 'delivered', recipient: ANN, purpose: 'code', providerId: expect.stringMatching(/^phone-\d+$/) },
    ]);
  });

  it('requires 30 seconds between codes to a number and returns the seconds left', async () => {
    await open();
    await shop.send(SEND, { body: { mobile: ANN } });
    shop.wait(12_500);
    const { status, body } = await shop.send(SEND, { body: { mobile: ANN } });
    const message = 'Please wait 18 seconds before asking for another code.';
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        status: false,
        input_validation: { mobile: message },
        codes: { mobile: 'wait_before_next_code' },
        parameters: { mobile: { seconds: 18 } },
        retry_after: 18,
      },
    });
    shop.wait(17_500);
    expect((await shop.send(SEND, { body: { mobile: ANN } })).body).toEqual({ status: true });
    expect(shop.codes).toHaveLength(2);
  });

  it('sends one text for 20 parallel requests for the same mobile number in different formats', async () => {
    await open();
    const spellings = [ANN, '0412345678', '61412345678', `${ANN} `];
    const requests = Array.from({ length: 20 }, (_, index) =>
      shop.send(SEND, { body: { mobile: spellings[index % 4] ?? '' }, address: `203.0.113.${index}` }),
    );
    const answers = await Promise.all(requests);
    expect(answers.filter(({ body }) => body.status === true)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.retry_after === 30)).toHaveLength(19);
    expect(shop.codes).toHaveLength(1);
  });

  it('applies the cap on codes per mobile number for an hour', async () => {
    await open({ CODE_SENDS_PER_MOBILE: '2' });
    for (const _ of [1, 2]) {
      await shop.send(SEND, { body: { mobile: ANN } });
      shop.wait(60_000);
    }
    expect((await shop.send(SEND, { body: { mobile: ANN } })).body).toMatchObject({
      status: false,
      retry_after: 3_480,
    });
    shop.wait(3_480_000);
    expect((await shop.send(SEND, { body: { mobile: ANN } })).body).toEqual({ status: true });
  });

  it.each([
    ['an IP address', { CODE_SENDS_PER_ADDRESS: '3' }, (n: number) => ({ mobile: `04${n}2345678` }), 600],
    [
      'a mobile number prefix',
      { CODE_SENDS_PER_PREFIX: '6' },
      (n: number) => ({ mobile: `041234567${n}`, address: `198.51.100.${n}` }),
      3_600,
    ],
    [
      'a day',
      { CODE_SENDS_PER_DAY: '6' },
      (n: number) => ({ mobile: `04${n}2345678`, address: `198.51.100.${n}` }),
      86_400,
    ],
  ] as const)(
    'applies the cap on codes for %s to parallel requests for many mobile numbers',
    async (_, settings, buildSender, retryAfter) => {
      await open(settings);
      const senders: { mobile: string; address?: string }[] = [0, 1, 2, 3, 4, 5].map((n) => buildSender(n));
      const answers = await Promise.all(
        senders.map(({ mobile, ...options }) => shop.send(SEND, { body: { mobile }, ...options })),
      );
      expect(answers.filter(({ body }) => body.status === true)).toHaveLength(3);
      expect(answers.filter(({ body }) => body.retry_after === retryAfter)).toHaveLength(3);
      expect(shop.codes).toHaveLength(3);
    },
  );

  it('responds identically to known and unknown numbers, and texts foreign numbers only if a customer has them', async () => {
    await open();
    await signUp(shop, ANN);
    shop.wait(60_000);
    await shop.stored.change('customers', { mobile: '+12125550123' }, { mobile: ANN });
    shop.codes.length = 0;
    const answers = [];
    for (const mobile of ['+12125550123', '+12125550199', '+61411111111'])
      answers.push(await shop.send(SEND, { body: { mobile } }));
    expect(answers).toEqual(Array(3).fill({ status: 200, body: { status: true } }));
    const texted = () => shop.codes.map(({ to }) => to).sort();
    await expect.poll(texted).toEqual(['+12125550123', '+61411111111']);
    const retries = await Promise.all(
      ['+12125550123', '+12125550199'].map((mobile) => shop.send(SEND, { body: { mobile } })),
    );
    expect(retries.map(({ body }) => body.retry_after)).toEqual([30, 30]);
  });

  it('sends no code and returns a plain message after a failed CAPTCHA', async () => {
    await open();
    shop.context.integrations.humanCheck.verify = async () => false;
    const { status, body } = await shop.send(SEND, { body: { mobile: ANN, r_token: 'x' } });
    const message = 'We could not check that you are a person. Please try again.';
    const codes = { mobile: 'not_a_person' };
    expect({ status, body }).toEqual({
      status: 200,
      body: { status: false, input_validation: { mobile: message }, codes },
    });
    expect(shop.codes).toHaveLength(0);
  });

  it('reports a code that was refused or definitely not sent, but not a carrier timeout', async () => {
    const networkError = providerError({ service: 'messages', kind: 'network', mayHaveBeenApplied: false });
    const outcomes = [
      async () => ({ state: 'refused' as const, reason: 'landline', problem: 'number' as const }),
      async () => Promise.reject(new Error('timed out')),
      async () => Promise.reject(networkError),
    ];
    const send = () => (outcomes.shift() as () => Promise<never>)();
    await open();
    shop.context.integrations.messages = { name: 'phone', idempotent: false, campaignSender: '', send };
    const refused = await shop.send(SEND, { body: { mobile: '0412345678' } });
    const unknown = await shop.send(SEND, { body: { mobile: '0412345679' } });
    expect(refused.body).toMatchObject({
      status: false,
      input_validation: { mobile: expect.stringContaining('could not send') },
    });
    expect(unknown.body).toEqual({ status: true });
    const surelyNot = await shop.send(SEND, { body: { mobile: '0412345670' } });
    expect(surelyNot.body).toEqual({
      status: false,
      input_validation: { mobile: 'We cannot send texts right now. Please try again in a minute.' },
      codes: { mobile: 'messages_unavailable' },
    });
    const messages = await shop.stored.all('messages');
    expect(messages.map(({ state, error, problem }) => ({ state, error, problem }))).toEqual([
      { state: 'failed', error: 'landline', problem: 'number' },
      { state: 'unknown', error: 'timed out', problem: null },
      { state: 'failed', error: networkError.message, problem: 'carrier' },
    ]);
  });

  it("logs an error at 80 % of strangers' daily cap and at each rejection, but never a code", async () => {
    await open({ CODE_SENDS_PER_DAY: '10' });
    const logged: unknown[][] = [];
    const isSecurity = (line: unknown[]) => JSON.stringify(line).includes('"security":true');
    shop.context.log = { ...shop.context.log };
    for (const level of ['trace', 'debug', 'info', 'warn', 'error'] as const) {
      shop.context.log[level] = (...line: unknown[]) => void (isSecurity(line) || logged.push([level, ...line]));
    }
    for (let n = 0; n < 6; n += 1) await shop.send(SEND, { body: { mobile: `04${n}2345678` } });
    const isSent = ([, , event]: unknown[]) => event === 'message.sent';
    const sentLine = (id: number) => [
      'info',
      { messageId: id, ref: `code-${id}`, purpose: 'code', parts: 1 },
      'message.sent',
    ];
    const caps = { channel: 'sms', dailyCap: 10, strangersCap: 5 };
    expect(logged.filter(isSent)).toEqual([1, 2, 3, 4, 5].map(sentLine));
    expect(logged.filter((line) => !isSent(line))).toEqual([
      ['error', { sendsToday: 4, strangersToday: 4, ...caps }, 'sign_in_code.daily_cap_near'],
      ['error', { sendsToday: 5, strangersToday: 5, ...caps }, 'sign_in_code.daily_cap_reached'],
    ]);
  });

  it('still sends codes after the clock was set back', async () => {
    await open();
    await proveMobile(shop, ANN);
    shop.wait(-30 * 86_400_000);
    expect((await shop.send(SEND, { body: { mobile: ANN } })).body).toEqual({ status: true });
  });
});

describe.each(databaseKinds())('a code for an invalid mobile (%s)', (kind) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop(kind, { change: stopClock });
  });
  afterAll(() => shop.close());

  it.each(['', '   ', '04a2345678', '0412 345 678', '+61298765432', '0298765432', '+999999999999'])(
    'rejects %j with a message for the mobile field [VA-01, VA-02, VA-05]',
    async (mobile) => {
      const { body } = await shop.send(SEND, { body: { mobile } });
      expect(body).toEqual({
        status: false,
        input_validation: { mobile: 'Please enter a valid mobile' },
        codes: { mobile: 'mobile_invalid' },
      });
      expect(shop.codes).toHaveLength(0);
    },
  );
});
