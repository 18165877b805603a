import { waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { cartAddress } from '#gallery/fixtures/customer.ts';
import { everyState, giftCardItem, order, productItem } from '#gallery/fixtures/gift-cards.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import { openShop } from '#test/web/open-shop.ts';

const openOrder = (data: ReturnType<typeof order>) =>
  openShop({
    url: '/account/order/1',
    session: signedInCustomer(),
    shows: data.increment_id,
    answers: { 'GET mobiledigital/order': { status: true, data } },
  });

it('shows order number, customer, shipping, total, GST and both addresses [AC-43, AC-44, AC-45, AC-46]', async () => {
  const billing_address = { ...cartAddress(), firstname: 'Sam', lastname: 'Reed', street: ['3 Office Road'] };
  const data = order({ items: [productItem(2, 0, 3)], customer_name: 'Robin Vale', billing_address });
  const { page } = await openOrder(data);
  expect(page.getByRole('heading', { level: 2, name: data.increment_id })).toBeTruthy();
  expect(within(page.getByRole('main')).getByText(/Robin Vale$/)).toBeTruthy();
  const amounts = page.getByRole('region', { name: 'Amounts' }).textContent;
  const [total, tax] = [data.grand_total, data.tax_amount].map((dollars) => dollars.toFixed(2));
  for (const part of ['Shipping$9.00 AUD', `Total$${total} AUD`, `GST included$${tax} AUD`])
    expect(amounts).toContain(part);
  const lines = (name: string) => [...(page.getByRole('region', { name }).querySelector('address')?.children ?? [])];
  const texts = (name: string) => lines(name).map(({ textContent }) => textContent);
  const rest = (street: string) => ['0412 345 678', street, 'Pyrmont NSW 2009'];
  expect(texts('Shipping address')).toEqual(['Wren Banks', ...rest('12 Fig Street')]);
  expect(texts('Billing address')).toEqual(['Sam Reed', ...rest('3 Office Road')]);
});

it.each([
  ['few', 1],
  ['many', 4],
])('shows name, price, quantity and total of each line in an order of %s lines [AC-47]', async (_count, cards) => {
  const items = [
    productItem(9, 0, 3),
    ...Array.from({ length: cards }, (_, index) => giftCardItem(index + 1, {}, index)),
  ];
  const { page } = await openOrder(order({ items }));
  const headings = within(page.getByRole('region', { name: 'Items' })).getAllByRole('heading', { level: 3 });
  expect(headings.map(({ textContent }) => textContent)).toEqual(items.map(({ name }) => name));
  for (const [index, { price, qty, total }] of items.entries()) {
    const text = headings[index]?.closest('li')?.textContent?.replace(/[\s·]/g, '');
    expect(text).toContain(`Price$${price.toFixed(2)}AUDQty${qty}Total$${total.toFixed(2)}AUD`);
  }
});

it('states that no GST is charged on gift cards', async () => {
  const { page } = await openOrder(order());
  const amounts = page.getByRole('region', { name: 'Amounts' }).textContent;
  expect(amounts).toContain('No GST is charged on gift cards.');
  expect(amounts).not.toContain('GST included');
});

it.each([
  ['omits shipping from the printed receipt of a gift-card-only order', [giftCardItem(1)], true],
  ['prints the shipping of an order with products', [giftCardItem(1), productItem(2, 0)], false],
])('%s', async (_title, items, isScreenOnly) => {
  const { page } = await openOrder(order({ items }));
  const amounts = within(page.getByRole('region', { name: 'Amounts' }));
  const shipping = [
    amounts.getByText('Shipping').parentElement,
    page.getByRole('region', { name: 'Shipping address' }),
  ];
  expect(shipping.map((element) => element?.classList.contains('print:hidden'))).toEqual([isScreenOnly, isScreenOnly]);
});

it('names the GST-free products and the sellers that are not registered for GST', async () => {
  const items = [productItem(2, 0), { ...productItem(3, 1), gst_free: true }];
  const data = order({ items });
  const [first, ...otherSellers] = data.sellers;
  if (!first) throw new Error('The order has no seller.');
  const { page } = await openOrder({ ...data, sellers: [{ ...first, gst_registered: false }, ...otherSellers] });
  const amounts = page.getByRole('region', { name: 'Amounts' }).textContent;
  expect(amounts).toContain(`GST-free: ${items[1]?.name}`);
  expect(amounts).not.toContain(`GST-free: ${items[0]?.name}`);
  expect(amounts).toContain(`${first.name} is not registered for GST.`);
  expect(amounts).not.toContain('No GST is charged on gift cards.');
});

it('expands the cards that need attention and lists them first', async () => {
  const { page } = await openOrder(order({ items: everyState }));
  const names = [...page.getByRole('region', { name: 'Items' }).querySelectorAll('details')].map((row) => [
    row.open,
    /(Mia Tran|Omar Haddad|Priya Nair|Jack Oliver|Sione Latu|Ana Silva|Kim Tran)/.exec(row.textContent ?? '')?.[1],
  ]);
  expect(names).toEqual([
    [true, 'Sione Latu'],
    [true, 'Ana Silva'],
    [false, 'Mia Tran'],
    [false, 'Omar Haddad'],
    [false, 'Priya Nair'],
    [false, 'Jack Oliver'],
    [false, 'Kim Tran'],
  ]);
});

it.each([
  ['refused', true],
  ['held', false],
] as const)('states that nothing was charged for an order that is %s: %s', async (status, isStated) => {
  const data = order({ status });
  const { page } = await openOrder(data);
  expect(page.queryByText(/^Nothing was charged/) !== null).toBe(isStated);
});

it('shows products that were refunded before shipping as refunded only, not as shipped', async () => {
  const created_at = '2026-12-24T01:30:00.000Z';
  const refund = { amount: 12.5, reason: 'returned', created_at } as const;
  const items = [{ ...productItem(2, 0, 1), refunds: [refund], qty_refunded: 1 }, productItem(3, 1)];
  const refunds = [{ ...refund, currency: 'AUD', state: 'succeeded', tender: 'payment_card' } as const];
  const { page } = await openOrder(order({ items, refunds }));
  const [refunded, other] = page
    .getByRole('region', { name: 'Items' })
    .querySelectorAll('[aria-labelledby=items] > ul > li');
  expect(refunded?.textContent).toContain('$12.50 AUD refunded 24 Dec 2026');
  expect(refunded?.textContent).not.toContain('is packing it');
  expect(other?.textContent).toContain('is packing it');
  expect(page.getByRole('main').textContent).not.toContain('You returned it');
});

const manyCards = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    giftCardItem(index + 1, index === count - 1 ? { state: 'failed', can_correct: true } : { state: 'delivered' }),
  );

it('shows the first ten of many cards, those that need attention first, and 100 more per tap', async () => {
  const data = order({ items: manyCards(130) });
  const { page, user } = await openOrder(data);
  const region = page.getByRole('region', { name: 'Items' });
  const cards = () => region.querySelectorAll('[data-card-state]');
  expect([cards().length, cards()[0]?.getAttribute('data-card-state')]).toEqual([10, 'failed']);
  expect(page.getAllByText('129 gift cards sent').length).toBeGreaterThan(0);
  expect(page.getByText('and 120 more')).toBeTruthy();
  await user.click(page.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(cards()).toHaveLength(110));
  await waitFor(() => expect(document.activeElement).toBe(region.querySelectorAll('summary')[10]));
  expect(page.getByText('and 20 more')).toBeTruthy();
  await user.click(page.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(cards()).toHaveLength(130));
  expect(page.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('shows all lines of an order with twenty gift cards', async () => {
  const data = order({ items: manyCards(20) });
  const { page } = await openOrder(data);
  expect(page.getByRole('region', { name: 'Items' }).querySelectorAll('[data-card-state]')).toHaveLength(20);
});
