import { describe, expect, it } from 'vitest';
import type { OrderItem } from '#contract/account.ts';
import { english } from '#test/web/english.ts';
import { summarizeDeliveries } from './delivery-counts.tsx';
import type { GiftCardLine } from './progress/order-status.ts';

const buildItems = (...cards: Partial<GiftCardLine>[]) =>
  cards.map((gift_card) => ({ gift_card: { can_correct: false, can_send_again: false, ...gift_card } }) as OrderItem);
const listCountTexts = (...cards: Partial<GiftCardLine>[]) =>
  summarizeDeliveries(english, buildItems(...cards)).map(({ text }) => text);

describe('deliveryCounts', () => {
  it('counts each card once and lists the cards that need attention first', () => {
    const cards: Partial<GiftCardLine>[] = [
      { state: 'delivered' },
      { state: 'queued' },
      { state: 'void' },
      { state: 'failed', can_correct: true },
      { state: 'unknown', can_send_again: true },
      { state: 'waiting' },
      { state: 'sent' },
    ];
    expect(listCountTexts(...cards)).toEqual([
      '2 gift cards need your help',
      '2 gift cards still to go out',
      '2 gift cards sent',
      '1 gift card cancelled',
    ]);
  });

  it('returns no delivery counts for a single gift card, even beside products', () => {
    expect(listCountTexts({ state: 'queued' })).toEqual([]);
    expect(
      summarizeDeliveries(english, [{ gift_card: null }, ...buildItems({ state: 'sent' })] as OrderItem[]),
    ).toEqual([]);
  });

  it('counts an opened card as sent, even if resending failed', () => {
    const opened = { opened_at: '2026-12-24T01:30:05.000Z', can_send_again: true };
    expect(listCountTexts({ state: 'failed', ...opened }, { state: 'unknown', ...opened })).toEqual([
      '2 gift cards sent',
    ]);
  });

  it('does not count an undeliverable card as sent', () => {
    expect(listCountTexts({ state: 'failed' }, { state: 'sent' })).toEqual([
      '1 gift card sent',
      '1 gift card could not be delivered',
    ]);
  });
});
