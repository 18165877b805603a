import { connect, type Socket } from 'node:net';
import { SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cardOf25 } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { readNewestCode } from '#test/support/sign-in.ts';
import { signCampaignLink } from './domain/customers/sign-in/campaign-link.ts';

const REST = '/rest/default/V1';
const VICTIM = '+61412345678';

describe.each(databaseKinds())('abuse protection (%s)', (kind) => {
  let shop: TestShop;
  const open = async (env: Record<string, string> = {}) => {
    shop = await openTestShop(kind, { env });
  };
  afterEach(() => shop.close());

  const from = async (remoteAddress: string, path: string, payload: object, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const answer = await shop.app.inject({ method: 'POST', url: `${REST}/${path}`, payload, headers, remoteAddress });
    return { status: answer.statusCode, body: answer.json() };
  };
  const address = (index: number) => `203.${Math.floor(index / 200)}.${(index % 200) + 1}.9`;

  describe('when an attacker guesses a code', () => {
    it('evaluates only five of 300 guesses from 300 addresses, then rejects even the correct code', async () => {
      await open();
      await shop.send('POST mobiledigital/sendmobilecode', { body: { mobile: VICTIM } });
      const code = readNewestCode(shop, VICTIM);
      const wrong = Array.from({ length: 300 }, (_, index) => String(100_000 + index)).filter(
        (guess) => guess !== code,
      );
      const answers = await Promise.all(
        wrong.map((guess, index) =>
          from(address(index), 'mobiledigital/confirmmobilecode', { mobile: VICTIM, code: guess }),
        ),
      );
      expect(answers.every(({ status, body }) => status === 200 && body.status === false)).toBe(true);
      const looked = answers.filter(({ body }) => /tries? left|no tries/i.test(JSON.stringify(body.input_validation)));
      expect(looked.length).toBeLessThanOrEqual(5);
      const late = await from('198.51.100.1', 'mobiledigital/confirmmobilecode', { mobile: VICTIM, code });
      expect(late.body.status).toBe(false);
    });
  });

  describe('when an attacker requests codes to run up a bill', () => {
    it('sends one number at most five codes an hour, even when many IP addresses request them', async () => {
      await open();
      for (let minute = 0; minute < 12; minute += 1) {
        await Promise.all(
          Array.from({ length: 10 }, (_, index) =>
            from(address(minute * 10 + index), 'mobiledigital/sendmobilecode', { mobile: VICTIM }),
          ),
        );
        await shop.moveTo(new Date(Date.UTC(2026, 10, 2, 1, minute * 4 + 2)).toISOString());
      }
      expect(shop.codes).toHaveLength(5);
    });

    it('limits sign-in codes per IP address, per number prefix and in total', async () => {
      await open({ CODE_SENDS_PER_ADDRESS: '6', CODE_SENDS_PER_PREFIX: '16', CODE_SENDS_PER_DAY: '40' });
      const number = (index: number) => `+614${String(20_000_000 + index * 10_007).padStart(8, '0')}`;
      await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          from('198.51.100.9', 'mobiledigital/sendmobilecode', { mobile: number(index) }),
        ),
      );
      expect(shop.codes).toHaveLength(6);
      await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          from(address(index), 'mobiledigital/sendmobilecode', { mobile: `+6149999${String(1_000 + index)}` }),
        ),
      );
      expect(shop.codes).toHaveLength(14);
      await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          from(address(100 + index), 'mobiledigital/sendmobilecode', { mobile: number(1_000 + index) }),
        ),
      );
      expect(shop.codes).toHaveLength(20);
    });
  });

  describe('when an attacker tampers with a link', () => {
    it('rejects a campaign link that was changed, forged or signed with another key', async () => {
      await open();
      await shop.customer(VICTIM);
      const good = await signCampaignLink(shop.context, { mobile: VICTIM });
      const [head = '', claims = '', sign = ''] = good.split('.');
      const read = JSON.parse(Buffer.from(claims, 'base64url').toString());
      const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const another = new TextEncoder().encode('another key that is long enough to sign with');
      const bad = [
        `${head}.${encoded({ ...read, mobile: '+61412345679' })}.${sign}`,
        `${encoded({ alg: 'none' })}.${claims}.`,
        `${encoded({ alg: 'none' })}.${claims}.${sign}`,
        await new SignJWT(read).setProtectedHeader({ alg: 'HS256' }).sign(another),
        good.slice(0, -4),
        '',
        'x.y.z',
      ];
      for (const jwt of bad) {
        const { status, body } = await from('203.0.113.7', 'mobiledigital/auth', { jwt, autologin: true });
        expect(status).toBeLessThan(500);
        expect(body.token).toBeUndefined();
      }
      expect((await from('203.0.113.7', 'mobiledigital/auth', { jwt: good, autologin: true })).body.token).toBeTypeOf(
        'string',
      );
    });
  });

  describe('when an attacker manipulates prices', () => {
    let customer: Customer;
    beforeEach(async () => {
      await open();
      customer = await shop.customer(VICTIM);
      await from('203.0.113.7', 'carts/mine', {}, customer.token);
    });
    const addMug = (change: object) =>
      from('203.0.113.7', 'carts/mine/items', { cartItem: { sku: 'MUG', qty: 1, ...change } }, customer.token);

    it('charges the catalogue price, whatever price the request contains', async () => {
      const honest = (await addMug({})).body;
      await from('203.0.113.7', 'mobiledigital/clearcart', {}, customer.token);
      const forged = await addMug({
        price: 0.01,
        base_price: 0.01,
        custom_price: 0.01,
        row_total: 0,
        discount_amount: 999,
      });
      expect(forged.body.price).toBe(honest.price);
      expect(await customer.totals()).toMatchObject({ subtotal_incl_tax: honest.price });
    });

    it('rejects an invalid quantity of a product', async () => {
      for (const qty of [0, -1, -0.5, 0.5, 1e9, Number.MAX_SAFE_INTEGER, '1; drop table carts', null, [1], {}]) {
        const { status } = await addMug({ qty });
        expect([400, 404], JSON.stringify(qty)).toContain(status);
      }
      expect(await shop.stored.count('cartLines')).toBe(0);
    });

    it('charges 25 dollars for a gift card of 25 dollars, even if its details claim 5,000', async () => {
      await customer.buyCards([{ price: 5_000 }]);
      const paid = (await shop.stored.all('orders')).filter(({ number }) => number !== null);
      expect((await shop.cards()).map(({ valueCents }) => valueCents)).toEqual([2_500]);
      expect(paid.map(({ totalCents }) => totalCents)).toEqual([2_500]);
    });
  });

  it("responds to requests for another customer's data as if the data did not exist", async () => {
    await open();
    const owner = await shop.customer(VICTIM);
    const thief = await shop.customer('+61412345679');
    const { orderId, detailsIds } = await owner.buyCards();
    const { body: me } = await shop.send('GET customers/me', { token: owner.token });
    const addressId = Number(me.addresses[0]?.id);
    const [details] = detailsIds;
    const buildRequest = (
      id: number | string,
      name: string,
    ): { method: 'GET' | 'POST'; url: string; payload?: object } => {
      const calls: Record<string, { method: 'GET' | 'POST'; url: string; payload?: object }> = {
        order: { method: 'GET', url: `mobiledigital/order?order_id=${id}` },
        details: { method: 'GET', url: `mobiledigital/getgiftcarddetailsbyid?gift_card_details_id=${id}` },
        billing: { method: 'POST', url: 'mobiledigital/setdefaultbilling', payload: { address_id: id } },
        shipping: { method: 'POST', url: 'mobiledigital/setdefaultshipping', payload: { address_id: id } },
        schedule: {
          method: 'POST',
          url: 'mobiledigital/savegiftcardscheduleddate',
          payload: {
            gift_card_details_id: id,
            scheduled_delivery: '2026-12-24 10:00:00',
            delivery_timezone: 'Australia/Sydney',
          },
        },
        template: {
          method: 'POST',
          url: 'mobiledigital/savegiftcardmmstemplate',
          payload: { gift_card_details_id: id, mms_template_id: 'birthday', click2_giftcard_mms_template_id: 1 },
        },
      };
      const call = calls[name];
      if (!call) throw new Error(`There is no call ${name}.`);
      return call;
    };
    const ask = async (id: number | string, name: string) => {
      const { url, ...rest } = buildRequest(id, name);
      const headers = { authorization: `Bearer ${thief.token}` };
      const answer = await shop.app.inject({ ...rest, url: `${REST}/${url}`, headers });
      // The two responses may differ only in the id.
      return [answer.statusCode, answer.body.replace(new RegExp(`\\b${id}\\b(?!-)`, 'g'), '#')];
    };
    for (const [name, id] of [
      ['order', orderId],
      ['details', details],
      ['billing', addressId],
      ['shipping', addressId],
      ['schedule', details],
      ['template', details],
    ] as const) {
      expect(await ask(Number(id), name), name).toEqual(await ask(987_654, name));
    }
    expect((await shop.stored.one('giftCardDetails', { id: details })).scheduledDelivery).toBe(cardOf25.scheduledAt);
  });

  it('rejects oversized bodies with 413 and deeply nested bodies with 4xx, and keeps serving', async () => {
    await open();
    const huge = await shop.app.inject({
      method: 'POST',
      url: `${REST}/mobiledigital/sendmobilecode`,
      headers: { 'content-type': 'application/json' },
      payload: `{"mobile":"${'4'.repeat(300 * 1024)}"}`,
    });
    expect(huge.statusCode).toBe(413);
    const deep = await shop.app.inject({
      method: 'POST',
      url: `${REST}/mobiledigital/sendmobilecode`,
      headers: { 'content-type': 'application/json' },
      payload: `${'['.repeat(15_000)}${']'.repeat(15_000)}`,
    });
    expect(deep.statusCode).toBe(400);
    const answer = await shop.app.inject(`${REST}/mobiledigital/search?${'q[]=a&'.repeat(5_000)}`);
    expect(answer.statusCode).toBeLessThan(500);
    expect((await shop.app.inject('/readyz')).statusCode).toBe(200);
  });

  it('serves other clients while slow clients are sending, and eventually disconnects the slow ones', async () => {
    await open();
    const url = new URL(await shop.app.listen({ port: 0, host: '127.0.0.1' }));
    const { requestTimeout, headersTimeout } = shop.app.server;
    expect(requestTimeout).toBeGreaterThan(0);
    expect(requestTimeout).toBeLessThanOrEqual(60_000);
    expect(headersTimeout).toBeLessThanOrEqual(60_000);
    const slow = Array.from({ length: 300 }, () => connect(Number(url.port), url.hostname));
    await Promise.all(slow.map(begin));
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(new URL('/readyz', url))));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    for (const socket of slow) socket.destroy();
  });
});

function begin(socket: Socket): Promise<void> {
  const head = `POST ${REST}/mobiledigital/auth HTTP/1.1\r\nhost: shop.test\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{`;
  socket.on('error', () => socket.destroy());
  return new Promise((resolve) => socket.once('connect', () => socket.write(head, () => resolve())));
}
