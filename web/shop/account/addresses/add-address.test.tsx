import { waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { customer, home, manyAddresses } from '#gallery/fixtures/customer.ts';
import { errorAnswer, offline } from '#gallery/story/answers.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
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
  wholeAddress,
} from '#test/web/address-forms.ts';
import { openShop, readFieldError } from '#test/web/open-shop.ts';
import { expectSentOnce } from '#test/web/sent-once.ts';
import { holdAnswer } from '#test/web/watch-calls.ts';
import { readFormDraft } from '../../state/form-drafts.ts';

const SAVE = 'PUT customers/me';

const { openForm, openTyped } = addressForm({
  button: 'Save Address',
  draft: 'account-address',
  open: (story) =>
    openShop({ url: '/account/addaddress', session: signedInCustomer(), shows: 'Save Address', ...story }),
});

const details = ['street', 'suburb', 'state', 'country', 'postcode'] as const;

describe('address form', () => {
  it.each([...mobileMistakes, ...addressMistakes])(
    'enforces %s: rejects an address with %s [VA-07]',
    async (...mistake) => {
      await expectMistake(await openTyped(mistake[2]), mistake);
    },
  );

  it('prefills name and mobile number, and offers an address search and Save Address [AC-26, AC-27, AC-28, AC-34]', async () => {
    const { page, user } = await openForm();
    const form = within(page.getByRole('form', { name: 'Address' }));
    const name = form.getByRole<HTMLInputElement>('textbox', { name: 'Fullname' });
    const mobile = form.getByRole<HTMLInputElement>('textbox', { name: 'Mobile' });
    const search = form.getByRole<HTMLInputElement>('combobox', { name: 'Address' });
    for (const field of [name, mobile, search]) await user.type(field, '7');
    expect([name.value, mobile.value, search.value]).toEqual(['Wren Banks7', '04123456787', '7']);
    expect(form.getByRole<HTMLButtonElement>('button', { name: 'Save Address' }).type).toBe('submit');
  });

  it('sets the name and autocomplete attributes of each field', async () => {
    const { page } = await openTyped();
    const fields = [...page.getByRole<HTMLFormElement>('form', { name: 'Address' }).elements];
    const named = fields.filter((field) => field.getAttribute('name'));
    expect(named.map((field) => [field.getAttribute('name'), field.getAttribute('autocomplete')])).toEqual([
      ['fullname', 'name'],
      ['mobile', 'tel'],
      ['address-search', 'off'],
      ['street', 'address-line1'],
      ['suburb', 'address-level2'],
      ['state', 'address-level1'],
      ['postcode', 'postal-code'],
      ['country', 'country'],
    ]);
  });

  it('reveals all fields, shows their errors and focuses the first one when an empty form is submitted [VA-18, AC-30, AC-31, AC-32]', async () => {
    const shop = await openForm();
    expect(details.map((name) => findAddressField(shop, name))).toEqual(details.map(() => null));
    for (const name of ['fullname', 'mobile'] as const)
      await shop.user.clear(findAddressField(shop, name) as HTMLElement);
    await shop.submit();
    for (const name of details) expect(findAddressField(shop, name)?.disabled, name).toBe(false);
    expect(readFieldMessages(shop)).toEqual({
      fullname: 'Please enter your full name',
      mobile: 'Please enter a valid mobile',
      street: 'Missing street address',
      suburb: 'Missing suburb',
      state: 'Missing state',
      postcode: 'Missing postcode',
    });
    await waitFor(() => expect(document.activeElement).toBe(findAddressField(shop, 'fullname')));
  });

  it('clears an error when its field changes and keeps the other errors', async () => {
    const shop = await openTyped({ suburb: '', postcode: '' });
    await shop.submit();
    await shop.user.type(findAddressField(shop, 'suburb') as HTMLElement, 'F');
    expect(readFieldMessages(shop)).toEqual({ postcode: 'Missing postcode' });
  });
});

describe('saving an address', () => {
  it('appends a new address to the current list on the server and returns to the address book [ST-113, ST-114]', async () => {
    const shop = await openForm({ answers: { [SAVE]: customer([...manyAddresses, { ...home, id: 9 }]) } });
    shop.answers['GET customers/me'] = customer(manyAddresses);
    await typeAddress(shop);
    await shop.submit();
    expect(await shop.page.findByText('Address saved')).toBeTruthy();
    expect(await shop.page.findByRole('heading', { level: 1, name: 'Address Information' })).toBeTruthy();
    expect(shop.bodies(SAVE)).toEqual([{ customer: { addresses: [...manyAddresses, savedAs] } }]);
    expect(readFormDraft('account-address')).toBeNull();
  });

  it('keeps addresses added elsewhere when the customer leaves the page during a save', async () => {
    const shop = await openTyped({}, { answers: { [SAVE]: customer(manyAddresses) } });
    const me = holdAnswer(customer(manyAddresses));
    shop.answers['GET customers/me'] = me.answer;
    await shop.submit();
    await waitFor(() => expect(shop.count('GET customers/me')).toBe(1));
    await shop.user.click(shop.page.getByText('Cancel'));
    await shop.page.findByRole('heading', { level: 1, name: 'Address Information' });
    expect(shop.bodies(SAVE)).toEqual([]);
    me.release();
    expect(await shop.page.findByText('Address saved')).toBeTruthy();
    expect(shop.bodies(SAVE)).toEqual([{ customer: { addresses: [...manyAddresses, savedAs] } }]);
  });

  it('updates the saved address that ?id= names and keeps its place in the list', async () => {
    const shop = await openForm({
      url: '/account/addaddress?id=2',
      answers: { 'GET customers/me': customer(manyAddresses), [SAVE]: customer(manyAddresses) },
    });
    const suburb = findAddressField(shop, 'suburb') as HTMLInputElement;
    expect(suburb.value).toBe('Marrickville');
    await shop.user.clear(suburb);
    await shop.user.type(suburb, 'Dulwich Hill');
    await shop.submit();
    await shop.page.findByText('Address saved');
    const [saved] = shop.bodies(SAVE) as [{ customer: { addresses: typeof manyAddresses } }];
    expect(saved.customer.addresses.map(({ id, city }) => [id, city])).toEqual([
      [1, 'Pyrmont'],
      [2, 'Dulwich Hill'],
      [3, 'Newtown'],
      [4, 'Coffs Harbour'],
    ]);
  });

  it('shows errors under an invalid postcode and a street that is too long, and sends nothing', async () => {
    const shop = await openTyped({ street: 'x'.repeat(300), postcode: '70' });
    await shop.submit();
    const readError = (field: 'street' | 'postcode') => readFieldError(findAddressField(shop, field) as HTMLElement);
    expect(readError('street')).toBe('Street address must be at most 255 characters');
    expect(readError('postcode')).toBe('Please enter a postcode of four digits');
    expect(shop.writes()).toEqual([]);
  });

  it('sends one save call on a double tap followed by Enter', async () => {
    const shop = await openTyped();
    const [answer, shows] = [customer([home]), 'Address saved'];
    await expectSentOnce(shop, SAVE, { answer, taps: shop.submitTwiceAndEnter, shows });
    expect(shop.writes()).toEqual([SAVE]);
  });

  it.each([
    ['no connection', offline, 'No connection'],
    ['the server is down', errorAnswer(503, 'Back in a minute'), 'Back in a minute'],
    ['the server rejects it', errorAnswer(400, 'No such country'), 'No such country'],
  ])(
    'reports a failed save (%s), keeps the entered values and saves them on the next tap',
    async (_when, reply, words) => {
      const save = vi
        .fn()
        .mockReturnValueOnce(reply)
        .mockReturnValue(customer([home]));
      const shop = await openTyped({}, { answers: { [SAVE]: save } });
      await shop.submit();
      await shop.page.findByText(words);
      await shop.user.keyboard('{Escape}');
      expect(findAddressField(shop, 'street')?.value).toBe(wholeAddress.street);
      expect(readFormDraft('account-address')).toMatchObject({ street: wholeAddress.street });
      await shop.submit();
      expect(await shop.page.findByText('Address saved')).toBeTruthy();
      expect(shop.bodies(SAVE)).toHaveLength(2);
    },
  );

  it('leaves the form on Cancel without a call and discards the entered values', async () => {
    const shop = await openTyped();
    await shop.user.click(shop.page.getByText('Cancel'));
    expect(await shop.page.findByText('Shipping addresses')).toBeTruthy();
    expect(readFormDraft('account-address')).toBeNull();
    expect(shop.bodies(SAVE)).toEqual([]);
  });
});

describe('address search', () => {
  const found = {
    status: true,
    attribution: 'Places by Example',
    data: [
      {
        label: '5 Smith St, Fitzroy VIC 3065',
        street: '5 Smith St',
        suburb: 'Fitzroy',
        state: 'VIC',
        postcode: '3065',
        country: 'AU',
      },
      {
        label: 'Smithfield QLD 4878',
        street: '',
        suburb: 'Smithfield',
        state: 'Queensland',
        postcode: '4878',
        country: 'AU',
      },
    ],
  };
  const values = (shop: Parameters<typeof findAddressField>[0]) =>
    (['street', 'suburb', 'state', 'postcode', 'country'] as const).map((name) => findAddressField(shop, name)?.value);

  async function search(typed: string, answers: Story['answers'] = {}) {
    const shop = await openForm({ answers: { 'GET mobiledigital/places': found, ...answers } });
    const field = shop.page.getByLabelText<HTMLInputElement>('Address', { selector: 'input' });
    await shop.user.type(field, typed);
    return { ...shop, field };
  }

  it('fills and reveals the detail fields with the tapped address [AC-29, AC-33]', async () => {
    const shop = await search('5 smith');
    expect(details.map((name) => findAddressField(shop, name))).toEqual(details.map(() => null));
    await shop.user.click(await shop.page.findByText('5 Smith St'));
    await waitFor(() => expect(values(shop)).toEqual(['5 Smith St', 'Fitzroy', 'Victoria', '3065', 'AU']));
    expect(shop.field.value).toBe('5 Smith St, Fitzroy VIC 3065');
    expect(shop.page.queryByText('Smithfield')).toBeNull();
  });

  it('selects a result by arrow keys and Enter without saving, and credits the provider', async () => {
    const shop = await search('smith');
    expect(await shop.page.findByText('2 addresses found')).toBeTruthy();
    expect(shop.page.getByText('Places by Example')).toBeTruthy();
    await shop.user.keyboard('{ArrowDown}{ArrowDown}');
    const option = document.getElementById(shop.field.getAttribute('aria-activedescendant') ?? '');
    expect(option?.textContent).toContain('Smithfield');
    await shop.user.keyboard('{Enter}');
    await waitFor(() => expect(values(shop)).toEqual(['', 'Smithfield', 'Queensland', '4878', 'AU']));
    await waitFor(() => expect(document.activeElement).toBe(findAddressField(shop, 'street')));
    expect(shop.bodies(SAVE)).toEqual([]);
  });

  it('closes only the result list on Escape', async () => {
    const shop = await search('smith');
    await shop.page.findByText('5 Smith St');
    await shop.user.keyboard('{Escape}');
    expect(shop.page.queryByText('5 Smith St')).toBeNull();
    expect(shop.field.value).toBe('smith');
  });

  it('starts the address search at the third letter', async () => {
    const shop = await search('sm');
    await shop.user.type(shop.field, 'i');
    await shop.page.findByText('5 Smith St');
    expect(shop.sent.filter(({ name }) => name === 'GET mobiledigital/places')).toHaveLength(1);
  });

  it('announces that nothing was found and carries the typed text into manual entry', async () => {
    const shop = await search('99 nowhere', { 'GET mobiledigital/places': { ...found, data: [] } });
    expect(await shop.page.findByText('No addresses found')).toBeTruthy();
    await shop.user.click(shop.page.getByText('Enter it yourself'));
    expect(values(shop)).toEqual(['99 nowhere', '', 'Enter State', '', 'AU']);
  });

  it.each([
    [
      'a place whose details load later',
      { status: true, data: { ...found.data[0], suburb: 'Collingwood' } },
      ['5 Smith St', 'Collingwood'],
    ],
    ['a place whose details cannot be loaded', offline, ['5 Smith St, Fitzroy VIC 3065', 'Fitzroy']],
  ])('fills the form from %s', async (_what, place, expected) => {
    const shop = await search('5 smith', {
      'GET mobiledigital/places': { ...found, data: [{ ...found.data[0], place_id: 'p1' }] } as never,
      'GET mobiledigital/place': place as never,
    });
    await shop.user.click(await shop.page.findByText('5 Smith St'));
    await waitFor(() => expect(values(shop).slice(0, 2)).toEqual(expected));
    expect(shop.page.queryByText('No connection')).toBeNull();
  });

  it('keeps the address picked last when an earlier one arrives later, and keeps text typed meanwhile', async () => {
    const [slow, fast] = ['1 Slow Street', '2 Fast Street'].map((street) => ({ ...found.data[0], street }));
    const data = [slow, fast].map((place) => ({ ...place, label: place?.street, place_id: place?.street }));
    const shop = await search('street', { 'GET mobiledigital/places': { ...found, data } as never });
    const late = holdAnswer({ status: true, data: slow });
    shop.answers['GET mobiledigital/place'] = ({ query }: { query: { place_id: string } }) =>
      query.place_id === slow?.street ? late.answer() : { status: true, data: fast };
    const pick = async (name: RegExp) => shop.user.click(await shop.page.findByRole('option', { name }));
    await pick(/1 Slow Street/);
    await shop.user.clear(findAddressField(shop, 'mobile') as HTMLElement);
    await shop.user.type(findAddressField(shop, 'mobile') as HTMLElement, '0491570111');
    await shop.user.clear(shop.field);
    await shop.user.type(shop.field, 'street');
    await pick(/2 Fast Street/);
    await waitFor(() => expect(findAddressField(shop, 'street')?.value).toBe('2 Fast Street'));
    late.release();
    await shop.user.type(shop.field, 's');
    await shop.page.findByText('2 addresses found');
    expect(findAddressField(shop, 'street')?.value).toBe('2 Fast Street');
    expect(findAddressField(shop, 'mobile')?.value).toBe('0491570111');
  });

  it('ignores a failed search so that the customer can still type the address', async () => {
    const shop = await search('5 smith', { 'GET mobiledigital/places': errorAnswer(500, 'Broken') });
    await waitFor(() => expect(shop.sent.some(({ name }) => name === 'GET mobiledigital/places')).toBe(true));
    await shop.user.click(shop.page.getByText('Enter it yourself'));
    expect(values(shop)[0]).toBe('5 smith');
    expect(shop.page.queryByText('Broken')).toBeNull();
  });
});
