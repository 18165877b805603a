import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ordersCommand } from '#server/commands/decide-orders.ts';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import { dispatchMessage } from '#server/platform/messaging/dispatcher.ts';
import { reconcileMessages } from '#server/platform/messaging/reconcile-messages.ts';
import type { OutgoingMail } from '#server/platform/ports/mail.ts';
import { type FaultProxy, startFaultProxy } from '#test/fakes/fault-proxy.ts';
import { type Customer, OWN_MOBILE } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCommand } from '#test/support/give-command.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { mailCaptureOptions, openTestShop, type TestShop } from '#test/support/shop.ts';
import { testShop } from '#test/support/test-catalogue.ts';

const ADDRESS = 'wren.61412345678@example.com';

describe.each(databaseKinds())('receipts by email (%s)', (kind) => {
  let server: SMTPServer;
  let proxy: FaultProxy;
  let arrived: { to: string[]; raw: string; user: unknown }[];
  let refuse: ((address: string) => number | null) | null;
  let shop: TestShop;
  let wren: Customer;

  const onRcptTo: SMTPServerOptions['onRcptTo'] = ({ address }, _session, done) => {
    const responseCode = refuse?.(address) ?? null;
    done(responseCode === null ? null : Object.assign(new Error('not here'), { responseCode }));
  };
  const onData: SMTPServerOptions['onData'] = async (stream, session, done) => {
    let raw = '';
    for await (const piece of stream) raw += piece;
    arrived.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw, user: session.user });
    done();
  };

  beforeEach(async () => {
    arrived = [];
    refuse = null;
    server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        password === 'p@ss/word' ? done(null, { user: username }) : done(new Error('wrong')),
      onRcptTo,
      onData,
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    proxy = await startFaultProxy({ port: (server.server.address() as AddressInfo).port });
    const env = {
      MAIL: 'smtp',
      SMTP_URL: `smtp://shop:${encodeURIComponent('p@ss/word')}@127.0.0.1:${proxy.port}`,
      MAIL_FROM: 'Snowgum <receipts@snowgum.example>',
    };
    shop = await openTestShop(kind, { env, working: true });
    wren = await shop.customer();
  });
  afterEach(async () => {
    await shop.close();
    await proxy.close();
    await new Promise<void>((resolve) => server.close(resolve));
  });

  const buy = async (): Promise<number> => (await wren.buyCards()).orderId;
  const state = async () => (await shop.stored.all('messages', { purpose: 'receipt' }))[0]?.state;

  it('mails a receipt for an approved order with total, GST and seller, but without card codes', async () => {
    await shop.stored.change('sellers', {
      contactPhone: '08 5550 1234',
      contactEmail: 'tea@pots.example',
      contactHours: '9-5',
    });
    const orderId = await buy();
    await expect.poll(state).toBe('sent');
    expect(arrived).toHaveLength(1);
    const [mail] = arrived;
    expect(mail).toMatchObject({ to: [ADDRESS], user: 'shop' });
    const text = (mail?.raw ?? '').replace(/=\r\n/g, '').replace(/=3D/g, '=');
    for (const part of [
      'From: Snowgum <receipts@snowgum.example>',
      'Subject: Your receipt for order 000000001',
      `Message-ID: <receipt-${orderId}@shop.test>`,
      'Total: $25.00 AUD',
      'of which GST: $0.00 AUD',
      'No GST is charged on gift cards.',
      'http://shop.test/account/orders',
      'Teapots & Co: 08 5550 1234, tea@pots.example, 9-5',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(/\/card\/|Mia|0491570156/);
  });

  it('groups identical cards for several recipients in one receipt row with their quantity and total', async () => {
    await wren.buyCards([{}, {}, { optionValue: testShop.options.price50 }]);
    await expect.poll(state).toBe('sent');
    const text = (arrived[0]?.raw ?? '').replace(/=\r\n/g, '');
    expect(text.match(/^\d+ x .*/gm)).toEqual([
      expect.stringMatching(/^2 x .*: \$50\.00 AUD/),
      expect.stringMatching(/^1 x .*: \$50\.00 AUD/),
    ]);
  });

  it('keeps the order while the mail server is down, and sends the receipt once when it is up again', async () => {
    await proxy.set('down');
    expect(await buy()).toBeTypeOf('number');
    await expect.poll(() => hasFailedMail(shop)).toBe(true);
    await proxy.set('works');
    await expect.poll(state).toBe('sent');
    expect(arrived).toHaveLength(1);
  });

  it("resends a receipt that was lost in a crash, once and only on the operator's command", async () => {
    const orders = (...argv: string[]) => giveCommand(shop.context, ordersCommand, ...argv);
    await buy();
    await expect.poll(state).toBe('sent');
    const { claimedAt } = await shop.stored.one('messages', { purpose: 'receipt' });
    const hourBefore = new Date(Number(claimedAt) - 3_600_000);
    await shop.stored.change('messages', { state: 'claimed', claimedAt: hourBefore }, { purpose: 'receipt' });
    expect(await orders('receipt', '000000001')).toMatchObject({
      status: 1,
      errorOutput: [expect.stringContaining('already on its way')],
    });
    await reconcileMessages(shop.context, messagePurposes, 'regular');
    expect(await state()).toBe('unknown');
    expect(arrived).toHaveLength(1);
    expect((await orders('receipt', '000000001')).output).toEqual([
      'Order 000000001: the shop sends the receipt again.',
    ]);
    await expect.poll(() => arrived.length).toBe(2);
    expect(arrived.map(({ raw }) => /^Subject: .*$/m.exec(raw)?.[0])).toEqual(
      [1, 2].map(() => 'Subject: Your receipt for order 000000001'),
    );
    expect((await orders('receipt', '000000009')).errorOutput).toEqual([
      'There is no order 000000009. To find it, run: npm run orders -- list',
    ]);
  });

  it('does not retry a receipt when the mail server rejects the address', async () => {
    refuse = () => 550;
    await buy();
    await expect.poll(state).toBe('failed');
    expect(arrived).toEqual([]);
  });

  it('retries later when the mail server greylists the receipt', async () => {
    let tries = 0;
    refuse = () => (tries++ === 0 ? 451 : null);
    await buy();
    await expect.poll(state).toBe('sent');
    expect(tries).toBe(2);
  });
});

it.each(databaseKinds())(
  'lists on the receipt how much each gift card and the payment card paid (%s)',
  async (kind) => {
    const mails: OutgoingMail[] = [];
    const shop = await openTestShop(kind, mailCaptureOptions(mails));
    onTestFinished(() => shop.close());
    const wren = await shop.customer();
    await giveCards(shop, wren, [{ to: OWN_MOBILE }, { to: OWN_MOBILE }]);
    await wren.fillCart([], { TEAPOT: 1 });
    const cards = await shop.cards();
    for (const { publicId } of cards) await wren.putCard(publicId);
    expect((await wren.pay('pm_card_visa', { expected_card_due: 19.9 })).status).toBe(200);
    for (const { id } of await shop.stored.all('messages', { purpose: 'receipt' }))
      await dispatchMessage(shop.context, messagePurposes, { messageId: id, last: false });
    const paidRows = ({ text }: OutgoingMail) => text.match(/^(Total|Paid by).*/gm);
    const codes = cards.map(({ code }) => code);
    const rows = codes.map((code) => `Paid by gift card ending ${code.slice(-4)} (Teapots & Co): $25.00 AUD`);
    expect(mails.map(paidRows)).toEqual([
      ['Total: $50.00 AUD'],
      ['Total: $69.90 AUD', ...rows, 'Paid by card: $19.90 AUD'],
    ]);
    expect(mails[1]?.html).toContain(`ending ${codes[0]?.slice(-4)} (Teapots &#38; Co)</td>`);
    for (const code of codes) expect(JSON.stringify(mails)).not.toContain(code);
  },
);

async function hasFailedMail(shop: TestShop): Promise<boolean> {
  const { services } = (await shop.app.inject('/readyz')).json();
  return services.some((line: { service: string; failed: number }) => line.service === 'mail' && line.failed > 0);
}
