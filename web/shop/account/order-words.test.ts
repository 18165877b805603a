import { describe, expect, test } from 'vitest';
import type { Order } from '#contract/account.ts';
import { cardStates } from '#contract/gift-cards.ts';
import { deliveryWords, type GiftCardLine, isChangeable, lookAgainIn, orderStatusText } from './order-words.ts';

const now = Date.parse('2026-12-20T01:00:00Z');
const card: GiftCardLine = {
  gift_card_details_id: 4,
  state: 'queued',
  send_at: '2026-12-24T01:30:00.000Z',
  sent_at: null,
  delivered_at: null,
  recipient_name: 'Mia Tran',
  recipient_mobile: '+61400000001',
  timezone: 'Australia/Perth',
};
const sent = '2026-12-24T01:30:05.000Z';
const orderOf = (...cards: GiftCardLine[]) => ({ items: cards.map((gift_card) => ({ gift_card })) }) as Order;

describe('the delivery of a gift card in words', () => {
  test.each<[Partial<GiftCardLine>, string]>([
    [{ state: 'waiting' }, 'Waits until your order is approved'],
    [{}, 'Goes out Thu 24 Dec 2026, 9:30 am Perth time'],
    [{ send_at: '2026-12-20T00:59:00.000Z' }, 'Going out now'],
    [{ state: 'sent', sent_at: sent }, 'Sent Thu 24 Dec 2026, 9:30 am Perth time'],
    [{ state: 'delivered', sent_at: sent, delivered_at: sent }, 'Delivered Thu 24 Dec 2026, 9:30 am Perth time'],
    [{ state: 'failed' }, 'Could not be delivered'],
    [{ state: 'void' }, 'Cancelled'],
  ])('%j: %s', (change, text) => {
    expect(deliveryWords({ ...card, ...change }, now).text).toBe(text);
  });

  test('can be changed until it goes out', () => {
    expect(cardStates.filter((state) => isChangeable({ ...card, state }))).toEqual(['waiting', 'queued']);
  });
});

describe('looking again', () => {
  test('soon while a card is due, when it is due within the hour, not for one next week', () => {
    expect(lookAgainIn(orderOf({ ...card, send_at: '2026-12-20T00:00:00.000Z' }), now)).toBe(3_000);
    expect(lookAgainIn(orderOf({ ...card, send_at: '2026-12-20T01:10:00.000Z' }), now)).toBe(600_000);
    expect(lookAgainIn(orderOf(card), now)).toBe(false);
  });

  test('the soonest of several, and never when all is done', () => {
    const done: GiftCardLine = { ...card, state: 'delivered' };
    expect(lookAgainIn(orderOf(done, { ...card, state: 'sent' }), now)).toBe(15_000);
    expect(lookAgainIn(orderOf(done), now)).toBe(false);
    expect(lookAgainIn(null, now)).toBe(false);
  });
});

test('an order’s status in words, with the reason of a refusal', () => {
  expect(orderStatusText({ status: 'held' })).toBe('Being checked');
  expect(orderStatusText({ status: 'refused', refusal_reason: 'fraud_suspected' })).toBe('Refused: fraud suspected');
});
