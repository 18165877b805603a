import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildTenders, order, productItem } from '#gallery/fixtures/gift-cards.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import type { Story } from '#gallery/story/story.ts';
import { openShop } from '#test/web/open-shop.ts';

const LIST = 'GET mobiledigital/orders';
const openOrder = (data: ReturnType<typeof order>, answers: Story['answers'] = {}) =>
  openShop({
    url: '/account/order/1',
    session: signedInCustomer(),
    shows: data.increment_id,
    answers: { 'GET mobiledigital/order': { status: true, data }, ...answers },
  });

it("lists each tender among the order's amounts", async () => {
  const data = order({ items: [productItem(2, 0, 2)], tenders: buildTenders(78.98, 25) });
  const { page } = await openOrder(data, { [LIST]: { status: true, orders: [data] } });
  const rows = (place: Element | null) => [...(place?.querySelectorAll('[data-tender]') ?? [])];
  const paid = ['Gift card ending 7F3K-$25.00 AUD', 'Payment card$53.98 AUD'];
  const amounts = page.getByRole('region', { name: 'Amounts' });
  expect(rows(amounts).map(({ textContent }) => textContent)).toEqual(paid);
});

it('lists the tenders below the items on the thank-you page', async () => {
  const data = order({ items: [productItem(2, 0, 2)], tenders: buildTenders(78.98, 25) });
  const { box } = await openShop({
    url: `/success?order=${data.increment_id}`,
    session: signedInCustomer(),
    shows: 'Thank you!',
    answers: { 'GET mobiledigital/order': { status: true, data } },
  });
  await waitFor(() => expect(box.textContent).toMatch(/is packing it.*Gift card ending 7F3K/s));
});

it('lists no tenders when a payment card paid the whole amount', async () => {
  const { page } = await openOrder(order({ items: [productItem(2, 0, 2)] }));
  expect(page.queryByText('Payment card')).toBeNull();
});

it('shows which tender receives a refund, and whether the refund has arrived', async () => {
  const created_at = '2026-12-24T01:30:00.000Z';
  const refund = { amount: 5, created_at, currency: 'AUD', reason: 'returned', tender: 'gift_card' } as const;
  const shipment = {
    ...({ seller_name: 'Tide & Kiln', state: 'sent', carrier: null, tracking: null, tracking_url: null } as const),
    packed_at: null,
    sent_at: created_at,
    received_at: null,
    items: [{ item_id: 2, qty: 3 }],
  };
  const refunds = (['succeeded', 'pending', 'failed'] as const).map((state) => ({ ...refund, state }));
  const { page } = await openOrder(order({ refunds, items: [productItem(2, 0, 3)], shipments: [shipment] }));
  const rows = [...page.getByRole('region', { name: 'Amounts' }).querySelectorAll('li')];
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '24 Dec 2026$5.00 AUDYou returned it. Back on your gift card',
    '24 Dec 2026$5.00 AUDYou returned it. On its way to your gift card',
    '24 Dec 2026$5.00 AUDYou returned it. It could not be put back on your gift card. Please contact us.',
  ]);
});
