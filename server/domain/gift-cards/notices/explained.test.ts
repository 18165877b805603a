import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import { dispatchMessages } from '#server/platform/messaging/dispatcher.ts';
import { handleDeliveryReport } from '#server/platform/messaging/handle-delivery-report.ts';
import type { OutgoingMail } from '#server/platform/ports/mail.ts';
import type { Handed } from '#server/platform/ports/messages.ts';
import { AT_ONCE } from '#test/support/customer.ts';
import { type Customer, OWN_MOBILE } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { listDueMessageIds } from '#test/support/message-jobs.ts';
import { mailCaptureOptions, minutesAfterOpening, openTestShop, type TestShop } from '#test/support/shop.ts';
import { endStuckDeliveries } from './end-stuck-deliveries.ts';

const OPERATOR = '+61491570110';
const MAILBOX = 'wren@operator.example';

describe.each(databaseKinds())('notices about gift card deliveries on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let detailsId: number;
  let mails: OutgoingMail[];
  beforeEach(async () => {
    mails = [];
    const { env, change } = mailCaptureOptions(mails);
    shop = await openTestShop(kind, {
      env: { ...env, OPERATOR_MOBILE: OPERATOR, OPERATOR_EMAIL: MAILBOX, SHOP_NAME: 'Snow & Gum' },
      change,
    });
    wren = await shop.customer();
    [detailsId = 0] = (await wren.buyCards([{ scheduledAt: AT_ONCE }])).detailsIds;
  });
  afterEach(() => shop.close());

  const says = (answer: Handed | (() => never)) => {
    shop.carrier.says = async ({ purpose }) => {
      if (purpose !== 'gift') return null;
      return typeof answer === 'function' ? answer() : answer;
    };
  };
  const work = async (last = false) => {
    for (let rounds = 0; rounds < 3; rounds += 1) {
      const due = (await listDueMessageIds(shop)).map((messageId) => ({ messageId, last }));
      await dispatchMessages(shop.context, messagePurposes, due);
    }
  };
  const textsTo = async (to: string) =>
    (await shop.phone(to)).filter(({ purpose }) => purpose === 'order').map(({ text }) => text);
  const state = async () => (await shop.stored.one('giftCards')).deliveryState;
  const expectNotice = async () => {
    shop.wait(15 * 60_000);
    await work();
    expect(await textsTo(OPERATOR)).toEqual([
      expect.stringContaining('1 gift card was not delivered (1 failed): order 000000001.'),
    ]);
  };
  const tell = (tell: boolean) =>
    shop.send('POST mobiledigital/tellwhengiftcardarrives', {
      token: wren.token,
      body: { gift_card_details_id: detailsId, tell },
    });

  it.each([
    ['number', "That number can't be reached. Correct it here"],
    ['opted_out', 'That phone has opted out of our texts'],
    ['carrier', "We couldn't send our messages"],
  ] as const)(
    'texts the customer what to do and notifies the operator once when a carrier reports the problem %s',
    async (problem, todo) => {
      says({ state: 'refused', reason: 'no', problem });
      await work();
      await work();
      expect(await state()).toBe('failed');
      expect(await textsTo(OWN_MOBILE)).toEqual([expect.stringContaining(todo)]);
      expect(await textsTo(OPERATOR)).toEqual([]);
      shop.context.clock.moveTo?.(new Date(minutesAfterOpening(20)));
      await work();
      await work();
      const notice =
        ': in the last day 1 gift card was not delivered (1 failed): order 000000001. The shop notifies their customers. To see why, run npm run orders -- show NUMBER';
      expect(await textsTo(OPERATOR)).toEqual([`Snow & Gum${notice}`]);
      expect(mails.filter(({ to }) => to === MAILBOX)).toEqual([
        expect.objectContaining({
          subject: 'Undelivered gift cards',
          text: `Snow & Gum${notice}`,
          html: expect.stringContaining(`>Snow &#38; Gum${notice}</p>`),
        }),
      ]);
    },
  );

  it('notifies customer and operator once each when the carrier does not respond', async () => {
    shop.context.integrations.messages = { ...shop.context.integrations.messages, idempotent: false };
    says(() => {
      throw new Error('no answer');
    });
    await work();
    for (const minute of [20, 65, 70]) {
      shop.context.clock.moveTo?.(new Date(minutesAfterOpening(minute)));
      await work();
    }
    expect(await state()).toBe('unknown');
    expect(await textsTo(OWN_MOBILE)).toEqual([expect.stringContaining('has not said whether it arrived')]);
    expect(await textsTo(OPERATOR)).toEqual([expect.stringContaining('(1 unanswered): order 000000001')]);
  });

  it('omits from a late operator notice the cards that were delivered in the meantime', async () => {
    says({ state: 'refused', reason: 'no', problem: 'number' });
    await work();
    shop.carrier.says = null;
    shop.context.clock.moveTo?.(new Date(minutesAfterOpening(6)));
    expect((await wren.correct(detailsId, '0491570157')).body.status).toBe(true);
    shop.context.clock.moveTo?.(new Date(minutesAfterOpening(20)));
    await work();
    expect(await state()).toBe('delivered');
    expect(await textsTo(OPERATOR)).toEqual([]);
  });

  it('texts the customer once when a card arrives, and only if they asked for it', async () => {
    says({ state: 'sent', providerId: 'x' });
    expect(await wren.cardLine()).toMatchObject({ tell_delivered: false });
    expect((await tell(true)).body).toEqual({ status: true });
    expect(await wren.cardLine()).toMatchObject({ tell_delivered: true });
    await work();
    expect(await textsTo(OWN_MOBILE)).toEqual([]);
    const ref = `gift-${(await shop.lastCard()).id}-sms`;
    for (let times = 0; times < 2; times += 1)
      await handleDeliveryReport(shop.context, messagePurposes, { ref, state: 'delivered' });
    await work();
    expect(await textsTo(OWN_MOBILE)).toEqual(['Snow & Gum: your $25.00 gift card for Mia has arrived.']);
    expect(await textsTo(OPERATOR)).toEqual([]);
  });

  it('sends no arrival text to a customer who turned the notification off again', async () => {
    await tell(true);
    await tell(false);
    await work();
    expect(await state()).toBe('delivered');
    expect(await shop.stored.count('messages', { purpose: 'gift-delivered' })).toBe(0);
    expect(await textsTo(OWN_MOBILE)).toEqual([]);
  });

  it("refuses to turn on the arrival text for another customer's card", async () => {
    const { token } = await shop.customer('+61412345679');
    const body = { gift_card_details_id: detailsId, tell: true };
    const answer = await shop.send('POST mobiledigital/tellwhengiftcardarrives', { token, body });
    expect(answer.body.status).not.toBe(true);
    expect((await shop.stored.one('giftCards')).tellDelivered).toBe(false);
  });

  it('fails a card if no message was sent within a day, and notifies customer and operator', async () => {
    await shop.stored.remove('messages', { purpose: 'gift' });
    shop.context.clock.moveTo?.(new Date(minutesAfterOpening(23 * 60)));
    await endStuckDeliveries(shop.context);
    expect(await state()).toBe('queued');
    shop.context.clock.moveTo?.(new Date(minutesAfterOpening(25 * 60)));
    await endStuckDeliveries(shop.context);
    await endStuckDeliveries(shop.context);
    expect(await state()).toBe('failed');
    await work();
    expect(await textsTo(OWN_MOBILE)).toEqual([expect.stringContaining('could not be delivered')]);
    await expectNotice();
  });

  it('sends a card that became due while the shop was closed, however late', async () => {
    shop.context.clock.moveTo?.(new Date(minutesAfterOpening(72 * 60)));
    await endStuckDeliveries(shop.context);
    await work();
    expect(await state()).toBe('delivered');
  });

  it('notifies the operator about a card whose messages failed long ago', async () => {
    const failed = { state: 'failed', claimedAt: new Date(minutesAfterOpening(10)), error: 'x' } as const;
    await shop.stored.change('messages', failed, { purpose: 'gift' });
    shop.context.clock.moveTo?.(new Date(minutesAfterOpening(72 * 60)));
    await endStuckDeliveries(shop.context);
    await expectNotice();
  });

  it('gives up on a card after a day of retries, even if new jobs were queued', async () => {
    says(() => {
      throw new Error('no answer');
    });
    await work();
    expect(await state()).toBe('queued');
    shop.context.clock.moveTo?.(new Date(minutesAfterOpening(23 * 60)));
    await work();
    expect(await state()).toBe('queued');
    shop.context.clock.moveTo?.(new Date(minutesAfterOpening(25 * 60)));
    await work();
    expect(await state()).toBe('failed');
    shop.carrier.says = null;
    await work();
    expect(await textsTo(OWN_MOBILE)).toEqual([expect.stringContaining("We couldn't send our messages")]);
    await expectNotice();
  });
});
