import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { queueFailedDelivery } from '#server/domain/gift-cards/notices/failed-delivery.ts';
import { refundOrder } from '#server/domain/orders/refunds/refund-order.ts';
import { approveHeldOrder } from '#server/domain/orders/review/review-orders.ts';
import type { OutgoingMail } from '#server/platform/ports/mail.ts';
import { machine } from '#test/support/actors.ts';
import { home } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { mailCaptureOptions, openTestShop, type TestShop } from '#test/support/shop.ts';
import { proveMobile } from '#test/support/sign-in.ts';
import type { StoredRow } from '#test/support/stored.ts';
import { moveCustomer } from '../operated/operated-customers.ts';

const MOBILE = '+61412345678';
const EMAIL = 'wren.61412345678@example.com';
const DAY = 86_400_000;

describe.each(databaseKinds())('an account that was idle (%s)', (kind) => {
  let shop: TestShop;
  let mails: OutgoingMail[];
  let orderId: number;
  let detailsId: number;
  let savedCard: string;

  beforeEach(async () => {
    mails = [];
    shop = await openTestShop(kind, mailCaptureOptions(mails));
    const customer = await enter();
    const bought = await customer.buyCards();
    detailsId = bought.detailsIds[0] ?? 0;
    orderId = bought.orderId;
    savedCard = (await cards(customer)).body.data[0]?.id ?? '';
    await customer.fillCart();
  });
  afterEach(() => shop.close());

  const enter = () => shop.customer(MOBILE);
  const me = async ({ token }: { token: string }) => (await shop.send('GET customers/me', { token })).body;
  const cards = ({ token }: Customer) => shop.send('GET mobiledigital/savedcards', { token });
  const order = async ({ token }: Customer) =>
    (await shop.send('GET mobiledigital/order', { token, query: { order_id: String(orderId) } })).body;
  const details = ({ token }: Customer) =>
    shop.send('GET mobiledigital/getgiftcarddetailsbyid', {
      token,
      query: { gift_card_details_id: String(detailsId) },
    });
  const cart = ({ token }: Customer) => shop.send('GET carts/mine', { token });
  const idle = async (): Promise<Customer> => {
    shop.wait(91 * DAY);
    return enter();
  };
  const mailedCode = () => /\b(\d{6})\b/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
  const prove = async ({ token }: Customer) => {
    await shop.send('POST mobiledigital/sendemailcode', { token, body: {} });
    return (await shop.send('POST mobiledigital/proveaccount', { token, body: { email_code: mailedCode() } })).body;
  };
  const addAddress = async ({ token }: Customer) => {
    const { customer_address_id: _, email: __, company: ___, region, region_code, ...address } = home;
    const ownAddress = { ...address, region: { region: region ?? '', region_code: region_code ?? '', region_id: 570 } };
    const { body } = await shop.send('PUT customers/me', {
      token,
      body: { customer: { addresses: [ownAddress as never] } },
    });
    return body;
  };
  const change = ({ token }: Customer, customer: { firstname?: string; lastname?: string; email?: string }) =>
    shop.send('PUT customers/me', { token, body: { customer } });
  type Message = StoredRow<'messages'>;
  const listRecipients = async (purpose: Message['purpose'], isWanted: (message: Message) => boolean = () => true) =>
    (await shop.stored.all('messages', { purpose })).filter(isWanted).map(({ recipient }) => recipient);
  const newReceipts = () => listRecipients('receipt', (message) => message.orderId !== orderId);
  const loseNumber = async (email = EMAIL): Promise<string[]> => {
    expect((await shop.send('POST mobiledigital/sendrecoverycode', { body: { email } })).body).toEqual({
      status: true,
    });
    return listRecipients('code', ({ channel }) => channel === 'email');
  };
  const addGiftCard = async (customer: Customer) => {
    const cartId = (await shop.send('POST carts/mine', { token: customer.token })).body as unknown as number;
    return customer.addCard(cartId);
  };
  const buyAnew = async (customer: Customer, card: string) => {
    await addAddress(customer);
    await customer.fillCart([{ scheduledAt: '2027-06-02 12:30:00' }]);
    return customer.pay(card, { cc_save: true });
  };

  it('hides no records after 89 days without a sign-in, and restarts the period at each sign-in', async () => {
    for (let index = 0; index < 2; index += 1) {
      shop.wait(89 * DAY);
      const customer = await enter();
      expect(await me(customer)).not.toHaveProperty('unproved');
      expect(await customer.orders()).toHaveLength(1);
      expect((await cards(customer)).body.data).toHaveLength(1);
    }
  });

  it('hides addresses, cards, orders, gift cards and the cart after 91 days without a sign-in', async () => {
    const customer = await idle();
    expect(await me(customer)).toMatchObject({
      unproved: true,
      email: 'w•••@example.com',
      firstname: 'Wren',
      lastname: 'B.',
      fullname: 'Wren B.',
      addresses: [],
      shop_image: '',
    });
    expect(await me(customer)).not.toHaveProperty('default_shipping');
    expect((await cards(customer)).body.data).toEqual([]);
    expect(await customer.orders()).toEqual([]);
    expect(await order(customer)).toEqual({ status: false });
    expect((await details(customer)).body).not.toHaveProperty('data');
    expect((await cart(customer)).status).toBe(404);
    expect(JSON.stringify([await cart(customer), await me(customer)])).not.toMatch(/Fig Street|Banks|0491570156/);
    expect((await customer.resend(detailsId)).body).toMatchObject({ code: 'no_such_entity' });
  });

  it('shows the hidden records after a correct email code, but not after a wrong code or another sign-in', async () => {
    const first = await idle();
    const wrong = await shop.send('POST mobiledigital/proveaccount', { token: first.token, body: { email_code: '1' } });
    expect(wrong.body).toMatchObject({ codes: { email_code: 'code_expired' } });
    shop.wait(60_000);
    const customer = await enter();
    expect(await me(customer)).toMatchObject({ unproved: true });
    expect(await prove(customer)).toEqual({ status: true });
    expect(mails.at(-1)?.to).toBe(EMAIL);
    expect(await me(customer)).toMatchObject({ email: EMAIL, lastname: 'Banks', addresses: [{ city: 'Pyrmont' }] });
    expect((await cards(customer)).body.data).toMatchObject([{ id: savedCard }]);
    expect(await customer.orders()).toHaveLength(1);
    expect((await cart(customer)).status).toBe(200);
  });

  it('rejects payment cards saved before the idle period, but accepts and saves a newly entered card', async () => {
    const customer = await idle();
    const refused = await buyAnew(customer, savedCard);
    expect(refused).toMatchObject({ status: 400, body: { code: 'saved_card_not_proved' } });
    expect(await customer.orders()).toEqual([]);
    const removed = { token: customer.token, body: { payment_method: savedCard } };
    expect((await shop.send('POST mobiledigital/deletesavedcard', removed)).body).toEqual({ status: false });
    expect((await customer.pay('pm_card_mastercard', { cc_save: true })).status).toBe(200);
    expect(await customer.orders()).toHaveLength(1);
    expect((await cards(customer)).body.data).toMatchObject([{ brand: 'mastercard' }]);
    expect(await prove(customer)).toEqual({ status: true });
    expect(await customer.orders()).toHaveLength(2);
    expect((await me(customer)).addresses).toHaveLength(2);
  });

  it('keeps earlier records hidden for good once the customer has started afresh', async () => {
    const customer = await idle();
    const { body } = await shop.send('POST mobiledigital/startafresh', { token: customer.token });
    expect(body).toEqual({ status: true });
    expect(await me(customer)).toMatchObject({ email: 'w•••@example.com', fullname: 'Wren B.', addresses: [] });
    expect(await me(customer)).not.toHaveProperty('unproved');
    expect(await loseNumber()).toEqual([]);
    shop.wait(60_000);
    expect((await cards(customer)).body.data).toEqual([]);
    expect((await buyAnew(customer, savedCard)).body).toMatchObject({ code: 'saved_card_not_proved' });
    expect((await customer.pay('pm_card_visa', { cc_save: true })).status).toBe(200);
    expect((await change(customer, { email: 'eve@example.com' })).status).toBe(200);
    const returningCustomer = await idle();
    expect(await returningCustomer.orders()).toEqual([]);
    expect(await prove(returningCustomer)).toEqual({ status: true });
    expect(await returningCustomer.orders()).toHaveLength(1);
    expect((await me(returningCustomer)).addresses).toHaveLength(1);
  });

  it('masks the last name and email on new orders, and mails no receipt to the masked email', async () => {
    const customer = await idle();
    expect((await buyAnew(customer, 'pm_card_visa')).status).toBe(200);
    const [ownOrder] = await customer.orders();
    expect(ownOrder).toMatchObject({ customer_name: 'Wren B.', billing_address: { email: 'w•••@example.com' } });
    expect(JSON.stringify([ownOrder, (await cart(customer)).body])).not.toContain(EMAIL);
    expect(await newReceipts()).toEqual([]);
    await change(customer, { email: 'eve@example.com' });
    await buyAnew(customer, 'pm_card_visa');
    expect(await newReceipts()).toEqual(['eve@example.com']);
  });

  it('sends the number no texts about orders or gift cards from before the idle period', async () => {
    const customer = await idle();
    const { context } = shop;
    await refundOrder(context, { actor: machine, orderId, target: 'everything', note: 'asked by the seller' });
    const { id } = await shop.stored.one('giftCards');
    await context.database.transaction((tx) =>
      queueFailedDelivery(context, tx, {
        card: { id, deliveryAttempt: 1 },
        state: 'failed',
        now: context.clock.now(),
      }),
    );
    expect([await listRecipients('order-refunded'), await listRecipients('gift-failed')]).toEqual([[], []]);
    await buyAnew(customer, 'pm_card_visa');
    const [ownOrder] = await customer.orders();
    await refundOrder(context, {
      actor: machine,
      orderId: ownOrder?.id ?? 0,
      target: 'everything',
      note: 'asked by the seller',
    });
    expect(await listRecipients('order-refunded')).toEqual([MOBILE]);
  });

  it('changes nothing when the client submits the masked customer details unchanged', async () => {
    const customer = await idle();
    const { firstname, lastname, email } = await me(customer);
    expect((await change(customer, { firstname, lastname, email })).status).toBe(200);
    expect(await prove(customer)).toEqual({ status: true });
    expect(await me(customer)).toMatchObject({ email: EMAIL, fullname: 'Wren Banks' });
    expect(await listRecipients('email-changed')).toEqual([]);
  });

  it('shows a last name entered before verification in full, even after the customer starts afresh', async () => {
    const customer = await idle();
    expect((await change(customer, { lastname: 'Smith' })).body).toMatchObject({ lastname: 'Smith' });
    await shop.send('POST mobiledigital/startafresh', { token: customer.token });
    expect(await me(customer)).toMatchObject({ fullname: 'Wren Smith' });
  });

  it("holds an idle customer's order for approval until verified, despite earlier approved orders", async () => {
    await shop.close();
    mails = [];
    const { env, change: withMail } = mailCaptureOptions(mails);
    shop = await openTestShop(kind, { env: { ...env, APPROVAL_FIRST_ORDER_MAX: '10' }, change: withMail });
    ({ orderId } = await (await enter()).buyCards());
    await approveHeldOrder(shop.context, { orderId: orderId, actor: machine });
    const customer = await idle();
    await buyAnew(customer, 'pm_card_visa');
    expect((await customer.orders()).map(({ status }) => status)).toEqual(['held']);
    await prove(customer);
    await customer.buyCards([{}, {}]);
    expect((await customer.orders())[0]?.status).toBe('approved');
  });

  it('lets the former email recover the account even after a new email was set', async () => {
    const customer = await idle();
    await change(customer, { email: 'eve@example.com' });
    expect(await loseNumber('eve@example.com')).toEqual([]);
    expect(await loseNumber()).toEqual([EMAIL]);
    await expect.poll(() => mails.length).toBe(1);
    const mobile = '+61491570159';
    const jwt = await proveMobile(shop, mobile);
    const recovery = { jwt, email: EMAIL, email_code: mailedCode() };
    expect((await shop.send('POST mobiledigital/recoveraccount', { body: recovery })).body.status).toBe(true);
    const atOnce = await listRecipients('mobile-changed', ({ notBefore, createdAt }) => +notBefore === +createdAt);
    expect(atOnce).toEqual([MOBILE, EMAIL]);
    expect(await listRecipients('email-changed')).toEqual([EMAIL, 'eve@example.com']);
    const { token = '' } = (await shop.send('POST mobiledigital/auth', { body: { jwt } })).body;
    expect(await me({ token })).toMatchObject({ email: EMAIL, lastname: 'Banks' });
    shop.wait(8 * DAY);
    expect(await loseNumber('eve@example.com')).toEqual([EMAIL]);
  });

  it('restores the former email when an operator moves the account, and notifies the replaced email', async () => {
    const customer = await idle();
    await change(customer, { email: 'eve@example.com' });
    const customerId = await customer.id();
    await moveCustomer(shop.context, {
      actor: machine,
      customerId,
      mobile: '+61491570159',
      reason: 'showed an identity card',
    });
    expect(await listRecipients('email-changed')).toEqual([EMAIL, 'eve@example.com']);
  });

  it.each([
    ['an address', addAddress],
    ['a gift card in its cart', addGiftCard],
    ['an order', (customer: Customer) => buyAnew(customer, 'pm_card_visa')],
  ])('rejects recovery by the former email, but not by an operator, once the account got %s', async (_title, bring) => {
    await bring(await idle());
    await loseNumber();
    await expect.poll(mailedCode).toMatch(/^\d{6}$/);
    const mobile = '+61491570159';
    const jwt = await proveMobile(shop, mobile);
    const recovery = { jwt, email: EMAIL, email_code: mailedCode() };
    expect((await shop.send('POST mobiledigital/recoveraccount', { body: recovery })).body).toMatchObject({
      codes: { email_code: 'account_used_since' },
    });
    const { id: customerId, mobile: storedMobile } = await shop.stored.one('customers');
    expect(storedMobile).toBe(MOBILE);
    expect(
      await moveCustomer(shop.context, { actor: machine, customerId, mobile, reason: 'showed an identity card' }),
    ).toBe('moved');
  });

  it('sends the verification code to the former address, even if the email changes meanwhile', async () => {
    const customer = await idle();
    const { token } = customer;
    await shop.send('PUT customers/me', { token, body: { customer: { email: 'eve@example.com' } } });
    expect(await me(customer)).toMatchObject({ unproved: true, email: 'w•••@example.com' });
    shop.wait(60_000);
    await prove(customer);
    expect(mails.filter(({ to }) => to === 'eve@example.com')).toEqual([]);
    expect(mails.at(-1)?.to).toBe(EMAIL);
  });
});

it('hides saved payment cards and blocks forwarding of gift cards after a number change by email alone', async () => {
  const mails: OutgoingMail[] = [];
  const shop = await openTestShop('embedded', mailCaptureOptions(mails));
  const customer = await shop.customer(MOBILE);
  const { detailsIds } = await customer.buyCards();
  shop.wait(60_000);
  const mobile = '+61491570158';
  const jwt = await proveMobile(shop, mobile);
  const { token } = customer;
  await shop.send('POST mobiledigital/sendemailcode', { token, body: {} });
  const email_code = /\b(\d{6})\b/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
  const moved = await shop.send('POST mobiledigital/changemobile', { token, body: { jwt, email_code } });
  expect(moved.body.status).toBe(true);
  expect((await shop.send('GET mobiledigital/savedcards', { token })).body.data).toEqual([]);
  expect(await customer.orders()).toHaveLength(1);
  expect(await customer.correct(detailsIds[0] ?? 0, mobile)).toMatchObject({
    status: 400,
    body: { code: 'card_held_after_move' },
  });
  await shop.close();
});
