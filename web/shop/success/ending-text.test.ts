import { expect, it } from 'vitest';
import type { OrderStatus } from '#contract/account.ts';
import { giftCardItem, productItem } from '#gallery/fixtures/gift-cards.ts';
import { english } from '#test/web/english.ts';
import { endingText } from './ending-text.ts';

const now = Date.parse('2026-12-20T01:00:00Z');
const LATER = '2026-12-24T01:30:00.000Z';
const NOW = '2026-12-20T01:00:20.000Z';
type Change = NonNullable<Parameters<typeof giftCardItem>[1]>;
const formatEnding = (status: OrderStatus | undefined, ...cards: Change[]) =>
  endingText(english, { status, items: cards.map((card, index) => giftCardItem(index, card)) }, now);
const due: Change = { state: 'queued', send_at: NOW };

it('announces no delivery for an order that is not paid', () => {
  for (const status of [undefined, 'held', 'pending', 'refused', 'refunded'] as const)
    for (const state of ['waiting', 'void'] as const)
      expect(formatEnding(status, { state, send_at: NOW })).not.toContain('on its way');
  expect(formatEnding('held', { state: 'waiting', send_at: NOW })).toBe(
    'We’re checking your order. We’ll text you once it’s approved. You won’t be charged before then.',
  );
  expect(formatEnding('refused', { state: 'void' })).toBe('Your order was refused. You haven’t been charged.');
});

it('for a paid order, distinguishes delivery now from later, and one gift card from several', () => {
  expect(endingText(english, { status: 'approved', items: [productItem(1)] }, now)).toBe('');
  expect(formatEnding('approved', due)).toBe('Your gift is on its way to Mia.');
  expect(formatEnding('approved', { state: 'queued', send_at: LATER })).toBe(
    'Your gift for Mia is wrapped and waiting.',
  );
  expect(formatEnding('approved', due, due)).toBe('2 gifts are on their way.');
  const later: Change = { state: 'queued', send_at: LATER };
  expect(formatEnding('approved', later, later)).toBe('2 gifts are wrapped and waiting.');
  expect(formatEnding('approved', due, later, { state: 'sent' })).toBe('1 of 3 gifts is still to come.');
  expect(formatEnding('approved', due, later, later)).toBe('2 of 3 gifts are still to come.');
});

it('describes the outcome of the deliveries when the page is opened again later', () => {
  expect(formatEnding('approved', { state: 'delivered' })).toBe('Your gift has reached Mia.');
  expect(formatEnding('approved', { state: 'failed' })).toBe('Your gift could not be delivered to Mia.');
  expect(formatEnding('approved', { state: 'delivered' }, { state: 'delivered' })).toBe('2 gifts have arrived.');
  expect(formatEnding('approved', { state: 'delivered' }, { state: 'sent' })).toBe('1 of 2 gifts has arrived.');
  expect(formatEnding('approved', { state: 'delivered' }, { state: 'delivered' }, { state: 'sent' })).toBe(
    '2 of 3 gifts have arrived.',
  );
  expect(formatEnding('approved', { state: 'delivered' }, { state: 'failed' })).toBe(
    'Not every gift could be delivered.',
  );
  expect(formatEnding('approved', { state: 'void' })).toBe('');
});
