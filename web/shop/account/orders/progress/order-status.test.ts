import { setupI18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { describe, expect, it } from 'vitest';
import type { Order } from '#contract/account.ts';
import { messageProblems } from '#contract/gift-cards.ts';
import { english } from '#test/web/english.ts';
import { activateLanguage } from '#web/shared/languages/languages.ts';
import { computePollDelay } from '../../../queries/look-again.ts';
import { deliveryWords, type GiftCardLine, orderStatusWords, undeliveredText } from './order-status.ts';

const now = Date.parse('2026-12-20T01:00:00Z');
const card: GiftCardLine = {
  gift_card_details_id: 4,
  state: 'queued',
  send_at: '2026-12-24T01:30:00.000Z',
  sent_at: null,
  delivered_at: null,
  problem: null,
  picture: null,
  wrapped: null,
  recipient_name: 'Mia Tran',
  recipient_mobile: '+61400000001',
  timezone: 'Australia/Perth',
  opened_at: null,
  can_edit: true,
  can_correct: false,
  can_send_again: false,
  can_print: false,
  tell_delivered: false,
  send_again_from: null,
  void_reason: null,
  thanks: null,
};
const sentAt = '2026-12-24T01:30:05.000Z';
const buildOrder = (...cards: GiftCardLine[]) => ({ items: cards.map((gift_card) => ({ gift_card })) }) as Order;

describe('deliveryWords', () => {
  it.each<[Partial<GiftCardLine>, string]>([
    [{ state: 'waiting' }, 'Goes out once your order has been checked'],
    [{}, 'Goes out Thu 24 Dec 2026, 9:30\u00a0am Perth time'],
    [{ timezone: 'Australia/Melbourne' }, 'Goes out Thu 24 Dec 2026, 12:30\u00a0pm'],
    [{ send_at: '2026-12-20T00:59:00.000Z' }, 'Going out now'],
    [{ state: 'sent', sent_at: sentAt }, 'Sent yesterday, 12:30\u00a0pm'],
    [{ state: 'delivered', sent_at: sentAt, delivered_at: sentAt }, 'Delivered yesterday, 12:30\u00a0pm'],
    [{ state: 'delivered', sent_at: sentAt, opened_at: sentAt }, 'Opened yesterday, 12:30\u00a0pm'],
    [
      { state: 'failed', sent_at: sentAt, opened_at: sentAt },
      'Opened yesterday, 12:30\u00a0pm, but sending it again failed',
    ],
    [{ state: 'unknown' }, 'Sent, but the phone has not confirmed it'],
    [{ state: 'failed' }, 'Could not be delivered'],
    [{ state: 'void', void_reason: 'refunded' }, 'Cancelled and refunded'],
    [{ state: 'void', void_reason: 'refused' }, 'Cancelled: the order was refused'],
    [{ state: 'void', void_reason: 'disputed' }, 'Cancelled: the payment was reversed'],
  ])('describes a gift card with %j as: %s', (change, text) => {
    const time = change.sent_at ? Date.parse('2026-12-25T01:00:00Z') : now;
    const line = { total: 50, refunds: [] };
    expect(
      deliveryWords(english, { ...card, ...change }, { line, now: time, readerZone: 'Australia/Sydney' }).text,
    ).toBe(text);
  });

  it.each([
    [[30], 'Cancelled and partly refunded'],
    [[30, 20], 'Cancelled and refunded'],
    [[], 'Cancelled and refunded'],
  ])('describes a void $50 card with refunds of %j as: %s', (amounts, text) => {
    const refunds = amounts.map((amount) => ({ amount, reason: 'other' as const, created_at: sentAt }));
    const voided: GiftCardLine = { ...card, state: 'void', void_reason: 'refunded' };
    expect(deliveryWords(english, voided, { line: { total: 50, refunds }, now }).text).toBe(text);
  });
});

it('explains why a card was not delivered, with a distinct text for each problem', () => {
  expect(undeliveredText(english, { problem: null })).toBe('Is the number right? Correct it, or send the card again.');
  const texts = messageProblems.map((problem) => undeliveredText(english, { problem }));
  expect(new Set(texts).size).toBe(messageProblems.length);
  expect(undeliveredText(english, { problem: 'opted_out' })).toContain('has replied STOP');
  expect(undeliveredText(english, { problem: 'carrier' })).toContain('The number isn’t the problem');
});

describe('lookAgainIn', () => {
  it('polls at short intervals for due cards, at the due time within the hour, and never for later cards', () => {
    expect(computePollDelay(buildOrder({ ...card, send_at: '2026-12-20T00:00:00.000Z' }), now)).toBe(3_000);
    const manyCards = Array(101).fill({ ...card, send_at: '2026-12-20T00:00:00.000Z' });
    expect(computePollDelay(buildOrder(...manyCards), now)).toBe(15_000);
    expect(computePollDelay(buildOrder({ ...card, send_at: '2026-12-20T01:10:00.000Z' }), now)).toBe(600_000);
    expect(computePollDelay(buildOrder(card), now)).toBe(false);
  });

  it('polls for the most urgent of several cards, and stops once all are delivered', () => {
    const done: GiftCardLine = { ...card, state: 'delivered' };
    expect(computePollDelay(buildOrder(done, { ...card, state: 'sent' }), now)).toBe(15_000);
    expect(computePollDelay(buildOrder(done), now)).toBe(false);
    expect(computePollDelay(null, now)).toBe(false);
    const resendableCard = { ...done, send_again_from: '2026-12-20T01:05:00.000Z' };
    expect(computePollDelay(buildOrder(resendableCard), now)).toBe(300_000);
  });
});

it('describes the status of an order, with the reason for a refusal', () => {
  expect(orderStatusWords(english, { status: 'held', refunds: [] }).text).toBe('Being checked');
  expect(orderStatusWords(english, { status: 'approved', refunds: [] }).text).toBe('Paid');
  const [refund] = [
    {
      amount: 5,
      currency: 'AUD',
      created_at: sentAt,
      reason: 'other',
      state: 'pending',
      tender: 'payment_card',
    } as const,
  ];
  expect(orderStatusWords(english, { status: 'approved', refunds: [refund] }).text).toBe('Paid, partly refunded');
  const failed = { ...refund, state: 'failed' } as const;
  expect(orderStatusWords(english, { status: 'approved', refunds: [failed] }).text).toBe('Paid');
  const refused = { status: 'refused', refusal_reason: 'fraud suspected', refunds: [] as [] } as const;
  expect(orderStatusWords(english, refused).text).toBe('Refused: fraud suspected');
  const german = activateLanguage(setupI18n(), 'de', { [msg`fraud suspected`.id]: ['Betrugsverdacht'] });
  expect(orderStatusWords(german, refused).text).toBe('Refused: Betrugsverdacht');
});
