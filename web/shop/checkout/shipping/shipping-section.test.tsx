import { waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { cart, customer, home, line, manyAddresses, shippingMethods } from '#gallery/fixtures/customer.ts';
import { novel } from '#gallery/fixtures/products.ts';
import { openCheckout, PAY } from '#test/web/checkout-screen.ts';
import { type CallAnswers, holdAnswer, refuse, throwOffline } from '#test/web/watch-calls.ts';
import { saveCheckoutChoice } from './checkout-choices.ts';

const ESTIMATE = 'POST carts/mine/estimate-shipping-methods-by-address-id';
const ESTIMATE_NEW = 'POST carts/mine/estimate-shipping-methods';
const SHIP = 'POST carts/mine/shipping-information';
const CUSTOMER = 'PUT customers/me';
const methods = (amount: number) => shippingMethods.map((method) => ({ ...method, amount }));
const readStreet = (body: unknown) =>
  (body as { addressInformation: { shipping_address: { street: string[] } } }).addressInformation.shipping_address
    .street[0];

async function openShipping(answers: CallAnswers = {}, options: Parameters<typeof openCheckout>[0] = {}) {
  const shop = await openCheckout({
    giftCards: {},
    lines: [line(6, novel())],
    addresses: manyAddresses,
    answers,
    ...options,
  });
  return {
    ...shop,
    radio: (street: string) => shop.page.getByRole<HTMLInputElement>('radio', { name: new RegExp(street) }),
    selected: () => shop.box.querySelector('[data-selected-address]')?.textContent ?? '',
  };
}

describe('a saved address', () => {
  it('lists the saved addresses as radio buttons and shows which address is selected [CK-12, CK-13, CK-15]', async () => {
    const { page, selected } = await openShipping();
    const section = within(page.getByRole('region', { name: 'Shipping Information' }));
    expect(section.getByRole('heading', { level: 2 }).textContent).toBe('Shipping Information');
    const radios = section.getAllByRole<HTMLInputElement>('radio');
    expect(radios.map(({ checked }) => checked)).toEqual([true, false, false, false]);
    for (const [index, { street }] of manyAddresses.entries())
      expect(radios[index]?.closest('label')?.textContent).toContain(street[0]);
    expect(selected()).toBe('Wren Banks 12 Fig Street, Pyrmont NSW 2009');
  });

  it('selects a tapped address immediately and ships to it by the cheapest method [ST-080, ST-081, ST-082, ST-083]', async () => {
    const [slow] = methods(7).map((method) => ({ ...method, carrier_code: 'parcel', method_code: 'slow' }));
    const estimate = holdAnswer([...methods(14), slow, ...methods(7)]);
    const { radio, user, selected, writes, bodies, amount, names } = await openShipping({
      [ESTIMATE]: () => estimate.answer(),
    });
    expect(radio('12 Fig Street').checked).toBe(true);
    await user.click(radio('3 Tram Lane'));
    expect(selected()).toContain('Nell Abara 3 Tram Lane');
    estimate.release();
    await waitFor(() => expect(amount('to pay')).toBe('$41.99 AUD'));
    await waitFor(() => expect(names()).toContain('GET carts/mine'));
    expect(names().filter((name) => [ESTIMATE, SHIP, 'GET carts/mine'].includes(name))).toEqual([
      ESTIMATE,
      SHIP,
      'GET carts/mine',
    ]);
    expect(writes()).toEqual([ESTIMATE, SHIP]);
    expect(bodies(ESTIMATE)).toEqual([{ addressId: 3, address_id: 3 }]);
    expect(bodies(SHIP).map(readStreet)).toEqual(['3 Tram Lane']);
    expect(bodies(SHIP)).toEqual([
      {
        addressInformation: expect.objectContaining({ shipping_carrier_code: 'parcel', shipping_method_code: 'slow' }),
      },
    ]);
  });

  it.each([
    ['an error', refuse(500, { message: 'Not there.' }), 'Not there.'],
    ['no connection', throwOffline, 'No connection'],
  ])('restores the previous selection when the tapped address cannot be saved (%s)', async (_what, failure, words) => {
    const { radio, user, see, selected } = await openShipping({ [ESTIMATE]: failure });
    await user.click(radio('3 Tram Lane'));
    await see(words);
    await waitFor(() => expect(selected()).toContain('12 Fig Street'));
    expect(radio('3 Tram Lane').checked).toBe(false);
  });

  it('saves the last tapped address on the server, even if the response for an earlier one arrives late', async () => {
    const first = holdAnswer(methods(5));
    const { radio, user, sentTimes, bodies, selected } = await openShipping({
      [ESTIMATE]: ({ body }: { body: { addressId: number } }) => (body.addressId === 2 ? first.answer() : methods(6)),
    });
    await user.click(radio('Illawarra Road'));
    await sentTimes(ESTIMATE, 1);
    await user.click(radio('3 Tram Lane'));
    await user.click(radio('77 Jetty Parade'));
    first.release();
    await waitFor(() => expect(bodies(SHIP).map(readStreet).at(-1)).toBe('77 Jetty Parade'));
    expect(bodies(SHIP).map(readStreet)).toEqual(['8/41 Illawarra Road', '77 Jetty Parade']);
    expect(selected()).toContain('77 Jetty Parade');
  });

  it('selects the address that was selected before the session ended, and ships the order to it', async () => {
    const { radio, confirm, thanked, queries } = await openShipping(
      {},
      { before: () => saveCheckoutChoice('address', '4') },
    );
    expect(radio('77 Jetty Parade').checked).toBe(true);
    await confirm();
    await thanked();
    expect(queries('GET mobiledigital/shippingmethods').at(-1)).toEqual({ addressId: '4' });
  });

  it('stops the order and opens the form for a new address when no shipping method serves the address', async () => {
    const { confirm, see, count } = await openShipping({ 'GET mobiledigital/shippingmethods': [] });
    await confirm();
    await see('Please enter your full name');
    expect(count(PAY)).toBe(0);
  });
});

describe('a new address', () => {
  const keptAddress = { ...home, id: 9, street: ['5 Quay Street'], city: 'Haymarket', postcode: '2000' };

  async function openForm(answers: CallAnswers = {}) {
    let saved = false;
    const before = customer(manyAddresses);
    const after = customer([...manyAddresses, keptAddress]);
    const shop = await openShipping({
      'GET carts/mine': () => cart([line(6, novel())], saved ? after : before),
      'GET customers/me': () => (saved ? after : before),
      [CUSTOMER]: () => {
        saved = true;
        return after;
      },
      ...answers,
    });
    const shipping = shop.page.getByRole('region', { name: 'Shipping Information' });
    const addNew = () => [...shipping.querySelectorAll('button')].find(({ textContent }) => textContent === 'Add New');
    await shop.user.click(addNew() as HTMLElement);
    return {
      ...shop,
      addNew,
      async fill(change: Record<string, string> = {}) {
        const typed = {
          Fullname: 'Wren Banks',
          'Street address': '5 Quay Street',
          Suburb: 'Haymarket',
          Postcode: '2000',
        };
        for (const [label, text] of Object.entries({ ...typed, ...change })) {
          await shop.user.clear(shop.field(label));
          if (text) await shop.user.type(shop.field(label), text);
        }
        await shop.user.selectOptions(shop.field('State'), 'New South Wales');
      },
    };
  }

  async function openNew(answers: CallAnswers = {}) {
    const shop = await openForm(answers);
    await shop.tap('Enter it yourself');
    return shop;
  }

  it('opens a form titled "Add New Address" with Fullname, Mobile and Save Address [CK-14, CK-16, CK-17, CK-18, CK-24]', async () => {
    const { page, field } = await openForm();
    const form = within(page.getByRole('form', { name: 'Add New Address' }));
    expect(form.getByRole('heading').textContent).toBe('Add New Address');
    expect([field('Fullname').value, field('Mobile').value]).toEqual(['', '0412345678']);
    expect(form.getByRole('button', { name: 'Save Address' })).toMatchObject({ type: 'submit', disabled: false });
  });

  it('estimates shipping to a new address, then saves, ships to and selects the address [ST-084]', async () => {
    const { fill, tap, see, names, bodies, selected, radio } = await openNew({ [ESTIMATE_NEW]: methods(4) });
    await fill();
    await tap('Save Address');
    await see('Address saved');
    await waitFor(() => expect(selected()).toContain('5 Quay Street'));
    expect(radio('5 Quay Street').checked).toBe(true);
    const order = [ESTIMATE_NEW, 'GET customers/me', CUSTOMER, SHIP, 'GET carts/mine'];
    expect(
      names()
        .filter((name) => order.includes(name))
        .slice(0, 5),
    ).toEqual(order);
    const { addresses } = (
      bodies(CUSTOMER)[0] as { customer: { addresses: { street: string[]; country_id: string }[] } }
    ).customer;
    expect(addresses.map(({ street }) => street[0]).slice(-2)).toEqual(['77 Jetty Parade', '5 Quay Street']);
    expect(addresses.at(-1)?.country_id).toBe('AU');
    expect(bodies(SHIP).map(readStreet)).toEqual(['5 Quay Street']);
  });

  it.each([
    ['Fullname', 'Please enter your full name'],
    ['Street address', 'Missing street address'],
    ['Suburb', 'Missing suburb'],
    ['Postcode', 'Missing postcode'],
  ])('sends nothing when %s is missing, names the missing part and focuses its field', async (label, words) => {
    const { fill, tap, see, writes, field, text, user } = await openNew();
    await fill({ [label]: '' });
    await tap('Save Address');
    await see(words);
    await waitFor(() => expect(document.activeElement).toBe(field(label)));
    expect(writes()).toEqual([]);
    await user.type(field(label), '2');
    expect(text()).not.toContain(words);
  });

  it('saves a new address once when Save Address is tapped twice', async () => {
    const answer = holdAnswer(methods(4));
    const { fill, tapTwice, sentTimes, see, count, field } = await openNew({ [ESTIMATE_NEW]: () => answer.answer() });
    await fill();
    await tapTwice('Save Address');
    await sentTimes(ESTIMATE_NEW, 1);
    field('Suburb').form?.requestSubmit();
    answer.release();
    await see('Address saved');
    expect([count(ESTIMATE_NEW), count(CUSTOMER)]).toEqual([1, 1]);
  });

  it('keeps the typed address when the server rejects it', async () => {
    const { fill, tap, see, field, selected } = await openNew({ [CUSTOMER]: refuse(500, { message: 'Not now.' }) });
    await fill();
    await tap('Save Address');
    await see('Not now.');
    await tap('OK');
    expect(field('Street address').value).toBe('5 Quay Street');
    expect(selected()).toContain('12 Fig Street');
  });

  it('keeps the typed address while an order is being placed and then declined', async () => {
    const payment = holdAnswer(null);
    const { fill, confirm, sentTimes, see, field, user } = await openNew({
      [PAY]: () => payment.answer().then(refuse(400, { code: 'card_declined', message: 'x' })),
    });
    await fill({ Suburb: 'Hay' });
    await confirm();
    await sentTimes(PAY, 1);
    await user.type(field('Suburb'), 'market');
    payment.release();
    await see('Your card was declined.');
    expect(field('Suburb').value).toBe('Haymarket');
  });

  it('keeps the previous address selected and focuses Add New when the customer cancels a new address', async () => {
    const { fill, tap, selected, addNew, page, writes } = await openNew();
    await fill();
    await tap('Cancel');
    await waitFor(() => expect(document.activeElement).toBe(addNew()));
    expect(page.queryByRole('form', { name: 'Add New Address' })).toBeNull();
    expect(selected()).toContain('12 Fig Street');
    expect(writes()).toEqual([]);
  });
});
