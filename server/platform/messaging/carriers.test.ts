import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Carried } from '#test/fakes/carrier.ts';
import { AT_ONCE, RECIPIENT } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { CARRIERS, type CarrierName, startCarrier } from '#test/support/providers.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

const each = databaseKinds().flatMap((kind) => CARRIERS.map((name) => [name, kind] as const));

type Carrier = Awaited<ReturnType<typeof startCarrier>>;

describe.each(each)('gift card delivery by %s on %s', (name, kind) => {
  let carrier: Carrier;
  let shop: TestShop;
  let wren: Customer;
  beforeAll(async () => {
    carrier = await startCarrier(name);
    shop = await openTestShop(kind, { providers: [carrier] });
    wren = await shop.customer();
  });
  afterEach(() => carrier.proxy.set('works'));
  afterAll(() => shop.close());

  const buy = () => wren.buyCards([{ scheduledAt: AT_ONCE }]);
  const carried = async () => {
    const refs = `gift-${(await shop.lastCard()).id}-`;
    return carrier.carriedTo(RECIPIENT).filter(({ ref }) => ref.startsWith(refs));
  };
  const newest = async (messageKind: 'text' | 'picture'): Promise<Carried> => {
    const found = (await carried()).findLast(({ media }) => (media === null) === (messageKind === 'text'));
    if (!found) throw new Error(`No ${messageKind} was carried to ${RECIPIENT}.`);
    return found;
  };
  const report = async (messageKind: 'text' | 'picture', state: 'sent' | 'delivered' | 'failed') =>
    carrier.hand(carrier.report(await newest(messageKind), state));

  it('sends a picture and a text, and marks the card delivered when the phone confirms the text [ST-039, ST-040]', async () => {
    await buy();
    await shop.deliver();
    expect(await carried()).toMatchObject([
      { media: expect.stringMatching(/^http:\/\/shop\.test\/picture-messages\/[\w-]+\.jpg$/) },
      {
        media: null,
        text: expect.stringMatching(
          /^Wren sent you .* Teapots & Co gift card, .*: "For you, with love" Handsel: http:\/\/shop\.test\/card\/[\w-]{24}$/,
        ),
      },
    ]);
    expect(await wren.cardLine()).toMatchObject({ state: 'sent', delivered_at: null, problem: null });
    expect(await report('picture', 'delivered')).toBe(204);
    expect((await wren.cardLine()).state).toBe('sent');
    expect(await report('text', 'delivered')).toBe(204);
    expect(await wren.cardLine()).toMatchObject({
      state: 'delivered',
      delivered_at: expect.stringMatching(/^2026-11-02T01:0/),
    });
    expect(await shop.stored.all('messages', { giftCardId: (await shop.lastCard()).id })).toMatchObject([
      { channel: 'mms', state: 'delivered' },
      { channel: 'sms', state: 'delivered' },
    ]);
  });

  it('leaves a delivered card delivered despite late and repeated reports', async () => {
    await buy();
    await shop.deliver();
    for (const state of ['delivered', 'sent', 'failed', 'delivered'] as const)
      expect(await report('text', state)).toBe(204);
    expect(await wren.cardLine()).toMatchObject({ state: 'delivered', problem: null, can_send_again: false });
  });

  it('leaves a failed card failed despite later reports', async () => {
    await buy();
    await shop.deliver();
    for (const state of ['failed', 'sent', 'delivered'] as const) expect(await report('text', state)).toBe(204);
    expect(await wren.cardLine()).toMatchObject({ state: 'failed', delivered_at: null, can_send_again: true });
  });

  it('shows why a sent card failed, and lets the customer send it again', async () => {
    const { detailsIds } = await buy();
    await shop.deliver();
    const before = await newest('text');
    expect(await report('text', 'failed')).toBe(204);
    const problem = name === 'twilio' ? 'number' : 'unreachable';
    expect(await wren.cardLine()).toMatchObject({ state: 'failed', problem, can_send_again: true, can_correct: true });
    expect((await wren.resend(Number(detailsIds[0]))).body.status).toBe(true);
    await shop.deliver();
    const after = await newest('text');
    expect(after.ref).not.toBe(before.ref);
    expect(after.text).toBe(before.text);
    expect(await wren.cardLine()).toMatchObject({ state: 'sent', problem: null });
    await carrier.hand(carrier.report(before, 'delivered'));
    expect((await wren.cardLine()).state).toBe('sent');
    await report('text', 'delivered');
    expect((await wren.cardLine()).state).toBe('delivered');
  });

  it('retries while the carrier is down or busy, and sends the card once', async () => {
    await buy();
    for (const mode of ['down', 'busy'] as const) {
      await carrier.proxy.set(mode);
      await expect(shop.deliver()).rejects.toThrow('The service for messages failed');
      expect((await wren.cardLine()).state).toBe('queued');
    }
    await carrier.proxy.set('works');
    await shop.deliver();
    await shop.deliver();
    expect(await carried()).toHaveLength(2);
    await report('text', 'delivered');
    expect((await wren.cardLine()).state).toBe('delivered');
  });

  it('resends after an unusable response only to idempotent carriers, and lets a delivery report decide', async () => {
    await buy();
    await carrier.proxy.set('garbage');
    const delivery = shop.deliver();
    if (name === 'webhook') await expect(delivery).rejects.toThrow('invalid_response');
    else await delivery;
    await carrier.proxy.set('works');
    await shop.deliver();
    const unknown = name !== 'webhook';
    expect((await wren.cardLine()).state).toBe(unknown ? 'unknown' : 'sent');
    expect(await carried()).toHaveLength(unknown ? 0 : 2);
    const providerId = name === 'twilio' ? `SM${'e'.repeat(32)}` : 'a-name\0of-theirs';
    const lost = {
      ref: `gift-${(await shop.lastCard()).id}-sms`,
      providerId,
      to: RECIPIENT,
      from: '',
      text: '',
      media: null,
    };
    await carrier.hand(carrier.report(unknown ? lost : await newest('text'), 'delivered'));
    expect((await wren.cardLine()).state).toBe('delivered');
  });

  it('records delivery reports about sign-in codes, and asks the customer to retry when no text can be sent', async () => {
    const [code] = carrier.carriedTo('+61412345678');
    if (!code) throw new Error('No code was carried.');
    await carrier.hand(carrier.report(code, 'failed'));
    const [message] = await shop.stored.all('messages', { purpose: 'code' });
    expect(message).toMatchObject({ state: 'failed', error: expect.any(String) });
    await carrier.proxy.set('down');
    const rejected = await shop.send('POST mobiledigital/sendmobilecode', { body: { mobile: '0412345679' } });
    expect(rejected.body).toMatchObject({
      status: false,
      input_validation: { mobile: 'We cannot send texts right now. Please try again in a minute.' },
    });
  });

  it('rejects forged delivery reports', async () => {
    await buy();
    await shop.deliver();
    const real = carrier.report(await newest('text'), 'delivered');
    for (const forged of forgeries(name, real)) expect(await carrier.hand(forged)).toBe(403);
    expect((await wren.cardLine()).state).toBe('sent');
    expect(await carrier.hand(real)).toBe(204);
  });

  it('ignores delivery reports about unknown messages', async () => {
    const foreign = {
      ref: 'gift-999-sms',
      providerId: `SM${'f'.repeat(32)}`,
      to: RECIPIENT,
      from: '',
      text: '',
      media: null,
    };
    expect(await carrier.hand(carrier.report(foreign, 'delivered'))).toBe(204);
    await buy();
    await shop.deliver();
    const other = { ...(await newest('text')), providerId: foreign.providerId };
    expect(await carrier.hand(carrier.report(other, 'delivered'))).toBe(204);
    expect((await wren.cardLine()).state).toBe('sent');
    const unkept = { ...foreign, ref: 'gift-999\0-sms', providerId: 'half \ud800' };
    const odd = await carrier.hand(carrier.report(unkept, 'failed'));
    expect(odd).toBe(name === 'twilio' ? 400 : 204);
  });

  it("shows the carrier's state in /readyz", async () => {
    const { services } = (await shop.app.inject('/readyz')).json();
    expect(services).toContainEqual(expect.objectContaining({ service: 'messages', provider: name, state: 'working' }));
  });
});

function forgeries(name: CarrierName, real: ReturnType<Carrier['report']>) {
  const changed = { ...real, payload: real.payload.replace('delivered', 'undelivered') };
  if (name === 'clicksend') return [{ ...real, url: real.url.replace('a-secret', 'b-secret') }];
  const unsigned = { ...real, headers: { 'content-type': real.headers['content-type'] ?? '' } };
  if (name === 'twilio') return [changed, unsigned, { ...real, url: real.url.replace('ref=gift', 'ref=gift-0') }];
  return [changed, unsigned];
}
