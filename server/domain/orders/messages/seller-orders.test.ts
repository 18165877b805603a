import { afterEach, describe, expect, it } from 'vitest';
import { sellerCommand } from '#server/commands/change-seller.ts';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import { dispatchMessage } from '#server/platform/messaging/dispatcher.ts';
import type { OutgoingMail } from '#server/platform/ports/mail.ts';
import { machine } from '#test/support/actors.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCommand } from '#test/support/give-command.ts';
import { mailCaptureOptions, openTestShop, type TestShop } from '#test/support/shop.ts';
import type { StoredRow } from '#test/support/stored.ts';
import { testShop } from '#test/support/test-catalogue.ts';
import { refundOrder } from '../refunds/refund-order.ts';
import { approveHeldOrder } from '../review/review-orders.ts';

const OPERATOR = '+61491570157';
const MAILBOX = 'wren@operator.example';
const SELLER = '+61491570110';

describe.each(databaseKinds())('seller order notification on %s', (kind) => {
  let shop: TestShop;
  let mails: OutgoingMail[];
  afterEach(() => shop.close());

  type Opening = { env?: Record<string, string>; sendsMail?: boolean; refuses?: string };
  const open = async ({ env = {}, sendsMail = true, refuses }: Opening = {}) => {
    mails = [];
    const mail = mailCaptureOptions(mails);
    const words = { SHOP_NAME: 'Snowgum', OPERATOR_CONTACT: 'help@snowgum.example' };
    shop = await openTestShop(kind, {
      env: { ...words, ...(sendsMail ? mail.env : {}), ...env },
      change: (composition) => {
        if (sendsMail) mail.change(composition);
        const { integrations } = composition.context;
        const { send } = integrations.mail;
        const refused = { state: 'refused', reason: '550' } as const;
        integrations.mail = {
          ...integrations.mail,
          send: async (mail) => (mail.to === refuses ? refused : send(mail)),
        };
      },
    });
    await shop.stored.change('products', { sellerId: testShop.sellers.prints }, { id: testShop.products.mug });
  };
  const contact = async (seller: string, ...parts: string[]) =>
    expect(await giveCommand(shop.context, sellerCommand, 'contact', '--seller', seller, ...parts)).toMatchObject({
      status: 0,
    });

  const buy = async (goods: Record<string, number> = { TEAPOT: 2, MUG: 1 }) => {
    const wren = await shop.customer();
    const { cartId } = await wren.fillCart([], goods);
    await wren.addCard(cartId);
    const paid = await wren.pay('pm_card_visa', { cc_save: true });
    expect(paid.status).toBe(200);
    return Number(paid.body);
  };
  const work = async () => {
    for (let rounds = 0; rounds < 2; rounds += 1)
      for (const { id } of await rows())
        await dispatchMessage(shop.context, messagePurposes, { messageId: id, last: true });
  };
  const rows = () => shop.stored.all('messages', { purpose: 'seller-order' });
  const changeAddress = (change: Partial<StoredRow<'orders'>['shippingAddress']>) =>
    shop.stored.change('orders', ({ shippingAddress }) => ({ shippingAddress: { ...shippingAddress, ...change } }));
  const recipients = async () => (await rows()).map(({ channel, recipient }) => `${channel} ${recipient}`);
  const textsTo = async (to: string) =>
    (await shop.phone(to)).filter(({ purpose }) => purpose === 'order').map(({ text }) => text);
  const mailsTo = (address: string) => mails.filter(({ to }) => to === address);

  it("lists the seller's order lines, with the customer's address by email but only the suburb by text", async () => {
    await open();
    await contact('teapots', '--email', 'tea@pots.example', '--phone', '0491 570 111');
    await contact('prints', '--phone', '0491 570 110');
    await buy();
    await work();
    expect(await recipients()).toEqual(['email tea@pots.example', `sms ${SELLER}`]);
    expect(mailsTo('tea@pots.example')).toMatchObject([
      {
        subject: 'New order 000000001',
        text: [
          'Order 000000001 is paid. Please send:',
          '2 x Teapot (SKU TEAPOT)',
          'To: Wren Banks, 12 Fig Street, Pyrmont NSW 2009 AU',
          'Phone: +61412345678',
          'When it is on its way, tell us the carrier and the tracking number: help@snowgum.example',
          'Snowgum\n',
        ].join('\n\n'),
        html: expect.stringContaining('2 x Teapot (SKU TEAPOT)</p>'),
      },
    ]);
    expect(await textsTo(SELLER)).toEqual([
      'Snowgum: new order 000000001: 1 x Mug, to Pyrmont NSW. Ask for the address and send the tracking number: help@snowgum.example',
    ]);
  });

  it("omits address parts that contain links from the seller's message", async () => {
    await open();
    await contact('teapots', '--email', 'tea@pots.example');
    await buy({ TEAPOT: 1 });
    const link = { firstname: 'evil.example', street: ['12 Fig Street', 'see evil.example'], city: 'evil.example' };
    await changeAddress({ ...link, lastname: '@evil', telephone: 'evil.example' });
    await work();
    const [mail] = mailsTo('tea@pots.example');
    expect(`${mail?.text} ${mail?.html}`).not.toContain('evil');
    expect(mail?.text).toContain('To: 12 Fig Street, NSW 2009 AU\n\nWhen');
  });

  it('texts the seller when the shop sends no email', async () => {
    await open({ sendsMail: false });
    await contact('teapots', '--email', 'tea@pots.example', '--phone', '0491 570 110');
    await buy({ TEAPOT: 1 });
    expect(await recipients()).toEqual([`sms ${SELLER}`]);
  });

  it('emails the seller even at night, but delays a text until morning', async () => {
    await open();
    await contact('teapots', '--email', 'tea@pots.example');
    await contact('prints', '--phone', SELLER);
    shop.context.clock.moveTo?.(new Date('2026-11-02T12:30:00Z'));
    await buy();
    await work();
    expect(mailsTo('tea@pots.example')).toHaveLength(1);
    expect(await textsTo(SELLER)).toEqual([]);
    expect((await rows())[1]).toMatchObject({ notBefore: new Date('2026-11-02T22:00:00Z'), state: 'queued' });
    shop.context.clock.moveTo?.(new Date('2026-11-02T22:00:00Z'));
    await work();
    expect(await textsTo(SELLER)).toHaveLength(1);
  });

  it.each<[string, string[]]>([
    ['nothing', []],
    ['only a landline number', ['--phone', '08 5550 1234']],
  ])('notifies the operator instead of the seller when the seller gave %s', async (_what, parts) => {
    await open({ env: { OPERATOR_MOBILE: OPERATOR, OPERATOR_EMAIL: MAILBOX } });
    if (parts.length > 0) await contact('teapots', ...parts);
    await buy({ TEAPOT: 1 });
    await work();
    expect(await recipients()).toEqual([`sms ${OPERATOR}`, `email ${MAILBOX}`]);
    expect(await textsTo(OPERATOR)).toEqual([
      'Snowgum: the shop could not reach Teapots & Co about order 000000001: 1 x Teapot, to Pyrmont NSW. Forward it: npm run orders -- show 000000001',
    ]);
    expect(mailsTo(MAILBOX)).toMatchObject([
      {
        subject: 'New order 000000001 for Teapots & Co',
        text: expect.stringMatching(
          /^The shop could not reach Teapots & Co\. .*: npm run seller -- contact --seller teapots --email ADDRESS\n\n[\s\S]*Phone: \+61412345678/,
        ),
      },
    ]);
  });

  it("notifies the operator once when the mail server rejects the seller's address", async () => {
    await open({ env: { OPERATOR_EMAIL: MAILBOX }, refuses: 'tea@pots.example' });
    await contact('teapots', '--email', 'tea@pots.example');
    await buy({ TEAPOT: 1 });
    await work();
    expect((await rows()).map(({ recipient, state }) => `${recipient} ${state}`)).toEqual([
      'tea@pots.example failed',
      `${MAILBOX} sent`,
    ]);
    expect(mailsTo(MAILBOX)).toHaveLength(1);
  });

  it('notifies the seller of a held order once, after it is approved', async () => {
    await open({ env: { APPROVAL_MAX_TOTAL: '20' } });
    await contact('teapots', '--email', 'tea@pots.example');
    const orderId = await buy({ TEAPOT: 1 });
    expect(await rows()).toEqual([]);
    for (let times = 0; times < 2; times += 1)
      await approveHeldOrder(shop.context, { orderId: orderId, actor: machine });
    await work();
    expect(mailsTo('tea@pots.example')).toHaveLength(1);
  });

  it('omits goods that were refunded in the meantime, and sends nothing when none are left', async () => {
    await open();
    await contact('teapots', '--email', 'tea@pots.example');
    await contact('prints', '--email', 'prints@prints.example');
    const orderId = await buy();
    const { id: teapotLine } = await shop.stored.one('orderLines', { name: 'Teapot' });
    const { id: mugLine } = await shop.stored.one('orderLines', { name: 'Mug' });
    for (const target of [{ orderLineId: teapotLine, qty: 1 }, { orderLineId: mugLine }])
      expect(await refundOrder(shop.context, { actor: machine, orderId, target, note: 'test' })).toMatchObject({
        spentCents: 0,
      });
    await work();
    expect(mailsTo('tea@pots.example')[0]?.text).toContain('Please send:\n\n1 x Teapot (SKU TEAPOT)\n\nTo:');
    expect(mailsTo('prints@prints.example')).toEqual([]);
    expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'not_needed']);
  });

  it('does not notify a seller of an order that contains only gift cards or was refunded', async () => {
    await open();
    await contact('teapots', '--email', 'tea@pots.example');
    await buy({});
    expect(await rows()).toEqual([]);
    await shop.moveTo('2026-11-02T01:10:00Z');
    await buy({ TEAPOT: 1 });
    await shop.stored.change('orders', { status: 'refunded' });
    await work();
    expect(await rows()).toMatchObject([{ state: 'not_needed' }]);
    expect(mailsTo('tea@pots.example')).toEqual([]);
  });

  it('omits a link that a customer entered as the suburb', async () => {
    await open();
    await contact('teapots', '--phone', SELLER);
    await buy({ TEAPOT: 1 });
    await changeAddress({ city: 'evil.travel' });
    await work();
    expect(await textsTo(SELLER)).toEqual([expect.stringContaining('1 x Teapot, to NSW.')]);
  });
});
