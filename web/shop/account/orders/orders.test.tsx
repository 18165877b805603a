import { waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { cartAddress } from '#gallery/fixtures/customer.ts';
import { everyState, giftCardItem, instant, manyOrders, order, productItem } from '#gallery/fixtures/gift-cards.ts';
import { errorAnswer } from '#gallery/story/answers.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import type { Story } from '#gallery/story/story.ts';
import { followRedirect, openShop } from '#test/web/open-shop.ts';

const LIST = 'GET mobiledigital/orders';
const ORDER = 'GET mobiledigital/order';

const open = (path: string, shows: string, answers: Story['answers']) =>
  openShop({ url: path, session: signedInCustomer(), shows, answers: answers ?? {} });
const openOrder = (data: ReturnType<typeof order>, answers: Story['answers'] = {}) =>
  open('/account/order/1', data.increment_id, { [ORDER]: { status: true, data }, ...answers });

describe('order list', () => {
  it.each([
    ['/account', 'AC-08'],
    ['/account/orders', 'AC-42'],
  ])(
    'shows on %s the number, customer, destination, total and View Order link of each order [%s, AC-09, AC-10, AC-11, AC-12, AC-13]',
    async (path) => {
      const to = { ...cartAddress(), street: ['7 Wattle Road', 'Rear flat'], city: 'Fitzroy', postcode: '3065' };
      const orders = [
        order({ id: 2, increment_id: '900000002', customer_name: 'Robin Vale', grand_total: 1234.5 }),
        order({ items: [giftCardItem(1), productItem(2, 0, 2)], grand_total: 80, shipping_address: to }),
      ];
      const { page } = await open(path, '900000002', { [LIST]: { status: true, orders } });
      const cards = page.getAllByRole('article').map((card) => ({ card: within(card), text: card.textContent ?? '' }));
      const facts = [
        ['900000002', 'Robin Vale', '12 Fig Street, Pyrmont NSW 2009', '$1,234.50 AUD'],
        ['900000001', 'Wren Banks', '7 Wattle Road, Fitzroy NSW 3065', '$80.00 AUD', 'and 1 more'],
      ];
      for (const [index, words] of facts.entries())
        for (const part of words) expect(cards[index]?.text).toContain(part);
      expect(cards.map(({ card }) => card.getByRole('link', { name: /^View Order/ }).textContent)).toEqual([
        'View Order',
        'View Order',
      ]);
    },
  );

  it('opens the order on View Order and shows its number [AC-14, AC-43]', async () => {
    const data = order({ id: 7, increment_id: '900000007' });
    const orderIds: (string | null)[] = [];
    const { page, user } = await open('/account/orders', '900000007', {
      [LIST]: { status: true, orders: [data, order()] },
      [ORDER]: ({ query }) => {
        orderIds.push(query.get('order_id'));
        return { status: true, data };
      },
    });
    const link = page.getByRole('link', { name: 'View Order 900000007' });
    expect(link.getAttribute('href')).toBe('/account/order/7');
    await user.click(link);
    expect(await page.findByRole('heading', { level: 1, name: 'Your Order' })).toBeTruthy();
    expect(await page.findByRole('heading', { level: 2, name: '900000007' })).toBeTruthy();
    expect(orderIds).toEqual(['7']);
  });

  it('shows the shipping status of the products in an order', async () => {
    const data = order({ items: [productItem(2, 0, 2)] });
    const { page } = await open('/account/orders', '900000001', { [LIST]: { status: true, orders: [data] } });
    expect(page.getByText(`Products: ${data.items[0]?.seller_name} is packing it`)).toBeTruthy();
    expect(page.getByText('Paid')).toBeTruthy();
  });

  it.each([
    [1, 'For Mia Tran'],
    [3, 'For Mia Tran, Omar Haddad, Priya Nair'],
    [5, 'For Mia Tran, Omar Haddad, Priya Nair and 2 more'],
  ])('names at most three recipients of an order with %i gift cards', async (count, words) => {
    const data = order({ items: everyState.slice(0, count) });
    const { page } = await open('/account/orders', '900000001', { [LIST]: { status: true, orders: [data] } });
    expect(page.getByText(words)).toBeTruthy();
  });

  it('loads the orders older than the last one shown, once on a double tap', async () => {
    const [first, second] = [manyOrders.slice(0, 2), manyOrders.slice(2, 3)];
    const befores: (string | null)[] = [];
    const { page, user } = await open('/account/orders', first[1]?.increment_id ?? '', {
      [LIST]: ({ query }) => {
        befores.push(query.get('before'));
        return query.has('before')
          ? { status: true, orders: second, more: false }
          : { status: true, orders: first, more: true };
      },
    });
    await user.dblClick(page.getByText('Show earlier orders'));
    expect(await page.findByText(second[0]?.increment_id ?? '')).toBeTruthy();
    expect(befores).toEqual([null, first[1]?.increment_id]);
    expect(page.queryByText('Show earlier orders')).toBeNull();
  });
});

describe('order page', () => {
  it('shows amount, day, reason and state of each refund, and why a gift card was cancelled', async () => {
    const created_at = '2026-12-24T01:30:00.000Z';
    const refund = { amount: 12.5, created_at, reason: 'damaged' } as const;
    const refunds = [
      { ...refund, currency: 'AUD', state: 'succeeded', tender: 'payment_card' } as const,
      { ...refund, currency: 'AUD', amount: 3, reason: 'other', state: 'failed', tender: 'payment_card' } as const,
    ];
    const card = giftCardItem(1, { state: 'void', void_reason: 'refunded' });
    const data = order({ refunds, items: [{ ...productItem(2, 0, 3), refunds: [refund] }, card] });
    const { page } = await openOrder(data);
    expect(page.getByText('Paid, partly refunded')).toBeTruthy();
    const rows = [...page.getByRole('region', { name: 'Amounts' }).querySelectorAll('li')];
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '24 Dec 2026$12.50 AUDIt was damaged. Refunded to your payment card',
      '24 Dec 2026$3.00 AUDYour bank sent it back. Please contact us.',
    ]);
    expect(page.getByText(/^\$12\.50 AUD refunded 24 Dec 2026/).textContent).toContain('It was damaged');
    expect(page.getByText('Cancelled and refunded')).toBeTruthy();
  });

  it('prints the order as a receipt with the company name, and links to help', async () => {
    const print = vi.spyOn(globalThis, 'print').mockImplementation(() => undefined);
    const { page, user } = await openOrder(order({ items: [productItem(1)] }));
    await user.click(page.getByRole('button', { name: 'Print or save the receipt' }));
    expect(print).toHaveBeenCalledOnce();
    expect(page.getAllByText('Handsel Demonstration Pty Ltd, ABN 00 000 000 000')).toHaveLength(1);
    expect(page.getByRole('link', { name: 'Help with this order' }).getAttribute('href')).toBe('/help#orders');
  });

  it('shows the steps of each gift card in a progress bar, with the time of the latest step above it', async () => {
    const sentCard = { state: 'sent', sent_at: instant(-1) } as const;
    const { page } = await openOrder(order({ items: [giftCardItem(1, sentCard)] }));
    const steps = [...(page.getByText('Sent').closest('ol')?.querySelectorAll('li') ?? [])];
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      'Paid',
      'Sent',
      'Delivered: not yet',
      'Opened: not yet',
    ]);
    expect(page.getAllByText(/^Sent \w/)).toHaveLength(1);
  });

  it('shows contents, status and tracking link of each parcel on the order page, and a summary in the order list', async () => {
    const product = productItem(2, 0, 3);
    const tracking_url = 'https://auspost.com.au/mypost/track/details/ABC123';
    const parcel = {
      state: 'sent' as const,
      seller_name: 'Tide & Kiln',
      carrier: 'Australia Post',
      tracking: 'ABC123',
      tracking_url,
      packed_at: null,
      sent_at: '2026-12-24T01:30:00.000Z',
      received_at: null,
      items: [{ item_id: 2, qty: 2 }],
    };
    const data = order({ items: [product], shipments: [parcel] });
    const { page } = await openOrder(data, { [LIST]: { status: true, orders: [data] } });
    const parcels = within(page.getByRole('region', { name: 'Parcels' }));
    expect(parcels.getByText('Sent 24 Dec 2026')).toBeTruthy();
    expect(parcels.getByText(`2 × ${product.name}`)).toBeTruthy();
    expect(parcels.getByText('Australia Post · ABC123')).toBeTruthy();
    expect(parcels.getByText('Follow this parcel').getAttribute('href')).toBe(tracking_url);
    expect(page.getByText('Partly sent')).toBeTruthy();
  });

  it.each(['/account/order/1', '/account/orders'])('shows each gift card in its wrapping on %s', async (path) => {
    const picture = '/picture-messages/abcdefghijklmnopqrstuvwx.jpg';
    const data = order({ items: [giftCardItem(1, { picture }), giftCardItem(2)] });
    const answers = { [ORDER]: { status: true, data }, [LIST]: { status: true, orders: [data] } } as never;
    const { page } = await open(path, '900000001', answers);
    const box = page.getByText('900000001').closest('main');
    const shownPictures = () => [...(box?.querySelectorAll('img') ?? [])].map((img) => img.getAttribute('src'));
    await waitFor(() => expect(shownPictures()).toHaveLength(3));
    expect(shownPictures()).toEqual([
      picture,
      expect.stringContaining('/media/template-birthday-cake'),
      expect.stringContaining(encodeURIComponent('Happy birthday, Mia!')),
    ]);
  });

  it.each([
    ['no order has that number', { status: false }],
    ['the order number is malformed', errorAnswer(400, 'Bad')],
    ['the order is gone', errorAnswer(404, 'Gone')],
  ])('returns to the order list with an error when %s', async (_when, reply) => {
    const shows = 'This order could not be found.';
    const answers = { [ORDER]: reply as never };
    expect(await followRedirect({ url: '/account/order/nonsense', session: signedInCustomer(), shows, answers })).toBe(
      '/account/orders',
    );
  });

  it('stays on the order page after a server error and loads the order on Try again', async () => {
    const answer = vi
      .fn()
      .mockReturnValueOnce(errorAnswer(500, 'Down'))
      .mockReturnValue({ status: true, data: order() });
    const { page, user } = await open('/account/order/1', 'This did not load', { [ORDER]: answer });
    await user.keyboard('{Escape}');
    await user.click(page.getByText('Try again'));
    expect(await page.findByText('900000001')).toBeTruthy();
  });
});
