import { waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { cart, customer, home, shippingMethods } from '#gallery/fixtures/customer.ts';
import { stories } from '#gallery/stories.ts';
import { errorAnswer } from '#gallery/story/answers.ts';
import type { Story } from '#gallery/story/story.ts';
import {
  addressField,
  addressForm,
  addressMistakes,
  expectMistake,
  messagesOf,
  mobileMistakes,
  savedAs,
  typeAddress,
} from '#test/web/address-forms.ts';
import { openShop } from '#test/web/open-shop.ts';
import { expectSentOnce } from '#test/web/sent-once.ts';
import { formDraft } from '../../state/form-drafts.ts';

const SAVE = 'PUT customers/me';
const ESTIMATE = 'POST carts/mine/estimate-shipping-methods';
const SHIP = 'POST carts/mine/shipping-information';
const saved = { ...home, ...savedAs, id: 7 };

/** The checkout of a customer without an address. */
const checkout = stories.find(({ id }) => id === 'checkout-new') as Story;
const saving = {
  'GET customers/me': customer([]),
  [ESTIMATE]: shippingMethods,
  [SAVE]: customer([saved]),
  [SHIP]: {} as never,
};
const { openForm, openTyped } = addressForm({
  ...{ button: 'Save Address', draft: 'checkout-address' },
  open: ({ answers, ...story }) =>
    openShop({
      ...{ ...checkout, at: '/checkout', shows: 'Save Address', ...story },
      answers: { ...checkout.answers, ...saving, ...answers },
    }),
});

describe('what the form of the checkout says', () => {
  test.each([...mobileMistakes, ...addressMistakes])('%s %s [VA-07]', async (...mistake) => {
    await expectMistake(await openTyped(mistake[2]), mistake);
  });

  test('VA-18 nothing filled in: the details appear and all that is missing is said', async () => {
    const shop = await openForm();
    expect(addressField(shop, 'mobile')?.value).toBe('0412345678');
    await shop.submit();
    expect(Object.keys(messagesOf(shop))).toEqual(['fullname', 'street', 'suburb', 'state', 'postcode']);
    await waitFor(() => expect(document.activeElement).toBe(addressField(shop, 'fullname')));
  });
});

describe('saving', () => {
  test('VA-19 the address goes into the address book, in Australia, and the cart to it', async () => {
    const mine = vi
      .fn()
      .mockReturnValueOnce(cart([], customer([])))
      .mockReturnValue(cart([], customer([saved])));
    const shop = await openForm({ answers: { 'GET carts/mine': mine } });
    await typeAddress(shop);
    await shop.submit();
    expect(await shop.page.findByText('Address saved')).toBeTruthy();
    expect(shop.bodies(SAVE)).toEqual([{ customer: { addresses: [savedAs] } }]);
    const sentTo = { customer_address_id: 7, city: 'Fitzroy', postcode: '3065', country_id: 'AU', region_id: 571 };
    const method = { shipping_carrier_code: 'flatrate', shipping_method_code: 'flatrate' };
    expect(shop.bodies(SHIP)).toMatchObject([{ addressInformation: { shipping_address: sentTo, ...method } }]);
    await waitFor(() => expect(formDraft('checkout-address')).toBeNull());
    expect(await shop.page.findByRole('radio', { name: /5 Smith Street/ })).toBeTruthy();
  });

  test('two taps and Enter save once', async () => {
    const shop = await openTyped();
    const [answer, shows] = [customer([saved]), 'Address saved'];
    await expectSentOnce(shop, SAVE, { answer, taps: shop.submitTwiceAndEnter, shows });
    // A second save would wait for the first, and begin with this call.
    expect(shop.writes()).toEqual([ESTIMATE, SAVE, SHIP]);
  });

  test('saved, but the cart could not be sent there: the next tap does not save it twice', async () => {
    let addressBook = customer([]);
    const shop = await openTyped(
      {},
      {
        answers: {
          'GET customers/me': () => addressBook,
          [SAVE]: () => {
            addressBook = customer([saved]);
            return addressBook;
          },
          [SHIP]: vi.fn().mockReturnValueOnce(errorAnswer(500, 'Try again')).mockReturnValue({}),
        },
      },
    );
    await shop.submit();
    await shop.page.findByText('Try again');
    await shop.user.keyboard('{Escape}');
    await shop.submit();
    expect(await shop.page.findByText('Address saved')).toBeTruthy();
    expect(shop.bodies(SAVE)).toHaveLength(1);
    expect(shop.bodies(SHIP)).toHaveLength(2);
  });

  test('an error of the server is said, and what was typed stays', async () => {
    const shop = await openTyped({}, { answers: { [SAVE]: errorAnswer(400, 'Not there') } });
    await shop.submit();
    await shop.page.findByText('Not there');
    await shop.user.keyboard('{Escape}');
    expect(addressField(shop, 'suburb')?.value).toBe('Fitzroy');
    expect(shop.page.getByText('Save Address').closest('button')?.getAttribute('aria-busy')).toBeNull();
    expect(formDraft('checkout-address')).toMatchObject({ suburb: 'Fitzroy' });
  });
});
