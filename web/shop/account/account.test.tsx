import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CustomerAddress } from '#contract/shapes/customer.ts';
import { customer, longAddress, manyAddresses } from '#gallery/fixtures/customer.ts';
import { order } from '#gallery/fixtures/gift-cards.ts';
import { slow } from '#gallery/story/answers.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import type { Story } from '#gallery/story/story.ts';
import { openShop } from '#test/web/open-shop.ts';

const open = (path: string, shows: string, answers: Story['answers'] = {}) =>
  openShop({ url: path, session: signedInCustomer(), shows, answers });

const ORDER = 'GET mobiledigital/order';
const readAddressLines = (region: HTMLElement) =>
  [...(region.querySelector('address')?.children ?? [])].map((row) => row.textContent);

describe('account area', () => {
  it.each([
    ['/account', 'My Account', 'My Account', 'RT-41'],
    ['/account/addressinformation', 'Address Information', 'Address Information', 'RT-42'],
    ['/account/addaddress', 'Add New Address', 'Address Information', 'RT-43'],
    ['/account/personaldetails', 'Personal Details', 'Personal Details', 'RT-44'],
    ['/account/savedcards', 'Saved Cards', 'Saved Cards', 'RT-45'],
    ['/account/orders', 'Your Orders', 'Your Orders', 'RT-46'],
    ['/account/order/1', 'Your Order', 'Your Orders', 'RT-47'],
  ])('renders %s with the heading %s and marks %s in the account navigation [%s]', async (path, heading, current) => {
    const { page } = await open(path, heading, { [ORDER]: { status: true, data: order() } });
    expect(page.getByRole('heading', { level: 1 }).textContent).toBe(heading);
    const marked = page.getByRole('navigation', { name: 'Account' }).querySelectorAll('[aria-current]');
    expect([...marked].map(({ textContent }) => textContent)).toEqual([current]);
  });
});

it.each([
  ['/account', 'My Account', 'tiles', true],
  ['/account/orders', 'Your Orders', 'a row', false],
])('shows the account navigation on %s (%s) as %s', async (path, heading, _look, isGrid) => {
  const { page } = await open(path, heading);
  const list = within(page.getByRole('navigation', { name: 'Account' })).getByRole('list');
  expect(list.className.includes('grid')).toBe(isGrid);
});

it.each([
  ['shows counts of fetched data on tiles, without further requests', false, ['2', '1']],
  ['omits the order count if more orders exist than were fetched', true, ['2']],
])('%s', async (_title, hasMore, counts) => {
  const { page, sent } = await open('/account', 'Manage addresses', {
    'GET customers/me': customer(manyAddresses.slice(0, 2)),
    'GET mobiledigital/orders': { status: true, orders: [order()], more: hasMore },
  });
  await page.findByText('900000001');
  const tiles = within(page.getByRole('navigation', { name: 'Account' })).getAllByRole('link');
  expect(tiles.flatMap((tile) => tile.querySelector('[aria-hidden].tabular')?.textContent ?? [])).toEqual(counts);
  const calls = sent.map(({ name }) => name);
  expect(calls.filter((name) => /savedcards|giftcards/.test(name))).toEqual([]);
});

describe('addresses on My Account', () => {
  const [first, second, third] = manyAddresses as [CustomerAddress, CustomerAddress, CustomerAddress];
  const billed = { ...third, telephone: '+61499888777', street: ['3 Tram Lane', 'Rear flat'] };
  const owner = { ...customer([first, second, billed]), default_billing: '3', default_shipping: '2' };

  it('shows name, mobile number, first street line and town in the billing address [AC-01, AC-02, AC-03, AC-04, AC-05]', async () => {
    const { page } = await open('/account', 'Manage addresses', { 'GET customers/me': owner });
    const billing = page.getByRole('region', { name: 'Billing address' });
    expect(readAddressLines(billing)).toEqual(['Nell Abara', '0499 888 777', '3 Tram Lane', 'Newtown NSW 2042']);
    expect(page.queryByText('Rear flat')).toBeNull();
  });

  it('lists each shipping address once, with the default under its own heading [AC-06, AC-07]', async () => {
    const { page } = await open('/account', 'Manage addresses', { 'GET customers/me': owner });
    expect(readAddressLines(page.getByRole('region', { name: 'Default shipping address' }))[2]).toBe(
      '8/41 Illawarra Road',
    );
    const rows = within(page.getByRole('region', { name: 'Shipping addresses' })).getAllByRole('listitem');
    expect(rows.map((row) => readAddressLines(row)[2])).toEqual([
      '3 Tram Lane',
      '8/41 Illawarra Road',
      '12 Fig Street',
    ]);
  });

  it('shows an address once, under a combined heading, when it is the default for both billing and shipping', async () => {
    const { page } = await open('/account', 'Manage addresses', { 'GET customers/me': customer([first]) });
    const both = page.getByRole('region', { name: 'Billing address and default shipping address' });
    expect(readAddressLines(both)).toEqual(['Wren Banks', '0412 345 678', '12 Fig Street', 'Pyrmont NSW 2009']);
    expect(page.getAllByText('12 Fig Street')).toHaveLength(1);
  });
});

it('shows initials made from the first and last word of the name', async () => {
  const wren = { ...customer([]), firstname: 'Wren', lastname: 'Ottilie Banks' };
  const { page } = await open('/account', 'Hello, Wren', { 'GET customers/me': wren });
  expect(page.getByText('WB').closest('a')?.getAttribute('href')).toBe('/account/personaldetails');
});

it('shows orders while the addresses are still loading', async () => {
  const orders = { status: true, orders: [order()] };
  const { page } = await open('/account', '900000001', {
    'GET customers/me': slow,
    'GET mobiledigital/orders': orders,
  });
  expect(page.queryByText('Manage addresses')).toBeNull();
});

it('shows empty states for orders and addresses and links to the address book', async () => {
  const { page } = await open('/account', 'No orders', { 'GET customers/me': customer([]) });
  expect(page.getByText('No addresses yet')).toBeTruthy();
  expect(page.getByText('Manage addresses').closest('a')?.getAttribute('href')).toBe('/account/addressinformation');
});

it('shows name, email and sign-in number on Personal Details, and no password form [AC-35, AC-36]', async () => {
  const { page, box } = await open('/account/personaldetails', 'wren@example.com');
  const detail = (label: string) =>
    page.getByRole('button', { name: `Change ${label}` }).closest('dd')?.firstElementChild?.textContent;
  expect([detail('name'), detail('email')]).toEqual(['Wren Banks', 'wren@example.com']);
  expect(page.getByText('0412 345 678')).toBeTruthy();
  expect(box.querySelectorAll('#main input')).toHaveLength(0);
});

it('shows long names and addresses in full', async () => {
  const { page } = await open('/account/addressinformation', 'Woolloomooloo', {
    'GET customers/me': customer([longAddress]),
  });
  const text = page.getByRole('region', { name: /^Billing address/ }).textContent;
  for (const part of [longAddress.street[0] ?? '', longAddress.firstname, longAddress.lastname])
    expect(text).toContain(part);
});
