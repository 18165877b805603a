import { waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { findRegionById } from '#contract/rules/customer/regions.ts';
import { cart, customer, home, shippingMethods } from '#gallery/fixtures/customer.ts';
import { stories } from '#gallery/stories.ts';
import { errorAnswer } from '#gallery/story/answers.ts';
import type { Story } from '#gallery/story/story.ts';
import {
  addressForm,
  addressMistakes,
  expectMistake,
  findAddressField,
  mobileMistakes,
  readFieldMessages,
  savedAs,
  typeAddress,
} from '#test/web/address-forms.ts';
import { openShop } from '#test/web/open-shop.ts';
import { expectSentOnce } from '#test/web/sent-once.ts';
import { readFormDraft } from '../../state/form-drafts.ts';

const SAVE = 'PUT customers/me';
const ESTIMATE = 'POST carts/mine/estimate-shipping-methods';
const SHIP = 'POST carts/mine/shipping-information';
const saved = { ...home, ...savedAs, id: 7 };
const DETAILS = ['street', 'suburb', 'state', 'postcode', 'country'] as const;
const STATES = [
  'Australian Capital Territory',
  'New South Wales',
  'Northern Territory',
  'Queensland',
  'South Australia',
  'Tasmania',
  'Victoria',
  'Western Australia',
];

const checkout = stories.find(({ id }) => id === 'checkout-new') as Story;
const saving = {
  'GET customers/me': customer([]),
  [ESTIMATE]: shippingMethods,
  [SAVE]: customer([saved]),
  [SHIP]: {} as never,
};
const { openForm, openTyped } = addressForm({
  button: 'Save Address',
  draft: 'checkout-address',
  open: ({ answers, ...story }) =>
    openShop({
      ...checkout,
      url: '/checkout',
      shows: 'Save Address',
      ...story,
      answers: { ...checkout.answers, ...saving, ...answers },
    }),
});

describe('the new address form', () => {
  it.each([...mobileMistakes, ...addressMistakes])(
    'enforces %s: rejects a new address with %s [VA-07]',
    async (...mistake) => {
      await expectMistake(await openTyped(mistake[2]), mistake);
    },
  );

  it('hides the detail fields until the customer submits, then names all missing parts [CK-20, CK-23, CK-26, VA-18]', async () => {
    const shop = await openForm();
    expect(findAddressField(shop, 'mobile')?.value).toBe('0412345678');
    for (const name of DETAILS) expect(findAddressField(shop, name), name).toBeNull();
    await shop.submit();
    for (const name of DETAILS) expect(findAddressField(shop, name), name).toBeTruthy();
    expect(Object.keys(readFieldMessages(shop))).toEqual(['fullname', 'street', 'suburb', 'state', 'postcode']);
    await waitFor(() => expect(document.activeElement).toBe(findAddressField(shop, 'fullname')));
  });
});

describe('the detail fields', () => {
  it('fills and reveals the detail fields when the customer picks a found address [CK-19, CK-26]', async () => {
    const found = {
      label: '5 Smith St, Fitzroy VIC 3065',
      street: '5 Smith St',
      suburb: 'Fitzroy',
      state: 'VIC',
      postcode: '3065',
      country: 'AU',
    };
    const shop = await openForm({
      answers: { 'GET mobiledigital/places': { status: true, data: [found], attribution: '' } },
    });
    await shop.user.type(shop.page.getByPlaceholderText('Type Address...'), '5 smith');
    const [option] = await shop.page.findAllByRole('option');
    for (const name of DETAILS) expect(findAddressField(shop, name), name).toBeNull();
    await shop.user.click(option as HTMLElement);
    await waitFor(() =>
      expect(DETAILS.map((name) => findAddressField(shop, name)?.value)).toEqual([
        '5 Smith St',
        'Fitzroy',
        'Victoria',
        '3065',
        'AU',
      ]),
    );
  });

  it('offers only Australia and its states, although the data includes the US [CK-21, CK-22, BC-19]', async () => {
    const { page } = await openTyped();
    const offered = (label: string) =>
      within(page.getByLabelText(label, { selector: 'select' }))
        .getAllByRole('option')
        .map(({ textContent }) => textContent);
    expect(offered('Country')).toEqual(['Australia']);
    expect(offered('State').toSorted()).toEqual([...STATES, 'Enter State'].toSorted());
    expect([findRegionById(12)?.country, findRegionById(savedAs.region_id)?.country]).toEqual(['US', 'AU']);
  });
});

describe('saving a new address', () => {
  it('adds the new address, in Australia, to the address book and ships the cart to it [VA-19]', async () => {
    const getCart = vi
      .fn()
      .mockReturnValueOnce(cart([], customer([])))
      .mockReturnValue(cart([], customer([saved])));
    const shop = await openForm({ answers: { 'GET carts/mine': getCart } });
    await typeAddress(shop);
    await shop.submit();
    expect(await shop.page.findByText('Address saved')).toBeTruthy();
    expect(shop.bodies(SAVE)).toEqual([{ customer: { addresses: [savedAs] } }]);
    const sentTo = { customer_address_id: 7, city: 'Fitzroy', postcode: '3065', country_id: 'AU', region_id: 571 };
    const method = { shipping_carrier_code: 'flatrate', shipping_method_code: 'flatrate' };
    expect(shop.bodies(SHIP)).toMatchObject([{ addressInformation: { shipping_address: sentTo, ...method } }]);
    await waitFor(() => expect(readFormDraft('checkout-address')).toBeNull());
    expect(await shop.page.findByRole('radio', { name: /5 Smith Street/ })).toBeTruthy();
  });

  it('saves the address once on a double tap followed by Enter', async () => {
    const shop = await openTyped();
    const [answer, shows] = [customer([saved]), 'Address saved'];
    await expectSentOnce(shop, SAVE, { answer, taps: shop.submitTwiceAndEnter, shows });
    expect(shop.writes()).toEqual([ESTIMATE, SAVE, SHIP]);
  });

  it('does not save the address again on the next tap when only the shipping call failed', async () => {
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

  it('keeps the typed address and shows the error when the server rejects the address', async () => {
    const shop = await openTyped({}, { answers: { [SAVE]: errorAnswer(400, 'Not there') } });
    await shop.submit();
    await shop.page.findByText('Not there');
    await shop.user.keyboard('{Escape}');
    expect(findAddressField(shop, 'suburb')?.value).toBe('Fitzroy');
    expect(shop.page.getByText('Save Address').closest('button')?.getAttribute('aria-busy')).toBeNull();
    expect(readFormDraft('checkout-address')).toMatchObject({ suburb: 'Fitzroy' });
  });
});
