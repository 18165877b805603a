import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CustomerAddress } from '#contract/shapes/customer.ts';
import { cart, customer, line, manyAddresses, shippingMethods } from '#gallery/fixtures/customer.ts';
import { novel } from '#gallery/fixtures/products.ts';
import { openCheckout, PAY } from '#test/web/checkout-screen.ts';
import { readFieldError } from '#test/web/open-shop.ts';
import { type CallAnswers, refuse } from '#test/web/watch-calls.ts';

const SAVE = 'PUT customers/me';
const ESTIMATE = 'POST carts/mine/estimate-shipping-methods-by-address-id';
const SHIP = 'POST carts/mine/shipping-information';
const FIG = 'Edit 12 Fig Street, Pyrmont NSW 2009';
const TRAM = 'Edit 3 Tram Lane, Newtown NSW 2042';

type Saved = { customer: { addresses: CustomerAddress[] } };
type Sent = { addressInformation: { shipping_address: CustomerAddress } };

async function open(answers: CallAnswers = {}, addresses = manyAddresses) {
  let owner = customer(addresses);
  const shop = await openCheckout({
    lines: [line(6, novel())],
    addresses,
    answers: {
      'GET carts/mine': () => cart([line(6, novel())], owner),
      'GET customers/me': () => owner,
      [SAVE]: ({ body }: { body: Saved }) => {
        owner = customer(
          body.customer.addresses.map((address, index) => ({ ...address, id: address.id ?? 90 + index })),
        );
        return owner;
      },
      ...answers,
    },
  });
  return {
    ...shop,
    selected: () => shop.box.querySelector('[data-selected-address]')?.textContent ?? '',
    async retype(label: string, text: string) {
      await shop.user.clear(shop.field(label));
      await shop.user.type(shop.field(label), text);
    },
    sheetGone: () => waitFor(() => expect(shop.page.queryByRole('dialog')).toBeNull()),
  };
}

it('corrects the selected address in a sheet and updates the shipping price', async () => {
  const methods = (amount: number) => shippingMethods.map((method) => ({ ...method, amount }));
  const shop = await open({ [ESTIMATE]: methods(15) });
  const { tap, field, retype, see, sheetGone, selected, bodies, amount } = shop;
  await tap(FIG);
  expect([(await waitFor(() => field('Fullname'))).value, field('Street address').value]).toEqual([
    'Wren Banks',
    '12 Fig Street',
  ]);
  await retype('Street address', '21 Fig Street');
  await tap('Save Address');
  await see('Address saved');
  await sheetGone();
  expect(selected()).toContain('21 Fig Street');
  await waitFor(() => expect(amount('shipping')).toBe('$15.00 AUD'));
  const [{ customer: sentCustomer }] = bodies(SAVE) as [Saved];
  expect(sentCustomer.addresses.map(({ id, street }) => [id, street[0]])).toEqual([
    [1, '21 Fig Street'],
    ...manyAddresses.slice(1).map(({ id, street }) => [id, street[0]]),
  ]);
  expect((bodies(SHIP) as Sent[]).map((body) => body.addressInformation.shipping_address.street[0])).toEqual([
    '21 Fig Street',
  ]);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit 21 Fig Street, Pyrmont NSW 2009');
  await shop.confirm();
  await shop.thanked();
  expect((bodies(SHIP) as Sent[]).at(-1)?.addressInformation.shipping_address.street[0]).toBe('21 Fig Street');
});

it('corrects an unselected address without selecting it', async () => {
  const { tap, retype, sheetGone, selected, bodies, page } = await open();
  await tap(TRAM);
  await retype('Postcode', '2043');
  await tap('Save Address');
  await sheetGone();
  expect(page.getByText('3 Tram Lane, Newtown NSW 2043')).toBeTruthy();
  expect(selected()).toContain('12 Fig Street');
  expect(bodies(SHIP)).toEqual([]);
});

it('keeps the typed address with its error after Escape, and discards it after Cancel', async () => {
  const { tap, retype, field, user, sheetGone, writes, page } = await open();
  await tap(FIG);
  await retype('Postcode', '20');
  await tap('Save Address');
  expect(readFieldError(field('Postcode'))).toBe('Please enter a postcode of four digits');
  await user.keyboard('{Escape}');
  await sheetGone();
  await tap(FIG);
  expect(field('Postcode').value).toBe('20');
  await tap('Cancel');
  await sheetGone();
  await tap(FIG);
  expect(field('Postcode').value).toBe('2009');
  expect(writes()).toEqual([]);
  expect(page.getByRole('dialog')).toBeTruthy();
});

it('keeps the sheet open with the typed address after a server error', async () => {
  const { tap, retype, field, see, user } = await open({ [SAVE]: refuse(500, { message: 'Not there.' }) });
  await tap(FIG);
  await retype('Street address', '21 Fig Street');
  await tap('Save Address');
  await see('Not there.');
  await user.keyboard('{Escape}');
  expect(field('Street address').value).toBe('21 Fig Street');
});

it('saves a corrected address that was removed elsewhere as a new address, and ships the order to it', async () => {
  let present = customer(manyAddresses);
  const { tap, retype, sheetGone, selected, page } = await open({
    'GET customers/me': () => present,
    'GET carts/mine': () => cart([line(6, novel())], present),
    [SAVE]: ({ body }: { body: Saved }) => {
      present = customer(
        body.customer.addresses.map((address, index) => ({ ...address, id: address.id ?? 90 + index })),
      );
      return present;
    },
  });
  await tap(FIG);
  present = customer(manyAddresses.slice(1));
  await retype('Street address', '21 Fig Street');
  await tap('Save Address');
  await sheetGone();
  await waitFor(() => expect(selected()).toContain('21 Fig Street'));
  expect(page.getAllByRole('radio', { name: /Street|Road|Lane|Parade/ })).toHaveLength(4);
});

it('keeps the selected payment card and address while the customer changes a gift card', async () => {
  const shop = await open({
    'GET mobiledigital/savedcards': {
      status: true,
      data: [
        { id: 'pm_1', brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2029 },
        { id: 'pm_2', brand: 'mastercard', last4: '4444', exp_month: 3, exp_year: 2028 },
      ],
    },
  });
  const { page, user, see, tap } = shop;
  await user.click(page.getByRole('radio', { name: /4444/ }));
  await user.click(page.getByRole('radio', { name: /3 Tram Lane/ }));
  await user.click(shop.link(/^Change .* for Mia$/));
  await see('Who are you sending it to?');
  await tap('Finish');
  await see('Confirm in');
  expect(page.getByRole<HTMLInputElement>('radio', { name: /4444/ }).checked).toBe(true);
  expect(shop.selected()).toContain('3 Tram Lane');
  await shop.confirm();
  await shop.thanked();
  expect(shop.charged()).toEqual(['pm_2']);
  expect(shop.count(PAY)).toBe(1);
});
