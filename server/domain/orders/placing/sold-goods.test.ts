import { expect, it } from 'vitest';
import type { OrderLineRow } from '../stores/order-lines-store.ts';
import type { OrderSellerRow } from '../stores/order-sellers-store.ts';
import { soldGoods } from './sold-goods.ts';

const line = (sellerId: number, totalCents: number, kind: 'taxable' | 'gst-free' | 'card' = 'taxable') =>
  ({ sellerId, totalCents, isGiftcard: kind === 'card', gstFree: kind === 'gst-free' }) as OrderLineRow;
const seller = (sellerId: number, amounts: Partial<OrderSellerRow>) =>
  ({ sellerId, gstRegistered: true, gstCents: 0, shippingGstCents: 0, shippingCents: 0, ...amounts }) as OrderSellerRow;

it("returns each seller's goods, delivery, stored GST and GST basis, without gift cards", () => {
  const lines = [
    line(1, 1_100),
    line(1, 1_100, 'gst-free'),
    line(1, 2_500, 'card'),
    line(2, 500),
    line(3, 700, 'gst-free'),
  ];
  const sellers = [
    seller(1, { goodsCents: 2_200, shippingCents: 1_100, gstCents: 100, shippingGstCents: 50 }),
    seller(2, { goodsCents: 500, gstRegistered: false }),
    seller(3, { goodsCents: 700, shippingCents: 300 }),
  ];
  expect([...soldGoods({ lines, sellers })]).toEqual([
    [1, { cents: 3_300, gstCents: 150, basis: 'mixed' }],
    [2, { cents: 500, gstCents: 0, basis: 'seller not registered' }],
    [3, { cents: 1_000, gstCents: 0, basis: 'gst-free' }],
  ]);
  expect(
    soldGoods({ lines: [line(1, 1_100)], sellers: [seller(1, { goodsCents: 1_100, gstCents: 100 })] }).get(1),
  ).toEqual({
    cents: 1_100,
    gstCents: 100,
    basis: 'all taxable',
  });
});
