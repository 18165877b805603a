import { expect, it } from 'vitest';
import type { Cart } from '#contract/cart/cart.ts';
import { buildCartWithAddresses, fakeShop, home } from '#test/web/checkout.ts';
import { fetchShippingMethod, findPreselectedAddressId, shipToNew, shipToSaved } from './shipping.ts';

const work = { ...home, id: 6, street: ['1 Office Road'] };
const cart = buildCartWithAddresses([home, work]) as unknown as Cart;

it('estimates shipping to a saved address by its id, then saves the shipping information [ST-080, ST-082, CA-63]', async () => {
  const { sent, names } = fakeShop();
  const method = await shipToSaved({ cart, address: work });
  expect(names()).toEqual([
    'POST carts/mine/estimate-shipping-methods-by-address-id',
    'POST carts/mine/shipping-information',
  ]);
  expect(sent[0]?.parts.body).toEqual({ addressId: 6, address_id: 6 });
  expect(sent[1]?.parts.body).toMatchObject({
    addressInformation: {
      shipping_address: { street: ['1 Office Road'] },
      billing_address: { street: ['12 Fig Street'] },
      shipping_carrier_code: 'flatrate',
    },
  });
  expect(method?.amount).toBe(4);
});

it('requests the shipping methods for the default address on load and selects the cheapest method [CA-62]', async () => {
  const { sent } = fakeShop();
  const opened = { ...cart, extension_attributes: { shipping_assignments: [] } } as unknown as Cart;
  expect((await fetchShippingMethod(findPreselectedAddressId(opened) ?? 0))?.amount).toBe(4);
  expect(sent).toEqual([
    { name: 'GET mobiledigital/shippingmethods', parts: { query: { addressId: String(home.id) } } },
  ]);
});

it('estimates shipping to a new address, saves the address and the shipping information, then refetches the cart [ST-084]', async () => {
  const { id: _none, ...typed } = { ...home, street: ['9 New Lane'], region: { ...home.region }, region_id: 570 };
  const address = typed as Parameters<typeof shipToNew>[0]['address'];
  const saved = { ...home, ...address, id: 8 };
  const third = { ...home, id: 7 };
  const { sent, names } = fakeShop({
    'GET customers/me': { id: 2, addresses: [home, work, third] },
    'PUT customers/me': {
      id: 2,
      email: 'wren@example.com',
      default_billing: '5',
      addresses: [home, work, third, saved],
    },
  });
  const order: string[] = [];
  const shipped = await shipToNew({
    cart,
    address,
    refetchCart: async () => order.push(...names(), 'cart'),
  });
  expect(order).toEqual([
    'POST carts/mine/estimate-shipping-methods',
    'GET customers/me',
    'PUT customers/me',
    'POST carts/mine/shipping-information',
    'cart',
  ]);
  expect(sent[2]?.parts.body).toEqual({ customer: { addresses: [home, work, third, address] } });
  expect(shipped).toEqual(saved);
});

it("selects the cart's address, otherwise the default address, otherwise the first", () => {
  const opened = (customer_address_id: number | null, default_shipping?: string) =>
    findPreselectedAddressId({
      customer: { ...cart.customer, default_shipping },
      extension_attributes: { shipping_assignments: [{ shipping: { address: { customer_address_id } } }] },
    } as unknown as Cart);
  expect(opened(6, '5')).toBe(6);
  expect(opened(99, '6')).toBe(6);
  expect(opened(null)).toBe(5);
});
