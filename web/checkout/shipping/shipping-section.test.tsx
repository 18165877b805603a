import { waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { cart, customer, home, line, manyAddresses, shippingMethods } from '#gallery/fixtures/customer.ts';
import { novel } from '#gallery/fixtures/products.ts';
import { openCheckout, PAY } from '#test/web/checkout-screen.ts';
import { type CallAnswers, held, offline, refuse } from '#test/web/watch-calls.ts';
import { keepChoice } from './checkout-choices.ts';

const ESTIMATE = 'POST carts/mine/estimate-shipping-methods-by-address-id';
const ESTIMATE_NEW = 'POST carts/mine/estimate-shipping-methods';
const SHIP = 'POST carts/mine/shipping-information';
const CUSTOMER = 'PUT customers/me';
const methods = (amount: number) => shippingMethods.map((method) => ({ ...method, amount }));
const streetOf = (body: unknown) =>
  (body as { addressInformation: { shipping_address: { street: string[] } } }).addressInformation.shipping_address
    .street[0];

async function openShipping(answers: CallAnswers = {}, more: Parameters<typeof openCheckout>[0] = {}) {
  const shop = await openCheckout({
    ...{ giftCards: {}, lines: [line(6, novel())], addresses: manyAddresses, answers, ...more },
  });
  return {
    ...shop,
    radio: (street: string) => shop.page.getByRole<HTMLInputElement>('radio', { name: new RegExp(street) }),
    selected: () => shop.box.querySelector('[data-selected-address]')?.textContent ?? '',
  };
}

describe('a saved address', () => {
  test('that is picked shows at once; the server gets the cheapest way there, and what is paid follows', async () => {
    const estimate = held([...methods(14), ...methods(7), ...methods(7)]);
    const { radio, user, selected, writes, bodies, amount, names } = await openShipping({
      [ESTIMATE]: () => estimate.answer(),
    });
    expect(radio('12 Fig Street').checked).toBe(true);
    await user.click(radio('3 Tram Lane'));
    expect(selected()).toContain('Nell Abara 3 Tram Lane');
    estimate.release();
    await waitFor(() => expect(amount('to pay')).toBe('$41.99 AUD'));
    await waitFor(() => expect(names()).toContain('GET carts/mine'));
    expect(writes()).toEqual([ESTIMATE, SHIP]);
    expect(bodies(ESTIMATE)).toEqual([{ addressId: 3, address_id: 3 }]);
    expect(bodies(SHIP).map(streetOf)).toEqual(['3 Tram Lane']);
  });

  test.each([
    ['an error', refuse(500, { message: 'Not there.' }), 'Not there.'],
    ['no connection', offline, 'No connection'],
  ])('that cannot be saved (%s) leaves the one before', async (_what, failure, words) => {
    const { radio, user, see, selected } = await openShipping({ [ESTIMATE]: failure });
    await user.click(radio('3 Tram Lane'));
    await see(words);
    await waitFor(() => expect(selected()).toContain('12 Fig Street'));
    expect(radio('3 Tram Lane').checked).toBe(false);
  });

  test('picked last is the one the server ends with, however the answers come', async () => {
    const first = held(methods(5));
    const { radio, user, sentTimes, bodies, selected } = await openShipping({
      [ESTIMATE]: ({ body }: { body: { addressId: number } }) => (body.addressId === 2 ? first.answer() : methods(6)),
    });
    await user.click(radio('Illawarra Road'));
    await sentTimes(ESTIMATE, 1);
    await user.click(radio('3 Tram Lane'));
    await user.click(radio('77 Jetty Parade'));
    first.release();
    await waitFor(() => expect(bodies(SHIP).map(streetOf).at(-1)).toBe('77 Jetty Parade'));
    expect(bodies(SHIP).map(streetOf)).toEqual(['8/41 Illawarra Road', '77 Jetty Parade']);
    expect(selected()).toContain('77 Jetty Parade');
  });

  test('chosen before the sign-in ended is chosen again, and the order goes there', async () => {
    const { radio, confirm, thanked, queries } = await openShipping({}, { before: () => keepChoice('address', '4') });
    expect(radio('77 Jetty Parade').checked).toBe(true);
    await confirm();
    await thanked();
    expect(queries('GET mobiledigital/shippingmethods').at(-1)).toEqual({ addressId: '4' });
  });

  test('nothing is sent to keeps the order from being placed, and the form of a new one opens', async () => {
    const { confirm, see, count } = await openShipping({ 'GET mobiledigital/shippingmethods': [] });
    await confirm();
    await see('Please enter your full name');
    expect(count(PAY)).toBe(0);
  });
});

describe('a new address', () => {
  const kept = { ...home, id: 9, street: ['5 Quay Street'], city: 'Haymarket', postcode: '2000' };

  async function openNew(answers: CallAnswers = {}) {
    let saved = false;
    const before = customer(manyAddresses);
    const after = customer([...manyAddresses, kept]);
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
    await shop.tap('Enter it yourself');
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

  test('goes out in order: what it costs, the customer’s addresses with it, the way there, the cart', async () => {
    const { fill, tap, see, names, bodies, selected } = await openNew({ [ESTIMATE_NEW]: methods(4) });
    await fill();
    await tap('Save Address');
    await see('Address saved');
    await waitFor(() => expect(selected()).toContain('5 Quay Street'));
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
    expect(bodies(SHIP).map(streetOf)).toEqual(['5 Quay Street']);
  });

  test.each([
    ['Fullname', 'Please enter your full name'],
    ['Street address', 'Missing street address'],
    ['Suburb', 'Missing suburb'],
    ['Postcode', 'Missing postcode'],
  ])('without %s is not sent; the words and the cursor are there', async (label, words) => {
    const { fill, tap, see, writes, field, text, user } = await openNew();
    await fill({ [label]: '' });
    await tap('Save Address');
    await see(words);
    await waitFor(() => expect(document.activeElement).toBe(field(label)));
    expect(writes()).toEqual([]);
    await user.type(field(label), '2');
    expect(text()).not.toContain(words);
  });

  test('tapped twice is saved once', async () => {
    const answer = held(methods(4));
    const { fill, tapTwice, sentTimes, see, count, field } = await openNew({ [ESTIMATE_NEW]: () => answer.answer() });
    await fill();
    await tapTwice('Save Address');
    await sentTimes(ESTIMATE_NEW, 1);
    field('Suburb').form?.requestSubmit();
    answer.release();
    await see('Address saved');
    expect([count(ESTIMATE_NEW), count(CUSTOMER)]).toEqual([1, 1]);
  });

  test('that is refused stays in the form as it was typed', async () => {
    const { fill, tap, see, field, selected } = await openNew({ [CUSTOMER]: refuse(500, { message: 'Not now.' }) });
    await fill();
    await tap('Save Address');
    await see('Not now.');
    await tap('OK');
    expect(field('Street address').value).toBe('5 Quay Street');
    expect(selected()).toContain('12 Fig Street');
  });

  test('typed while an order is on its way is still there when that is refused', async () => {
    const payment = held(null);
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

  test('given up leaves the address before, and the cursor on Add New', async () => {
    const { fill, tap, selected, addNew, page, writes } = await openNew();
    await fill();
    await tap('Cancel');
    await waitFor(() => expect(document.activeElement).toBe(addNew()));
    expect(page.queryByRole('form', { name: 'Add New Address' })).toBeNull();
    expect(selected()).toContain('12 Fig Street');
    expect(writes()).toEqual([]);
  });
});
