import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import { formatDollars } from '#server/platform/kernel/plain-texts.ts';
import { CLAIM_MS } from '#server/platform/messaging/claim-policy.ts';
import { dispatchMessage } from '#server/platform/messaging/dispatcher.ts';
import { releaseStaleClaims } from '#server/platform/messaging/reconcile-messages.ts';
import type { OutgoingMail } from '#server/platform/ports/mail.ts';
import { providerError } from '#server/platform/ports/service.ts';
import { machine } from '#test/support/actors.ts';
import type { PhoneMessage } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { mailCaptureOptions, openTestShop, type TestShop } from '#test/support/shop.ts';
import { approveHeldOrder, refuseHeldOrder } from '../review/review-orders.ts';

const OPERATOR = '+61491570157';
const env = {
  APPROVAL_MAX_TOTAL: '20',
  OPERATOR_MOBILE: OPERATOR,
  OPERATOR_EMAIL: 'wren@operator.example',
  SHOP_NAME: 'Snowgum',
};

describe.each(databaseKinds())('order messages on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let mails: OutgoingMail[];
  let nextProviderError: Error | null;
  beforeEach(async () => {
    mails = [];
    nextProviderError = null;
    const mail = mailCaptureOptions(mails);
    shop = await openTestShop(kind, { env: { ...mail.env, ...env }, change: mail.change });
    shop.carrier.says = () => (nextProviderError ? Promise.reject(nextProviderError) : Promise.resolve(null));
    wren = await shop.customer();
  });
  afterEach(() => shop.close());

  const ofOrders = async (to: string): Promise<PhoneMessage[]> =>
    (await shop.phone(to)).filter(({ purpose }) => purpose === 'order');
  const placeHeldOrder = async (): Promise<number> => (await wren.buyCards()).orderId;
  const send = async (orderId: number, name: string, last = false) => {
    const { id } = await shop.stored.one('messages', { ref: `order-${orderId}-${name}` });
    return dispatchMessage(shop.context, messagePurposes, { messageId: id, last });
  };
  const states = async () =>
    (await shop.stored.all('messages'))
      .filter(({ purpose }) => purpose.startsWith('order-'))
      .map(({ ref, state }) => `${ref.replace(/^order-\d+-/, '')} ${state}`)
      .sort();
  const jobs = async () => (await shop.jobs.list('send-message')).length + (await shop.jobs.list('send-email')).length;

  it('alerts the operator about a held order once by text and once by email, without personal data', async () => {
    const orderId = await placeHeldOrder();
    expect(await jobs()).toBe(2);
    await Promise.all([send(orderId, 'held-text'), send(orderId, 'held-text'), send(orderId, 'held-mail')]);
    await send(orderId, 'held-mail');
    expect(await ofOrders(OPERATOR)).toMatchObject([
      {
        kind: 'sms',
        text: 'Snowgum: order 000000001 of $25.00 is held (more than $20). Decide by 9 Nov 2026, 12:00 pm: npm run orders -- show 000000001',
      },
    ]);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: 'wren@operator.example', subject: 'Decide order 000000001: $25.00' });
    expect(mails[0]?.text).toContain('npm run orders -- approve 000000001\n');
    expect(mails[0]?.html).toContain('--reason &#34;unverifiable&#34;');
    expect(JSON.stringify(mails)).not.toMatch(/Wren Banks|412345678|491570156/);
    expect(await states()).toEqual(['held-mail sent', 'held-text delivered']);
  });

  it('sends no alert about an order that was decided in the meantime', async () => {
    const orderId = await placeHeldOrder();
    expect(await approveHeldOrder(shop.context, { orderId: orderId, actor: machine })).toBe('approved');
    await send(orderId, 'held-text');
    expect(await states()).toEqual(['approved-text queued', 'held-mail queued', 'held-text not_needed']);
    expect(await ofOrders(OPERATOR)).toEqual([]);
    expect(await ofOrders(wren.mobile)).toEqual([]);
  });

  it('texts the customer once that an order was refused, with the reason', async () => {
    const orderId = await placeHeldOrder();
    expect(await refuseHeldOrder(shop.context, { actor: machine, orderId, reason: 'unverifiable' })).toBe('refused');
    await send(orderId, 'refused-text');
    await send(orderId, 'refused-text');
    expect((await ofOrders(wren.mobile)).map(({ text }) => text)).toEqual([
      "Snowgum: your order 000000001 was refused (unverifiable). You haven't been charged. Questions: hello@handsel.example",
    ]);
  });

  it('sends no text to a customer whose account has no number', async () => {
    const orderId = await placeHeldOrder();
    await shop.stored.change('customers', { mobile: '+99900000001' });
    await refuseHeldOrder(shop.context, { actor: machine, orderId, reason: 'unverifiable' });
    expect(await shop.stored.all('messages', { purpose: 'order-refused' })).toEqual([]);
  });

  it('texts the customer once after a held order is approved, but never at night', async () => {
    const orderId = await placeHeldOrder();
    const { clock } = shop.context;
    clock.moveTo?.(new Date('2026-11-02T12:30:00Z'));
    expect(await approveHeldOrder(shop.context, { orderId: orderId, actor: machine })).toBe('approved');
    await send(orderId, 'approved-text');
    expect(await states()).toContain('approved-text queued');
    expect(await ofOrders(wren.mobile)).toEqual([]);
    clock.moveTo?.(new Date('2026-11-02T19:00:00Z'));
    await Promise.all([send(orderId, 'approved-text'), send(orderId, 'approved-text')]);
    expect((await ofOrders(wren.mobile)).map(({ text }) => text)).toEqual([
      `Snowgum: your order 000000001 has been checked and is paid, $25.00. Follow it here: ${shop.context.settings.publicUrl}/account/order/000000001`,
    ]);
  });

  it('does not announce an approval once the money was refunded', async () => {
    const orderId = await placeHeldOrder();
    expect(await approveHeldOrder(shop.context, { orderId: orderId, actor: machine })).toBe('approved');
    await shop.stored.change('orders', { status: 'refunded' });
    await send(orderId, 'approved-text');
    expect(await states()).toContain('approved-text not_needed');
  });

  it('shows in checkoutsuccess that an order is held, then approved, and when its cards will be sent', async () => {
    const orderId = await placeHeldOrder();
    const success = async () =>
      (await shop.send('GET mobiledigital/checkoutsuccess', { token: wren.token, query: {} })).body.data;
    const { send_at, gift_card_details_id } = (await success())?.gift_cards[0] ?? {};
    expect(send_at).toMatch(/Z$/);
    expect(await success()).toMatchObject({ order_id: '000000001', status: 'held' });
    expect((await success())?.gift_cards).toEqual([{ gift_card_details_id, state: 'waiting', send_at }]);
    await approveHeldOrder(shop.context, { orderId: orderId, actor: machine });
    expect(await success()).toMatchObject({ status: 'approved', gift_cards: [{ state: 'queued' }] });
  });

  it('retries a message that did not reach the carrier, and any other message only if the carrier is idempotent', async () => {
    const { messages } = shop.context.integrations;
    const orderId = await placeHeldOrder();
    nextProviderError = providerError({ service: 'messages', kind: 'network', mayHaveBeenApplied: false });
    await expect(send(orderId, 'held-text')).rejects.toThrow('network');
    expect(await states()).toContain('held-text queued');
    nextProviderError = providerError({ service: 'messages', kind: 'timeout', mayHaveBeenApplied: true });
    await expect(send(orderId, 'held-text')).rejects.toThrow('timeout');
    expect(await states()).toContain('held-text queued');
    shop.context.integrations.messages = { ...messages, idempotent: false };
    await send(orderId, 'held-text');
    expect(await states()).toContain('held-text unknown');
    nextProviderError = null;
    await send(orderId, 'held-text');
    expect(await ofOrders(OPERATOR)).toEqual([]);
  });

  it.each([
    [true, 'queued', 1],
    [false, 'unknown', 0],
  ])(
    "releases a crashed process's messages; with an idempotent carrier (%s), the text becomes %s",
    async (idempotent, state, retries) => {
      shop.context.integrations.messages = { ...shop.context.integrations.messages, idempotent };
      const orderId = await placeHeldOrder();
      const claimedBefore = (milliseconds: number) => {
        const claimedAt = new Date(shop.context.clock.ms() - milliseconds);
        return shop.stored.change('messages', { state: 'claimed', claimedAt }, { orderId });
      };
      await claimedBefore(CLAIM_MS / 2);
      await releaseStaleClaims(shop.context, messagePurposes);
      expect(await states()).toEqual(['held-mail claimed', 'held-text claimed']);
      await claimedBefore(CLAIM_MS + 1_000);
      await Promise.all([
        releaseStaleClaims(shop.context, messagePurposes),
        releaseStaleClaims(shop.context, messagePurposes),
      ]);
      expect(await states()).toEqual(['held-mail unknown', `held-text ${state}`]);
      expect(await jobs()).toBe(2 + retries);
      await send(orderId, 'held-text');
      expect(await ofOrders(OPERATOR)).toHaveLength(retries);
      expect(mails).toEqual([]);
    },
  );

  it('sends no message about an order approved immediately', async () => {
    shop.context.settings = { ...shop.context.settings, APPROVAL_MAX_TOTAL: 1_000 };
    await wren.buyCards();
    expect(await states()).toEqual([]);
  });
});

it('formats cents as dollar amounts', () => {
  expect([5, 2_500, 125_000, 123_456_789].map(formatDollars)).toEqual([
    '$0.05',
    '$25.00',
    '$1,250.00',
    '$1,234,567.89',
  ]);
});
