import { describe, expect, it } from 'vitest';
import type { OrderItem } from '#contract/account.ts';
import { english } from '#test/web/english.ts';
import { deliveryCounts } from './delivery-counts.tsx';
import type { GiftCardLine } from './progress/order-status.ts';

const of = (...cards: Partial<GiftCardLine>[]) =>
  cards.map((gift_card) => ({ gift_card: { can_correct: false, can_send_again: false, ...gift_card } }) as OrderItem);
const said = (...cards: Partial<GiftCardLine>[]) => deliveryCounts(english, of(...cards)).map(({ text }) => text);

describe('how the gift cards of an order are doing', () => {
  it('every card is counted once, what needs the customer first', () => {
    const cards: Partial<GiftCardLine>[] = [
      { state: 'delivered' },
      { state: 'queued' },
      { state: 'void' },
      { state: 'failed', can_correct: true },
      { state: 'unknown', can_send_again: true },
      { state: 'waiting' },
      { state: 'sent' },
    ];
    expect(said(...cards)).toEqual([
      '2 gift cards need your help',
      '2 gift cards still to go out',
      '2 gift cards sent',
      '1 gift card cancelled',
    ]);
  });

  it('one alone speaks for itself, and goods are not counted', () => {
    expect(said({ state: 'queued' })).toEqual([]);
    expect(deliveryCounts(english, [{ gift_card: null }, ...of({ state: 'sent' })] as OrderItem[])).toEqual([]);
  });

  it('a card that was opened arrived, whatever became of sending it again', () => {
    const opened = { opened_at: '2026-12-24T01:30:05.000Z', can_send_again: true };
    expect(said({ state: 'failed', ...opened }, { state: 'unknown', ...opened })).toEqual(['2 gift cards sent']);
  });

  it('a card that failed for good is not called sent', () => {
    expect(said({ state: 'failed' }, { state: 'sent' })).toEqual([
      '1 gift card sent',
      '1 gift card could not be delivered',
    ]);
  });
});
