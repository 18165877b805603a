import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refundOrder } from '#server/domain/orders/refunds/refund-order.ts';
import { approveHeldOrder } from '#server/domain/orders/review/review-orders.ts';
import { machine } from '#test/support/actors.ts';
import { type CardShop, minutes, openCardShop, right } from '#test/support/card-shop.ts';
import { cardOf25, fillCart, pay, signIn } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { callUrl, openTestShop } from '#test/support/shop.ts';

const OWN = '+61412345678';
const NOTHING = { status: 200, body: { status: false } };

describe.each(databaseKinds())('a card to print (%s)', (kind) => {
  let shop: CardShop;
  beforeEach(async () => {
    shop = await openCardShop(kind);
  });
  afterEach(() => shop.close());

  /** Half an hour from now: issued, and not sent yet. */
  const buyForOneself = () => shop.buy('2026-11-02 12:30:00', OWN);
  const send = async () => {
    await shop.moveTo(minutes(31));
    await shop.deliver();
  };
  const order = async () => String((await shop.orders())[0]?.id ?? '');
  const token = async () => (await shop.enter()).token;
  const print = async (change: { token?: string; order_id?: string; gift_card_details_id?: string } = {}) => {
    const [line] = await shop.query('select details_id from order_lines order by id desc limit 1');
    const { token: bearer = shop.token(), ...query } = change;
    return shop.send('GET mobiledigital/printcard', {
      token: bearer,
      query: { order_id: '000000001', gift_card_details_id: String(line.details_id), ...query },
    });
  };
  const codeOfCard = async () => (await print()).body.data?.code;

  test('says what its page says, and the words to lay over its picture', async () => {
    await buyForOneself();
    const { body } = await print();
    await send();
    const { body: page } = await shop.card(await shop.secretOn(OWN));
    const { state, pass_id, picture, qr_svg, history, thanks, can_thank, sent_on, ...shown } = page.data ?? {};
    expect([state, body.status]).toEqual(['live', true]);
    expect(body.data).toEqual({ ...shown, words_svg: expect.stringMatching(/^<svg /) });
    expect(body.data).toMatchObject({
      value: 25,
      balance: 25,
      currency: 'AUD',
      recipient_firstname: 'Mia',
      purchaser_firstname: 'Wren',
      text_content: 'For you, with love',
      expires_on: '2029-11-02T12:59:59.000Z',
      seller: { name: 'Teapots & Co', contact: expect.any(Object) },
    });
    expect(body.data?.code).toMatch(/^\w{4}-\w{4}-\w{4}-\w{4}$/);
    expect((await print({ order_id: await order() })).body.data).toEqual(body.data);
  });

  test('is kept by no cache', async () => {
    await buyForOneself();
    const query = { order_id: '000000001', gift_card_details_id: String((await shop.line()).gift_card_details_id) };
    const { url } = callUrl('GET mobiledigital/printcard', { query });
    const answer = await shop.app.inject({ url, headers: { authorization: `Bearer ${shop.token()}` } });
    expect([answer.json().status, answer.headers['cache-control']]).toEqual([true, 'no-store']);
  });

  test('does not count as opened: it is sent again and goes to a corrected number as before', async () => {
    await buyForOneself();
    await send();
    expect((await print()).body.status).toBe(true);
    expect(await shop.line()).toMatchObject({ opened_at: null, can_correct: true, can_print: true });
    await shop.moveTo(minutes(40));
    expect((await shop.resend()).body.status).toBe(true);
    expect((await print()).body.status).toBe(true);
    expect((await shop.line()).opened_at).toBeNull();
  });

  test.each([
    ['before it is sent', false],
    ['after it was sent', true],
  ])('gets a new code with a new number %s, and is then not for its customer to see', async (_when, sent) => {
    await buyForOneself();
    if (sent) await send();
    const printed = await codeOfCard();
    expect(printed).toMatch(/\w/);
    expect((await shop.correct()).body.status).toBe(true);
    expect(await print()).toEqual(NOTHING);
    expect((await shop.line()).can_print).toBe(false);
    if (sent) await shop.deliver();
    else await send();
    const { body } = await shop.card(await shop.secretOn(right));
    expect(body.data?.code).toMatch(/\w/);
    expect(body.data?.code).not.toBe(printed);
  });

  test('gets a new code as well when its recipient is changed by the form', async () => {
    const id = await buyForOneself();
    const printed = await codeOfCard();
    const person = { recipient_firstname: 'Mia', recipient_lastname: 'Tran' };
    expect((await shop.editDetails(id, { ...person, recipient_mobile: right })).body.status).toBe(true);
    expect(await print()).toEqual(NOTHING);
    await shop.editDetails(id, { ...person, recipient_mobile: OWN });
    expect(await codeOfCard()).not.toBe(printed);
  });

  describe('is not there', () => {
    test('for a visitor', async () => {
      await buyForOneself();
      expect((await print({ token: 'x'.repeat(40) })).status).toBe(401);
    });

    test('for another customer, also for one who knows all its numbers', async () => {
      await buyForOneself();
      const { token: other } = await shop.enter('+61491570110');
      expect(await print({ token: other })).toEqual(NOTHING);
      expect((await print()).body.status).toBe(true);
    });

    test('when it goes to somebody else', async () => {
      await shop.buy();
      expect(await print()).toEqual(NOTHING);
      expect((await shop.line()).can_print).toBe(false);
      await send();
      expect(await print()).toEqual(NOTHING);
    });

    test('in another order, under another number, or under no number', async () => {
      const first = await buyForOneself();
      await buyForOneself();
      expect(await print({ gift_card_details_id: String(first) })).toMatchObject({ body: { status: true } });
      expect(await print({ order_id: '000000001' })).toEqual(NOTHING);
      expect(await print({ order_id: '000000002' })).toMatchObject({ body: { status: true } });
      for (const order_id of ['000000003', '99', '', 'abc', '-1']) expect(await print({ order_id })).toEqual(NOTHING);
      for (const id of ['0', '999999999999999', '', 'f2b9', `${first} or 1=1`])
        expect(await print({ order_id: '000000001', gift_card_details_id: id })).toEqual(NOTHING);
    });

    test('once it is void', async () => {
      await buyForOneself();
      const what = { amountCents: 2_500 };
      await refundOrder(shop.context, {
        actor: machine,
        orderId: Number(await order()),
        what,
        reason: 'x',
        customerReason: 'order changed',
      });
      expect(await shop.line()).toMatchObject({ state: 'void', can_print: false });
      expect(await print()).toEqual(NOTHING);
    });

    test('once it has expired', async () => {
      await buyForOneself();
      await shop.later('2029-11-02T12:58:00.000Z');
      expect((await print()).body.status).toBe(true);
      await shop.later('2029-11-02T13:00:00.000Z');
      expect(await print()).toEqual(NOTHING);
      expect((await shop.line()).can_print).toBe(false);
    });

    test('when the account has another number by now: the one it goes to may be somebody else’s', async () => {
      await buyForOneself();
      await shop.query(`update customers set mobile = '${right}'`);
      expect(await print()).toEqual(NOTHING);
      expect((await shop.line()).can_print).toBe(false);
      await shop.query(`update gift_card_details set recipient_mobile = '${right}'`);
      expect((await print()).body.status).toBe(true);
    });

    test('for who signs in after 90 days, until the mailbox is proved, and never for who goes on without', async () => {
      await buyForOneself();
      await shop.moveTo('2027-03-02T01:00:00.000Z');
      const stranger = await token();
      expect(await print({ token: stranger })).toEqual(NOTHING);
      await shop.query('update customers set unproved_since = null, unproved_email = null');
      expect((await print({ token: stranger })).body.status).toBe(true);
      await shop.query(`update customers set records_from = '2027-03-02T01:00:00Z'`);
      expect(await print({ token: stranger })).toEqual(NOTHING);
    });
  });

  test('is there once a held order is approved, and not before', async () => {
    const held = await openCardShop(kind, { APPROVAL_FIRST_ORDER_MAX: '0' });
    const detailsId = await held.buy('2026-11-02 13:00:00', OWN);
    const query = { order_id: '000000001', gift_card_details_id: String(detailsId) };
    const ask = () => held.send('GET mobiledigital/printcard', { token: held.token(), query });
    expect(await held.line()).toMatchObject({ state: 'waiting', can_print: false });
    expect(await ask()).toEqual(NOTHING);
    await approveHeldOrder(held.context, { orderId: Number((await held.orders())[0]?.id), actor: machine });
    expect((await held.line()).can_print).toBe(true);
    expect((await ask()).body.status).toBe(true);
    await held.close();
  });
});

test('that it was shown is logged, and nothing of what it says', async () => {
  const lines: string[] = [];
  const shop = await openTestShop('embedded', {
    change: ({ context }) => {
      context.log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
    },
  });
  const customer = await signIn(shop.send, shop.phone, OWN);
  const { detailsIds } = await fillCart(shop.send, customer, [{ ...cardOf25, to: OWN }]);
  await pay(shop.send, customer, 'pm_card_visa');
  lines.length = 0;
  const query = { order_id: '000000001', gift_card_details_id: String(detailsIds[0]) };
  const { body } = await shop.send('GET mobiledigital/printcard', { token: customer.token, query });
  const log = lines.join('');
  expect(log).toMatch(/"card":"gc_[0-9a-z]{16}".*gift_card\.shown_to_print/);
  const code = body.data?.code ?? '';
  expect(code).toMatch(/\w/);
  for (const secret of [code, code.replaceAll('-', ''), code.slice(-4), 'Mia', 'with love', customer.token])
    expect([secret, log.includes(secret)]).toEqual([secret, false]);
  await shop.close();
});
