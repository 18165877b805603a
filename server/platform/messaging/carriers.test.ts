import { afterAll, afterEach, beforeAll, describe, expect, it as test } from 'vitest';
import {
  type CarrierName,
  type CarrierShop,
  carriers,
  openCarrierShop,
  recipient,
} from '#test/support/carrier-shop.ts';
import { databaseKinds } from '#test/support/database.ts';

const each = databaseKinds().flatMap((kind) => carriers.map((name) => [name, kind] as const));

describe.each(each)('a gift card by %s on %s', (name, kind) => {
  let shop: CarrierShop;
  beforeAll(async () => {
    shop = await openCarrierShop(kind, name);
  });
  afterEach(() => shop.proxy.set('works'));
  afterAll(() => shop.close());

  test('goes out as picture and text, and is delivered when the phone confirms the text [ST-039, ST-040]', async () => {
    await shop.buy();
    await shop.deliver();
    expect(await shop.ofCard()).toMatchObject([
      { media: expect.stringMatching(/^http:\/\/shop\.test\/picture-messages\/[\w-]+\.jpg$/) },
      {
        media: null,
        text: expect.stringMatching(
          /^Wren sent you .* Teapots & Co gift card, .*: "For you, with love" Handsel: http:\/\/shop\.test\/card\/[\w-]{24}$/,
        ),
      },
    ]);
    expect(await shop.line()).toMatchObject({ state: 'sent', delivered_at: null, problem: null });
    expect(await shop.report('picture', 'delivered')).toBe(204);
    expect((await shop.line()).state).toBe('sent');
    expect(await shop.report('text', 'delivered')).toBe(204);
    expect(await shop.line()).toMatchObject({
      state: 'delivered',
      delivered_at: expect.stringMatching(/^2026-11-02T01:0/),
    });
    const states = await shop.query(
      `select channel as kind, state from messages where gift_card_id = ${await shop.cardId()} order by id`,
    );
    expect(states).toEqual([
      { kind: 'mms', state: 'delivered' },
      { kind: 'sms', state: 'delivered' },
    ]);
  });

  test('never goes back from a final state, however late and often the reports come', async () => {
    await shop.buy();
    await shop.deliver();
    for (const state of ['delivered', 'sent', 'failed', 'delivered'] as const)
      expect(await shop.report('text', state)).toBe(204);
    expect(await shop.line()).toMatchObject({ state: 'delivered', problem: null, can_send_again: false });
  });

  test('stays failed once the carrier has said so', async () => {
    await shop.buy();
    await shop.deliver();
    for (const state of ['failed', 'sent', 'delivered'] as const) expect(await shop.report('text', state)).toBe(204);
    expect(await shop.line()).toMatchObject({ state: 'failed', delivered_at: null, can_send_again: true });
  });

  test('that fails after it was sent says so and why, and can be sent again', async () => {
    const id = await shop.buy();
    await shop.deliver();
    const before = await shop.newest('text');
    expect(await shop.report('text', 'failed')).toBe(204);
    const problem = name === 'twilio' ? 'number' : 'unreachable';
    expect(await shop.line()).toMatchObject({ state: 'failed', problem, can_send_again: true, can_correct: true });
    expect((await shop.resend(id)).body.status).toBe(true);
    await shop.deliver();
    const after = await shop.newest('text');
    expect(after.ref).not.toBe(before.ref);
    expect(after.text).toBe(before.text);
    expect(await shop.line()).toMatchObject({ state: 'sent', problem: null });
    // A report on the delivery attempt before is not about this one.
    await shop.hand(shop.carrier.report(before, 'delivered'));
    expect((await shop.line()).state).toBe('sent');
    await shop.report('text', 'delivered');
    expect((await shop.line()).state).toBe('delivered');
  });

  test('waits while the carrier is down or busy and then goes out exactly once', async () => {
    await shop.buy();
    for (const mode of ['down', 'busy'] as const) {
      await shop.proxy.set(mode);
      await expect(shop.deliver()).rejects.toThrow('The service for messages failed');
      expect((await shop.line()).state).toBe('queued');
    }
    await shop.proxy.set('works');
    await shop.deliver();
    await shop.deliver();
    expect(await shop.ofCard()).toHaveLength(2);
    await shop.report('text', 'delivered');
    expect((await shop.line()).state).toBe('delivered');
  });

  test('that got no usable answer is never sent twice; a report settles it', async () => {
    await shop.buy();
    await shop.proxy.set('garbage');
    const delivery = shop.deliver();
    if (name === 'webhook') await expect(delivery).rejects.toThrow('invalid_response');
    else await delivery;
    await shop.proxy.set('works');
    await shop.deliver();
    const unknown = name !== 'webhook';
    expect((await shop.line()).state).toBe(unknown ? 'unknown' : 'sent');
    expect(await shop.ofCard()).toHaveLength(unknown ? 0 : 2);
    const providerId = name === 'twilio' ? `SM${'e'.repeat(32)}` : 'a-name\0of-theirs';
    const lost = { ref: `gift-${await shop.cardId()}-sms`, providerId, to: recipient, from: '', text: '', media: null };
    await shop.hand(shop.carrier.report(unknown ? lost : await shop.newest('text'), 'delivered'));
    expect((await shop.line()).state).toBe('delivered');
  });

  test('has the code of a sign-in reported on, too, and tells a customer what to do when no text can be sent', async () => {
    const [code] = shop.carriedTo('+61412345678');
    if (!code) throw new Error('No code was carried.');
    await shop.hand(shop.carrier.report(code, 'failed'));
    const [row] = await shop.query("select state, error from messages where purpose = 'code'");
    expect(row).toMatchObject({ state: 'failed', error: expect.any(String) });
    await shop.proxy.set('down');
    const rejected = await shop.send('POST mobiledigital/sendmobilecode', { body: { mobile: '0412345679' } });
    expect(rejected.body).toMatchObject({
      status: false,
      input_validation: { mobile: 'We cannot send texts right now. Please try again in a minute.' },
    });
  });

  test('believes no report that the carrier did not make', async () => {
    await shop.buy();
    await shop.deliver();
    const real = shop.carrier.report(await shop.newest('text'), 'delivered');
    for (const forged of forgeries(name, real)) expect(await shop.hand(forged)).toBe(403);
    expect((await shop.line()).state).toBe('sent');
    expect(await shop.hand(real)).toBe(204);
  });

  test('ignores reports on messages that are not its own', async () => {
    const foreign = {
      ref: 'gift-999-sms',
      providerId: `SM${'f'.repeat(32)}`,
      to: recipient,
      from: '',
      text: '',
      media: null,
    };
    expect(await shop.hand(shop.carrier.report(foreign, 'delivered'))).toBe(204);
    // Our ref with the carrier's id of another message: not the one that was handed over.
    await shop.buy();
    await shop.deliver();
    const other = { ...(await shop.newest('text')), providerId: foreign.providerId };
    expect(await shop.hand(shop.carrier.report(other, 'delivered'))).toBe(204);
    expect((await shop.line()).state).toBe('sent');
    // Twilio signs its reports, and puts our ref into the address, where such a text is rejected.
    const unkept = { ...foreign, ref: 'gift-999\0-sms', providerId: 'half \ud800' };
    const odd = await shop.hand(shop.carrier.report(unkept, 'failed'));
    expect(odd).toBe(name === 'twilio' ? 400 : 204);
  });

  test('shows in /readyz how the carrier fares', async () => {
    const { services } = (await shop.app.inject('/readyz')).json();
    expect(services).toContainEqual(expect.objectContaining({ service: 'messages', provider: name, state: 'working' }));
  });
});

function forgeries(name: CarrierName, real: ReturnType<CarrierShop['carrier']['report']>) {
  const changed = { ...real, payload: real.payload.replace('delivered', 'undelivered') };
  if (name === 'clicksend') return [{ ...real, url: real.url.replace('a-secret', 'b-secret') }];
  const unsigned = { ...real, headers: { 'content-type': real.headers['content-type'] ?? '' } };
  if (name === 'twilio') return [changed, unsigned, { ...real, url: real.url.replace('ref=gift', 'ref=gift-0') }];
  return [changed, unsigned];
}
