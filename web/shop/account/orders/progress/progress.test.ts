import { describe, expect, it } from 'vitest';
import type { Order } from '#contract/account.ts';
import { giftCardItem, order, productItem } from '#gallery/fixtures/gift-cards.ts';
import { english } from '#test/web/english.ts';
import { cardSteps } from './card-steps.tsx';
import type { GiftCardLine } from './order-status.ts';
import { hasLeft, productWords } from './parcel-words.ts';
import { refundedAmount, refundReason } from './refund-words.ts';

const paid = { paid_at: '2026-12-20T01:00:00.000Z' };
const SENT = '2026-12-24T01:30:00.000Z';
const card = (change: Partial<GiftCardLine>): GiftCardLine => ({
  ...(giftCardItem(1).gift_card as GiftCardLine),
  ...change,
});
const listSteps = (change: Partial<GiftCardLine>, orderDates: Pick<Order, 'paid_at'> = paid) =>
  cardSteps(english, card(change), orderDates).map(({ name, done }) => `${name}: ${done ? 'done' : 'not yet'}`);

describe('cardSteps', () => {
  it('marks the steps that the card has completed', () => {
    expect(listSteps({ state: 'sent', sent_at: SENT })).toEqual([
      'Paid: done',
      'Sent: done',
      'Delivered: not yet',
      'Opened: not yet',
    ]);
  });

  it('marks no step while the order is being checked', () => {
    expect(listSteps({ state: 'waiting' }, { paid_at: null }).every((step) => step.endsWith('not yet'))).toBe(true);
  });

  it('marks an opened card as delivered, whatever its carrier reported', () => {
    expect(listSteps({ state: 'unknown', sent_at: SENT, opened_at: SENT })[2]).toBe('Delivered: done');
  });
});

describe('productWords', () => {
  const items = [giftCardItem(1), productItem(2, 0, 2), productItem(3, 1)];
  const parcel = (state: 'packed' | 'sent' | 'received', ...contents: [id: number, qty: number][]) => ({
    seller_name: 'Tide & Kiln',
    state,
    carrier: null,
    tracking: null,
    tracking_url: null,
    packed_at: null,
    sent_at: SENT,
    received_at: null,
    items: contents.map(([item_id, qty]) => ({ item_id, qty })),
  });
  const words = (...shipments: Order['shipments']) => productWords(english, order({ items, shipments }))?.text;

  it('distinguishes packed, partly sent, sent and received products', () => {
    expect(words()).toBe('Being packed');
    expect(words(parcel('packed', [2, 1]))).toBe('Packed');
    expect(words(parcel('sent', [2, 1]))).toBe('Partly sent');
    expect(words(parcel('sent', [2, 1]), parcel('received', [2, 1], [3, 1]))).toBe('Sent');
    expect(words(parcel('received', [2, 2], [3, 1]))).toBe('Received');
  });

  it('describes the shipping of a single line, and returns null for gift cards and unapproved orders', () => {
    const shipments = [parcel('sent', [3, 1])];
    expect(productWords(english, order({ items, shipments }), items.slice(2))?.text).toBe('Sent');
    expect(productWords(english, order({ items }), items.slice(2))?.text).toBe(
      `${items[2]?.seller_name} is packing it`,
    );
    expect(productWords(english, order({ items }), items.slice(0, 1))).toBeNull();
    for (const status of ['held', 'refused', 'refunded'] as const)
      expect(productWords(english, order({ items, status }))).toBeNull();
  });
});

it('leaves products refunded as unavailable out of the shipping status', () => {
  const [mugs, book] = [productItem(2, 0, 2), productItem(3, 1)];
  const createRefunds = (reason: 'not available' | 'damaged', amount: number) => [{ reason, amount, created_at: SENT }];
  const words = (refunds: ReturnType<typeof createRefunds>, sentCount: number) => {
    const shipments = [
      {
        seller_name: 'Tide & Kiln',
        state: 'sent' as const,
        carrier: null,
        tracking: null,
        tracking_url: null,
        packed_at: null,
        sent_at: SENT,
        received_at: null,
        items: [{ item_id: 2, qty: sentCount }],
      },
    ];
    const items = [{ ...mugs, refunds }, book];
    return productWords(english, order({ items, shipments: sentCount > 0 ? shipments : [] }), items.slice(0, 1))?.text;
  };
  expect(words(createRefunds('not available', mugs.total), 0)).toBeUndefined();
  expect(words(createRefunds('not available', mugs.price), 1)).toBe('Sent');
  expect(words(createRefunds('damaged', mugs.price), 1)).toBe('Partly sent');
});

describe('refunded products', () => {
  const refunds = [{ reason: 'returned' as const, amount: 5, created_at: SENT }];
  const item = (qty_refunded: number) => ({ ...productItem(2, 0, 2), refunds: refunds, qty_refunded });
  const parcel = (state: 'packed' | 'sent', qty: number) => ({
    seller_name: 'Tide & Kiln',
    state,
    carrier: null,
    tracking: null,
    tracking_url: null,
    packed_at: SENT,
    sent_at: state === 'sent' ? SENT : null,
    received_at: null,
    items: [{ item_id: 2, qty }],
  });
  it.each<[number, Order['shipments'], string | undefined]>([
    [0, [], `${productItem(2, 0, 2).seller_name} is packing it`],
    [1, [], `${productItem(2, 0, 2).seller_name} is packing it`],
    [2, [], undefined],
    [1, [parcel('packed', 1)], 'Packed'],
    [1, [parcel('sent', 1)], 'Sent'],
    [2, [parcel('sent', 2)], 'Sent'],
  ])('describes an order with %i of two units refunded and the parcels %j as: %s', (qtyRefunded, shipments, words) => {
    expect(productWords(english, order({ items: [item(qtyRefunded)], shipments }))?.text).toBe(words);
  });

  it('describes refunded products as returned only if they were sent', () => {
    expect(hasLeft({ shipments: [] }, item(1))).toBe(false);
    expect(hasLeft({ shipments: [parcel('packed', 1)] }, item(1))).toBe(false);
    expect(hasLeft({ shipments: [parcel('sent', 1)] }, item(1))).toBe(true);
    expect(hasLeft({ shipments: [parcel('sent', 1)] }, productItem(3))).toBe(false);
    expect(hasLeft({ shipments: [parcel('sent', 1)] })).toBe(true);
    expect(refundReason(english, 'returned', { wasSent: false })).toBe('');
    expect(refundReason(english, 'returned', { wasSent: true })).toBe('You returned it');
    expect(refundReason(english, 'damaged', { wasSent: false })).toBe('It was damaged');
  });
});

it('ignores failed refunds in the refunded amount', () => {
  const refund = { amount: 5, currency: 'AUD', created_at: SENT, reason: 'other', tender: 'payment_card' } as const;
  const refunds = [{ ...refund, state: 'pending' } as const, { ...refund, state: 'failed' } as const];
  expect(refundedAmount({ refunds })).toBe(5);
});
