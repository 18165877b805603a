import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Messages, OutgoingMessage } from '#server/platform/ports/messages.ts';
import { isProviderError } from '#server/platform/ports/service.ts';
import { startClickSend } from '#test/fakes/clicksend.ts';
import { type FaultMode, startFaultProxy } from '#test/fakes/fault-proxy.ts';
import { SECRET, startGateway } from '#test/fakes/gateway.ts';
import { startStandIn } from '#test/fakes/stand-in.ts';
import { ACCOUNT, againstDescription, hasDescription, startTwilio } from '#test/fakes/twilio.ts';
import { createGuard } from '../service/resilience-policy.ts';
import { createClickSend } from './clicksend/clicksend.ts';
import { createTwilio } from './twilio/twilio.ts';
import { createWebhook } from './webhook/webhook.ts';

const now = () => new Date('2026-11-02T01:00:00Z');
const clock = { now };
const text: OutgoingMessage = { ref: 'gift-1-sms', to: '+61491570156', kind: 'sms', text: 'Hello', purpose: 'gift' };
const mediaUrl = 'https://shop.test/picture-messages/name.jpg';
const picture: OutgoingMessage = { ...text, ref: 'gift-1-mms', kind: 'mms', text: '', mediaUrl };

const guard = (timeoutMs = 10_000) =>
  createGuard({ service: 'messages', provider: 'test', clock, timeoutMs, backoffMs: 1, maxFailures: 99 });

const twilioSettings = {
  accountSid: ACCOUNT,
  user: ACCOUNT,
  password: 'the auth token of the tests',
  from: '+61491570110',
  messagingServiceSid: '',
  shopsName: '',
  reportsUrl: 'http://shop.test/hooks/messages/twilio/receipts',
};

type Make = (base: string, timeoutMs?: number) => Messages;
const make: Record<Messages['name'] & ('twilio' | 'clicksend' | 'webhook'), Make> = {
  twilio: (apiBase, timeoutMs) => createTwilio(guard(timeoutMs), { ...twilioSettings, apiBase }),
  clicksend: (apiBase, timeoutMs) =>
    createClickSend(guard(timeoutMs), {
      username: 'shop@example.com',
      apiKey: 'the key of the tests',
      from: '',
      shopsName: '',
      apiBase,
    }),
  webhook: (base, timeoutMs) =>
    createWebhook(guard(timeoutMs), { url: `${base}/send`, secret: SECRET, shopsName: '', clock }),
};
const start = { twilio: startTwilio, clicksend: startClickSend, webhook: () => startGateway(now) };

describe.each(['twilio', 'clicksend', 'webhook'] as const)('%s', (name) => {
  let carrier: Awaited<ReturnType<(typeof start)[typeof name]>>;
  beforeAll(async () => {
    carrier = await start[name]();
  });
  afterAll(() => carrier.standIn.close());

  it("sends an SMS and an MMS, and returns the carrier's id of each", async () => {
    const messages = make[name](carrier.standIn.url);
    for (const message of [text, picture])
      expect(await messages.send(message)).toEqual({ state: 'sent', providerId: expect.stringMatching(/\S/) });
    expect(carrier.carried()).toMatchObject([
      { ref: 'gift-1-sms', to: '+61491570156', text: 'Hello', media: null },
      { ref: 'gift-1-mms', media: mediaUrl },
    ]);
  });

  const faults: [FaultMode, string, boolean][] = [
    ['down', 'network', false],
    ['busy', 'rate_limited', false],
    ['half-open', 'timeout', true],
    ['slow', 'timeout', true],
    ['garbage', 'invalid_response', true],
  ];
  it.each(faults)(
    'throws when the carrier is %s (error kind %s; may have been applied: %s)',
    async (mode, errorKind, mayHaveBeenApplied) => {
      const proxy = await startFaultProxy({ port: carrier.standIn.port, slowMs: 600 });
      await proxy.set(mode);
      const error = await make[name](proxy.url, errorKind === 'timeout' ? 250 : undefined)
        .send({ ...text, ref: `fault-${mode}` })
        .catch((thrown) => thrown);
      await proxy.close();
      expect(
        isProviderError(error) && { errorKind: error.errorKind, mayHaveBeenApplied: error.mayHaveBeenApplied },
      ).toEqual({
        errorKind,
        mayHaveBeenApplied,
      });
      expect(String(error)).not.toMatch(/\+61|Hello|token|whsec/);
    },
  );

  it.each([
    [500, true],
    [503, true],
    [401, false],
    [403, false],
    [404, false],
  ])(
    'does not treat HTTP %i as a rejection of the message (may have been applied: %s)',
    async (status, mayHaveBeenApplied) => {
      const broken = await startStandIn(() => ({ status, body: { code: 20003, message: 'no' } }));
      const error = await make[name](broken.url)
        .send(text)
        .catch((thrown) => thrown);
      await broken.close();
      expect(isProviderError(error) && error.mayHaveBeenApplied).toBe(mayHaveBeenApplied);
      // The guard retries only with carriers that deduplicate messages by `ref`.
      expect(broken.received).toHaveLength(name === 'webhook' && mayHaveBeenApplied ? 2 : 1);
    },
  );
});

describe('Twilio', () => {
  it('checks requests against the Twilio API description when it is available', () => {
    const wrong = new URLSearchParams({ Too: '+61491570156' });
    if (!hasDescription)
      process.stdout.write('Not checked against twilio-trimmed.json: it is not beside this checkout.\n');
    expect(againstDescription.request(wrong)).toBe(hasDescription ? 'unknown: Too' : null);
    expect(againstDescription.request(new URLSearchParams({ Body: 'x' })) === null).toBe(!hasDescription);
  });

  it('sets a validity of ten minutes for codes only, and puts the ref in the callback URL', async () => {
    const carrier = await startTwilio();
    const messages = make.twilio(carrier.standIn.url);
    await messages.send({ ...text, ref: 'code-7', purpose: 'code' });
    await messages.send(text);
    const [code, gift] = carrier.standIn.received.map(({ body }) => new URLSearchParams(body));
    await carrier.standIn.close();
    expect(code?.get('ValidityPeriod')).toBe('600');
    expect(gift?.get('ValidityPeriod')).toBeNull();
    expect(code?.get('StatusCallback')).toBe('http://shop.test/hooks/messages/twilio/receipts?ref=code-7');
    for (const form of [code, gift]) expect(againstDescription.request(form ?? new URLSearchParams())).toBeNull();
  });

  it('sends from the messaging service if one is set, and from a sender name where one is allowed', async () => {
    const carrier = await startTwilio();
    const service = `MG${'0'.repeat(32)}`;
    const settings = {
      ...twilioSettings,
      messagingServiceSid: service,
      shopsName: 'Handsel',
      apiBase: carrier.standIn.url,
    };
    const messages = createTwilio(guard(), settings);
    for (const message of [text, picture, { ...text, to: '+12015550123' }, { ...text, sender: 'Teapots' }])
      await messages.send(message);
    const forms = carrier.standIn.received.map(({ body }) => new URLSearchParams(body));
    await carrier.standIn.close();
    const senders = forms.map((form) => [form.get('From'), form.get('MessagingServiceSid')]);
    expect(senders).toEqual([
      ['Handsel', null],
      [null, service],
      [null, service],
      ['Teapots', null],
    ]);
  });

  it.each([
    [21211, 'number'],
    [21614, 'number'],
    [21610, 'opted_out'],
    [21612, 'no_route'],
    [21408, 'no_route'],
    [21620, 'carrier'],
  ])('maps Twilio error %i to the problem %s, and keeps the phone number out of the reason', async (code, problem) => {
    const carrier = await startTwilio();
    carrier.refuse([code]);
    const handed = await make.twilio(carrier.standIn.url).send(text);
    await carrier.standIn.close();
    expect(handed).toMatchObject({ state: 'refused', problem, reason: expect.stringContaining(`Twilio ${code}`) });
    expect(JSON.stringify(handed)).not.toContain('+61');
  });

  it('simulates callbacks that match the Twilio API description', async () => {
    const carrier = await startTwilio();
    const message = {
      ref: 'x',
      providerId: `SM${'1'.repeat(32)}`,
      to: text.to,
      from: '+61491570110',
      text: '',
      media: null,
    };
    for (const state of ['sent', 'delivered', 'failed'] as const)
      expect(againstDescription.callback(new URLSearchParams(carrier.report(message, state).payload))).toBeNull();
    await carrier.standIn.close();
  });

  it('rejects a text too long for Twilio without calling it', async () => {
    const handed = await make.twilio('http://127.0.0.1:1').send({ ...text, text: 'x'.repeat(1_601) });
    expect(handed).toMatchObject({ state: 'refused', problem: 'carrier' });
  });
});

describe('ClickSend', () => {
  it.each([
    ['INVALID_RECIPIENT', 'number'],
    ['COUNTRY_NOT_ENABLED', 'no_route'],
    ['SOMETHING_NEW', 'carrier'],
  ])("reads each message's status inside HTTP 200 and maps %s to the problem %s", async (status, problem) => {
    const carrier = await startClickSend();
    carrier.refuse([status]);
    const handed = await make.clicksend(carrier.standIn.url).send(text);
    await carrier.standIn.close();
    expect(handed).toEqual({ state: 'refused', reason: `ClickSend: ${status}`, problem });
  });

  it("reports a message as definitely not sent when the account's credit has run out", async () => {
    const carrier = await startClickSend();
    carrier.refuse(['INSUFFICIENT_CREDIT']);
    const error = await make
      .clicksend(carrier.standIn.url)
      .send(text)
      .catch((thrown) => thrown);
    await carrier.standIn.close();
    expect(isProviderError(error) && error.mayHaveBeenApplied).toBe(false);
  });

  it('rejects texts that would be truncated and image types that ClickSend does not accept', async () => {
    const messages = make.clicksend('http://127.0.0.1:1');
    const refused = [
      { ...text, text: 'x'.repeat(1_501) },
      { ...text, text: 'й'.repeat(501) },
      { ...picture, mediaUrl: 'https://shop.test/a.png' },
    ];
    for (const message of refused) expect(await messages.send(message)).toMatchObject({ state: 'refused' });
  });
});

describe('a custom gateway', () => {
  it.each(['number', 'opted_out', 'unheard of'])(
    'passes on the problem %s with which the gateway rejects a message',
    async (problem) => {
      const carrier = await startGateway(now);
      carrier.refuse([problem]);
      const handed = await make.webhook(carrier.standIn.url).send(text);
      await carrier.standIn.close();
      expect(handed).toMatchObject({ state: 'refused', problem: problem === 'unheard of' ? 'carrier' : problem });
    },
  );

  it('signs the whole message, and delivers it once when a ref is repeated', async () => {
    const carrier = await startGateway(now);
    const messages = make.webhook(carrier.standIn.url);
    const handed = [
      await messages.send({ ...text, sender: 'Teapots' }),
      await messages.send({ ...text, sender: 'Teapots' }),
    ];
    const [first] = carrier.standIn.received;
    await carrier.standIn.close();
    expect(handed).toEqual([
      { state: 'sent', providerId: 'gw-1' },
      { state: 'sent', providerId: 'gw-1' },
    ]);
    expect(carrier.carried()).toHaveLength(1);
    expect(first?.headers).toMatchObject({ 'webhook-id': 'gift-1-sms', 'webhook-timestamp': '1793581200' });
    expect(JSON.parse(first?.body ?? '')).toEqual({
      type: 'message.send',
      timestamp: '2026-11-02T01:00:00.000Z',
      data: {
        ref: 'gift-1-sms',
        to: '+61491570156',
        kind: 'sms',
        text: 'Hello',
        media_url: null,
        sender: 'Teapots',
        purpose: 'gift',
        valid_for_seconds: null,
      },
    });
  });
});
