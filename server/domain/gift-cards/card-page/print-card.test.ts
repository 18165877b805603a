import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refundOrder } from '#server/domain/orders/refunds/refund-order.ts';
import { approveHeldOrder } from '#server/domain/orders/review/review-orders.ts';
import { machine } from '#test/support/actors.ts';
import { type Customer, OWN_MOBILE } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { callUrl, minutesAfterOpening, openTestShop, type TestShop } from '#test/support/shop.ts';

const OTHER = '+61491570157';
const NOTHING = { status: 200, body: { status: false } };

describe.each(databaseKinds())('printing a gift card (%s)', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  beforeEach(async () => {
    shop = await openTestShop(kind);
    wren = await shop.customer();
  });
  afterEach(() => shop.close());

  const buy = async (to?: string) => {
    const [detailsId = 0] = (await wren.buyCards([to ? { to } : {}])).detailsIds;
    return detailsId;
  };
  const buyForOneself = () => buy(OWN_MOBILE);
  const send = async () => {
    await shop.moveTo(minutesAfterOpening(31));
    await shop.deliver();
  };
  const order = async () => String((await wren.orders())[0]?.id ?? '');
  const detailsOfLast = async () => (await shop.stored.last('orderLines')).detailsId ?? 0;
  const correct = async () => (await wren.correct(await detailsOfLast(), '0491570157')).body;
  const print = async (change: { token?: string; order_id?: string; gift_card_details_id?: string } = {}) => {
    const { token = wren.token, ...query } = change;
    return shop.send('GET mobiledigital/printcard', {
      token,
      query: { order_id: '000000001', gift_card_details_id: String(await detailsOfLast()), ...query },
    });
  };
  const codeOfCard = async () => (await print()).body.data?.code;

  it('returns the fields of the card page, plus the text to lay over the picture', async () => {
    await buyForOneself();
    const { body } = await print();
    await send();
    const { body: page } = await shop.cardPage(await shop.secretOn(OWN_MOBILE));
    const { state, pass_id, picture, qr_svg, history, thanks, can_thank, sent_on, ...shownFields } = page.data ?? {};
    expect([state, body.status]).toEqual(['live', true]);
    expect(body.data).toEqual({ ...shownFields, words_svg: expect.stringMatching(/^<svg /) });
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

  it('forbids caching of the printed card', async () => {
    await buyForOneself();
    const query = { order_id: '000000001', gift_card_details_id: String((await wren.cardLine()).gift_card_details_id) };
    const { url } = callUrl('GET mobiledigital/printcard', { query });
    const answer = await shop.app.inject({ url, headers: { authorization: `Bearer ${wren.token}` } });
    expect([answer.json().status, answer.headers['cache-control']]).toEqual([true, 'no-store']);
  });

  it('does not mark a printed card as opened, so that it can still be resent and corrected', async () => {
    await buyForOneself();
    await send();
    expect((await print()).body.status).toBe(true);
    expect(await wren.cardLine()).toMatchObject({ opened_at: null, can_correct: true, can_print: true });
    await shop.moveTo(minutesAfterOpening(40));
    expect((await wren.resend(await detailsOfLast())).body.status).toBe(true);
    expect((await print()).body.status).toBe(true);
    expect((await wren.cardLine()).opened_at).toBeNull();
  });

  it.each([
    ['before it is sent', false],
    ['after it was sent', true],
  ])("replaces the code and refuses to print when the card's number is corrected %s", async (_when, isSent) => {
    await buyForOneself();
    if (isSent) await send();
    const printed = await codeOfCard();
    expect(printed).toMatch(/\w/);
    expect((await correct()).status).toBe(true);
    expect(await print()).toEqual(NOTHING);
    expect((await wren.cardLine()).can_print).toBe(false);
    if (isSent) await shop.deliver();
    else await send();
    const { body } = await shop.cardPage(await shop.secretOn(OTHER));
    expect(body.data?.code).toMatch(/\w/);
    expect(body.data?.code).not.toBe(printed);
  });

  it("replaces the code when the customer changes the card's recipient", async () => {
    const id = await buyForOneself();
    const printed = await codeOfCard();
    const person = { recipient_firstname: 'Mia', recipient_lastname: 'Tran' };
    expect((await wren.editDetails(id, { ...person, recipient_mobile: OTHER })).body.status).toBe(true);
    expect(await print()).toEqual(NOTHING);
    await wren.editDetails(id, { ...person, recipient_mobile: OWN_MOBILE });
    expect(await codeOfCard()).not.toBe(printed);
  });

  describe('when printing is not allowed', () => {
    it('rejects a visitor who is not signed in', async () => {
      await buyForOneself();
      expect((await print({ token: 'x'.repeat(40) })).status).toBe(401);
    });

    it("returns no card to another customer, even one who knows all of the card's ids", async () => {
      await buyForOneself();
      const { token: other } = await shop.customer('+61491570110');
      expect(await print({ token: other })).toEqual(NOTHING);
      expect((await print()).body.status).toBe(true);
    });

    it('returns no card that was sent to another number', async () => {
      await buy();
      expect(await print()).toEqual(NOTHING);
      expect((await wren.cardLine()).can_print).toBe(false);
      await send();
      expect(await print()).toEqual(NOTHING);
    });

    it('returns no card for the wrong order, an unknown id or a missing id', async () => {
      const first = await buyForOneself();
      await buyForOneself();
      expect(await print({ gift_card_details_id: String(first) })).toMatchObject({ body: { status: true } });
      expect(await print({ order_id: '000000001' })).toEqual(NOTHING);
      expect(await print({ order_id: '000000002' })).toMatchObject({ body: { status: true } });
      for (const order_id of ['000000003', '99', '', 'abc', '-1']) expect(await print({ order_id })).toEqual(NOTHING);
      for (const id of ['0', '999999999999999', '', 'f2b9', `${first} or 1=1`])
        expect(await print({ order_id: '000000001', gift_card_details_id: id })).toEqual(NOTHING);
    });

    it('returns no voided card', async () => {
      await buyForOneself();
      const subject = { amountCents: 2_500 };
      await refundOrder(shop.context, {
        actor: machine,
        orderId: Number(await order()),
        target: subject,
        note: 'x',
        reason: 'order changed',
      });
      expect(await wren.cardLine()).toMatchObject({ state: 'void', can_print: false });
      expect(await print()).toEqual(NOTHING);
    });

    it('returns no expired card', async () => {
      await buyForOneself();
      await wren.comesBack('2029-11-02T12:58:00.000Z');
      expect((await print()).body.status).toBe(true);
      await wren.comesBack('2029-11-02T13:00:00.000Z');
      expect(await print()).toEqual(NOTHING);
      expect((await wren.cardLine()).can_print).toBe(false);
    });

    it("returns no card when the account's number differs from the card's number", async () => {
      await buyForOneself();
      await shop.stored.change('customers', { mobile: OTHER });
      expect(await print()).toEqual(NOTHING);
      expect((await wren.cardLine()).can_print).toBe(false);
      await shop.stored.change('giftCardDetails', { recipientMobile: OTHER });
      expect((await print()).body.status).toBe(true);
    });

    it('prints no card after 90 days without a sign-in until the customer verifies by email', async () => {
      await buyForOneself();
      await shop.moveTo('2027-03-02T01:00:00.000Z');
      const { token: stranger } = await shop.customer();
      expect(await print({ token: stranger })).toEqual(NOTHING);
      await shop.stored.change('customers', { unprovedSince: null, unprovedEmail: null });
      expect((await print({ token: stranger })).body.status).toBe(true);
      await shop.stored.change('customers', { recordsFrom: new Date('2027-03-02T01:00:00Z') });
      expect(await print({ token: stranger })).toEqual(NOTHING);
    });
  });

  it('prints the card of a held order only after approval', async () => {
    Object.assign(shop.context.settings, { APPROVAL_FIRST_ORDER_MAX: 0 });
    await buyForOneself();
    expect(await wren.cardLine()).toMatchObject({ state: 'waiting', can_print: false });
    expect(await print()).toEqual(NOTHING);
    await approveHeldOrder(shop.context, { orderId: Number(await order()), actor: machine });
    expect((await wren.cardLine()).can_print).toBe(true);
    expect((await print()).body.status).toBe(true);
  });
});

it("logs that a card was printed, but none of the card's contents", async () => {
  const lines: string[] = [];
  const shop = await openTestShop('embedded', {
    change: ({ context }) => {
      context.log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
    },
  });
  const { token, buyCards } = await shop.customer();
  const { detailsIds } = await buyCards([{ to: OWN_MOBILE }]);
  lines.length = 0;
  const query = { order_id: '000000001', gift_card_details_id: String(detailsIds[0]) };
  const { body } = await shop.send('GET mobiledigital/printcard', { token, query });
  const log = lines.join('');
  expect(log).toMatch(/"card":"gc_[0-9a-z]{16}".*gift_card\.shown_to_print/);
  const code = body.data?.code ?? '';
  expect(code).toMatch(/\w/);
  for (const secret of [code, code.replaceAll('-', ''), code.slice(-4), 'Mia', 'with love', token])
    expect([secret, log.includes(secret)]).toEqual([secret, false]);
  await shop.close();
});
