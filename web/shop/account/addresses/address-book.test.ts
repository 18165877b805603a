import { expect, it } from 'vitest';
import { home } from '#test/web/checkout.ts';
import { excludeAddress, withAdded, withChanged } from '../../address/saved-addresses.ts';
import { addressBook } from './address-book.ts';

const work = { ...home, id: 6, street: ['1 Office Road'] };

it('finds the default billing and shipping addresses of the address book [AC-15, AC-16, AC-17]', () => {
  const book = addressBook({ addresses: [home, work], default_billing: '6', default_shipping: '5' });
  expect([book.default_billing_address?.id, book.default_shipping_address?.id, book.addresses.length]).toEqual([
    6, 5, 2,
  ]);
});

it('returns both defaults and all addresses, or null defaults and an empty list [EN-11]', () => {
  const customer = { addresses: [home, work], default_billing: '5', default_shipping: '6' };
  expect(addressBook(customer)).toEqual({
    addresses: [home, work],
    default_billing_address: home,
    default_shipping_address: work,
  });
  expect(addressBook({ addresses: [] })).toEqual({
    addresses: [],
    default_billing_address: null,
    default_shipping_address: null,
  });
});

it('appends a new address and keeps the others [ST-113]', () => {
  const { id: _none, ...added } = { ...home, street: ['9 New Lane'] };
  expect(withAdded([home, work], added)).toEqual([home, work, added]);
});

it('replaces a changed address in place and omits a removed one', () => {
  const changed = withChanged([{ ...home, default_billing: true }, work], 5, { ...work, id: 99, city: 'Perth' });
  expect(changed[0]).toMatchObject({ id: 5, city: 'Perth', default_billing: true });
  expect(excludeAddress([home, work], 5)).toEqual([work]);
});

it('appends a changed address if another tab has removed it', () => {
  const { id: _none, ...typed } = { ...home, city: 'Perth' };
  expect(withChanged([work], 5, typed)).toEqual([work, typed]);
});
