import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillCart, pay, signIn } from '#test/support/customer.ts';
import { databaseKinds, openTestPostgres } from '#test/support/database.ts';
import { prepareDemoCard } from '../steps/demo-card.ts';
import { createDataFolder, type RunningServer, startServer } from '../steps/server.ts';

const customerMobile = '+61412345678';
const recipient = '+61491570157';

describe.each(databaseKinds())('the API journey in the order of specification section 4, on %s', (kind) => {
  let server: RunningServer;
  let cleanUp: () => Promise<void>;

  beforeAll(async () => {
    const folder = createDataFolder();
    const postgres = kind === 'postgres' ? await openTestPostgres() : null;
    server = await startServer({
      DATA_DIR: folder.path,
      WEB: 'none',
      HUMAN_CHECK: 'none',
      DATABASE_URL: postgres?.databaseUrl ?? '',
    });
    await server.moveTo('2026-11-02T01:00:00Z');
    cleanUp = async () => {
      await server.stop();
      await postgres?.database.close();
      folder.remove();
    };
  });
  afterAll(() => cleanUp());

  it('lets a customer sign in and pay for a cart, and the recipient open the card [ST-089, ST-093, ST-094]', async () => {
    const customer = await signIn(server.send, server.phone, customerMobile);
    const cardInput = await prepareDemoCard(server.send, customer, {
      scheduledAt: '2026-11-02 12:00:00',
      zone: 'Australia/Sydney',
      to: '0491 570 157'.replaceAll(' ', ''),
    });
    const { cartId } = await fillCart(server.send, customer, [cardInput]);
    const placed = await pay(server.send, customer, 'pm_card_visa:visa:4242');
    expect(placed.status).toBe(200);
    const success = await server.send('GET mobiledigital/checkoutsuccess', {
      token: customer.token,
      query: { seller_id: '', campaign_id: '' },
    });
    const orderId = success.body.data?.order_id ?? '';
    expect(orderId).toBe('000000001');
    const save = { token: customer.token, body: { r_token: '', cart_id: cartId, order_id: orderId } };
    expect((await server.send('POST mobiledigital/savegiftcardorderbycart', save)).body).toEqual({ status: true });
    expect((await server.send('POST mobiledigital/savegiftcardorderbycart', save)).body).toEqual({ status: true });
    expect((await server.send('POST carts/mine', { token: customer.token })).body).not.toBe(cartId);

    const messages = await waitForMessages(server);
    expect(messages.map((message) => message.kind)).toEqual(['sms', 'mms']);
    const secret = messages[0]?.text.split('/card/')[1] ?? '';
    const opened = await server.send('GET mobiledigital/card', { query: { secret } });
    expect(opened.body.data).toMatchObject({
      state: 'live',
      value: cardInput.price,
      balance: cardInput.price,
      recipient_firstname: 'Mia',
    });
    expect((await server.send('POST mobiledigital/cardopened', { body: { secret } })).body).toEqual({ status: true });
    const picture = await fetch(messages[1]?.media_url ?? '');
    expect(picture.headers.get('content-type')).toBe('image/jpeg');
    expect((await picture.arrayBuffer()).byteLength).toBeLessThanOrEqual(240_000);
  });

  it('rejects the bearer token immediately after sign-out [CA-03, RO-11]', async () => {
    await server.moveTo('2026-11-02T03:00:00Z');
    const customer = await signIn(server.send, server.phone, customerMobile);
    expect((await server.send('GET customers/me', { token: customer.token })).status).toBe(200);
    expect((await server.send('POST mobiledigital/signout', { token: customer.token })).body).toEqual({ status: true });
    expect((await server.send('GET customers/me', { token: customer.token })).status).toBe(401);
  });
});

async function waitForMessages(server: RunningServer) {
  for (let tries = 0; tries < 150; tries += 1) {
    const messages = await server.phone(recipient);
    if (messages.length >= 2) return messages;
    await sleep(100);
  }
  throw new Error('Nothing arrived.');
}
