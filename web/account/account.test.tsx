import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { customer, home, longAddress } from '#gallery/fixtures/customer.ts';
import { order } from '#gallery/fixtures/gift-cards.ts';
import { slow } from '#gallery/story/answers.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import type { Story } from '#gallery/story/story.ts';
import { openShop } from '#test/web/open-shop.ts';

const open = (at: string, shows: string, answers: Story['answers'] = {}) =>
  openShop({ at, session: signedInCustomer(), shows, answers });

test('My Account shows name, mobile, street and town of each default address', async () => {
  const mine = { ...home, telephone: '+61499888777' };
  const { page } = await open('/account', 'Manage addresses', { 'GET customers/me': customer([mine]) });
  const text = page.getByRole('region', { name: 'Billing address and default shipping address' }).textContent;
  for (const part of ['Wren Banks', '0499 888 777', '12 Fig Street', 'Pyrmont NSW 2009']) expect(text).toContain(part);
  expect(page.getAllByText('12 Fig Street')).toHaveLength(1);
});

test('initials are those of the first word and the last', async () => {
  const wren = { ...customer([]), firstname: 'Wren', lastname: 'Ottilie Banks' };
  const { box } = await open('/account', 'Hello, Wren', { 'GET customers/me': wren });
  expect(box.querySelector('a[href="/account/personaldetails"] span')?.textContent).toBe('WB');
});

test('My Account shows orders while the addresses are still on their way', async () => {
  const orders = { status: true, orders: [order()] };
  const first = await open('/account', '900000001', { 'GET customers/me': slow, 'GET mobiledigital/orders': orders });
  expect(first.page.queryByText('Manage addresses')).toBeNull();
});

test('without orders and addresses it says so and leads on', async () => {
  const { page } = await open('/account', 'No orders', { 'GET customers/me': customer([]) });
  expect(page.getByText('No addresses yet')).toBeTruthy();
  expect(page.getByText('Manage addresses').closest('a')?.getAttribute('href')).toBe('/account/addressinformation');
});

test('Personal Details show name, email and the mobile that signs in, and no way to change a password', async () => {
  const { page, box } = await open('/account/personaldetails', 'wren@example.com');
  expect(within(page.getByRole('main')).getAllByText('Wren Banks').length).toBeGreaterThan(0);
  expect(page.getByText('0412 345 678')).toBeTruthy();
  expect(box.querySelectorAll('#main input')).toHaveLength(0);
});

test('long names and addresses are there in full', async () => {
  const { page } = await open('/account/addressinformation', 'Woolloomooloo', {
    'GET customers/me': customer([longAddress]),
  });
  const text = page.getByRole('region', { name: /^Billing address/ }).textContent;
  for (const part of [longAddress.street[0] ?? '', longAddress.firstname, longAddress.lastname])
    expect(text).toContain(part);
});
