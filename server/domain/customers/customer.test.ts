import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asCartAddress } from '#contract/rules/customer/cart-address.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, SHOP_OPENS, type TestShop } from '#test/support/shop.ts';
import { homeAddress, signUp } from '#test/support/sign-in.ts';
import { stopClock } from '#test/support/stopped-clock.ts';
import { findSavedAddress, loadCustomerById } from './customer.ts';

const ME = 'GET customers/me';
type Saved = typeof homeAddress & { id: number; default_billing?: boolean; default_shipping?: boolean };
type Me = { id: number; email: string; addresses: Saved[]; default_billing?: string; default_shipping?: string };

const readMe = async (shop: TestShop, token: string): Promise<Me> =>
  (await shop.send(ME, { token })).body as unknown as Me;
const changeMe = (shop: TestShop, token: string, customer: Record<string, unknown>) =>
  shop.send('PUT customers/me', { body: { customer } as never, token });

describe.each(databaseKinds())('customer data (%s)', (kind) => {
  let shop: TestShop;
  let token: string;
  beforeEach(async () => {
    shop = await openTestShop(kind, { change: stopClock });
    token = await signUp(shop, '+61412345678');
  });
  afterEach(() => shop.close());

  const me = (bearer = token) => readMe(shop, bearer);
  const change = (customer: Record<string, unknown>) => changeMe(shop, token, customer);
  const another = (street: string) => ({ ...homeAddress, street: [street] });

  it('returns the whole customer from GET customers/me, but only with a bearer token [EN-05, EN-08, EN-09]', async () => {
    expect((await shop.send(ME)).status).toBe(401);
    expect(await me()).toEqual({
      id: expect.any(Number),
      email: 'u61412345678@shop.example',
      firstname: 'Ann',
      lastname: 'van Dam',
      fullname: 'Ann van Dam',
      mobile: '+61412345678',
      created_at: SHOP_OPENS,
      store_id: 19,
      website_id: 1,
      default_billing: expect.stringMatching(/^\d+$/),
      default_shipping: expect.stringMatching(/^\d+$/),
      address: {
        street_address: '12 Smith St',
        suburb: 'Fitzroy',
        state: 'Victoria',
        country: 'AU',
        postcode: '3065',
      },
      shop_image: '',
      addresses: [
        {
          ...homeAddress,
          id: expect.any(Number),
          customer_id: expect.any(Number),
          default_billing: true,
          default_shipping: true,
        },
      ],
    });
  });

  it('returns the default shipping address as `address`, or a blank one if there is none [EN-06]', async () => {
    const [home] = (await me()).addresses;
    const two = await change({
      addresses: [home, { ...another('2 New St'), city: 'Carlton', default_shipping: true }],
    });
    expect(two.body).toMatchObject({
      address: { street_address: '2 New St', suburb: 'Carlton', state: 'Victoria', country: 'AU', postcode: '3065' },
    });
    const emptyAddress = { street_address: '', suburb: '', state: '', country: '', postcode: '' };
    expect((await change({ addresses: [] })).body).toMatchObject({ address: emptyAddress });
  });

  it('changes only the given fields with PUT customers/me and returns the whole customer [CA-26]', async () => {
    const { status, body } = await change({ email: ' Ann@new.example ', firstname: ' Anna ' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      email: 'Ann@new.example',
      firstname: 'Anna',
      lastname: 'van Dam',
      fullname: 'Anna van Dam',
    });
    expect((await me()).addresses).toHaveLength(1);
  });

  it('rejects a first name that the gift card pictures cannot render, unless it is already stored', async () => {
    const refused = { code: 'invalid_value', parameters: { fieldName: 'firstname', value: '\u{13000}' } };
    expect(await change({ firstname: 'M\u{13000}a' })).toMatchObject({ status: 400, body: refused });
    await shop.stored.change('customers', { firstname: 'M\u{13000}a' });
    expect(await change({ firstname: 'M\u{13000}a', email: 'mia@new.example' })).toMatchObject({
      status: 200,
      body: { firstname: 'M\u{13000}a', email: 'mia@new.example' },
    });
  });

  it('stores names without invisible characters, and rejects names that have only invisible ones', async () => {
    const names = { firstname: '\u202EWr\u200Ben', lastname: 'نمی‌خواهم' };
    expect(await change(names)).toMatchObject({ body: { firstname: 'Wren', lastname: 'نمی‌خواهم' } });
    expect(await change({ firstname: '\u200B\u2060' })).toMatchObject({
      status: 400,
      body: { code: 'field_required' },
    });
  });

  it('replaces the whole address list: updates by id, inserts without id, deletes missing addresses [ST-113]', async () => {
    const [home] = (await me()).addresses;
    const appended = await change({ addresses: [home, { ...another('2 New St'), default_shipping: true }] });
    const [keptAddress, added] = (appended.body as unknown as Me).addresses;
    expect(keptAddress?.id).toBe(home?.id);
    expect(appended.body).toMatchObject({
      default_billing: String(keptAddress?.id),
      default_shipping: String(added?.id),
    });
    const changed = await change({ addresses: [{ ...added, city: 'Carlton' }] });
    expect((changed.body as unknown as Me).addresses).toMatchObject([{ id: added?.id, city: 'Carlton' }]);
    expect(changed.body).toMatchObject({ default_billing: String(added?.id), default_shipping: String(added?.id) });
    const emptied = (await change({ addresses: [] })).body;
    expect(emptied).toMatchObject({ addresses: [] });
    expect(emptied).not.toHaveProperty('default_billing');
    const first = (await change({ addresses: [another('3 First St')] })).body as unknown as Me;
    expect(first.default_billing).toBe(String(first.addresses[0]?.id));
  });

  it("hides other customers' addresses from reads, changes and defaults", async () => {
    const other = await signUp(shop, '+61412345679');
    const [foreignAddress] = (await me(other)).addresses;
    const missing = {
      code: 'no_such_entity',
      message: 'No such entity with %fieldName = %fieldValue',
      parameters: { fieldName: 'addressId', fieldValue: foreignAddress?.id },
    };
    const [home] = (await me()).addresses;
    const answer = await change({ firstname: 'Eve', addresses: [home, { ...foreignAddress, city: 'Stolen' }] });
    expect(answer).toEqual({ status: 404, body: missing });
    const body = { address_id: foreignAddress?.id as number };
    for (const call of ['POST mobiledigital/setdefaultbilling', 'POST mobiledigital/setdefaultshipping'] as const) {
      expect(await shop.send(call, { body, token })).toEqual({ status: 404, body: missing });
      expect((await shop.send(call, { body: { address_id: 999_999 }, token })).status).toBe(404);
      expect((await shop.send(call, { body })).status).toBe(401);
    }
    expect((await me(other)).addresses).toEqual([foreignAddress]);
    expect(await me()).toMatchObject({ firstname: 'Ann', addresses: [home] });
    const query = { customerId: (await me()).id, addressId: foreignAddress?.id as number };
    expect(await findSavedAddress(shop.context.database.orm, query)).toBeNull();
  });

  it('sets billing and shipping defaults independently by address_id [CA-50, CA-51]', async () => {
    const [home] = (await me()).addresses;
    const added = ((await change({ addresses: [home, another('2 New St')] })).body as unknown as Me).addresses[1];
    const set = (call: 'setdefaultbilling' | 'setdefaultshipping') =>
      shop.send(`POST mobiledigital/${call}`, { body: { address_id: String(added?.id) }, token });
    expect(await set('setdefaultbilling')).toEqual({ status: 200, body: { status: true } });
    expect(await me()).toMatchObject({ default_billing: String(added?.id), default_shipping: String(home?.id) });
    expect(await set('setdefaultshipping')).toEqual({ status: 200, body: { status: true } });
    expect(await me()).toMatchObject({ default_billing: String(added?.id), default_shipping: String(added?.id) });
  });

  it('normalizes the mobile number of an address', async () => {
    await change({ addresses: [{ ...homeAddress, telephone: '+610412345678' }] });
    expect((await me()).addresses).toMatchObject([{ telephone: '+61412345678' }]);
  });

  it('rejects a taken email, an invalid email and a blank name', async () => {
    await signUp(shop, '+61412345679', { email: 'bob@shop.example' });
    const answer = await change({ email: 'BOB@shop.example', addresses: [] });
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('same email address') } });
    expect((await change({ email: 'bob' })).status).toBe(400);
    expect((await change({ lastname: '  ' })).status).toBe(400);
    expect((await me()).addresses).toHaveLength(1);
    expect((await change({ email: 'U61412345678@shop.example' })).status).toBe(200);
  });

  it('serializes ten parallel changes to one address book', async () => {
    const lists = Array.from({ length: 10 }, (_, n) => [another(`${n} First St`), another(`${n} Second St`)]);
    const answers = await Promise.all(lists.map((addresses) => change({ addresses })));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const { addresses, default_billing } = await me();
    expect(addresses).toHaveLength(2);
    expect(addresses[0]?.street[0]?.[0]).toBe(addresses[1]?.street[0]?.[0]);
    expect(default_billing).toBe(String(addresses[0]?.id));
  });

  it('returns the region of a saved address as text in the cart format [EN-02]', async () => {
    const customer = await loadCustomerById(shop.context, (await me()).id);
    const saved = await findSavedAddress(shop.context.database.orm, {
      customerId: customer.id,
      addressId: customer.addresses[0]?.id as number,
    });
    expect(asCartAddress(saved!, customer)).toMatchObject({
      region: 'Victoria',
      region_code: 'VIC',
      region_id: 571,
      street: ['12 Smith St'],
      customer_address_id: saved?.id,
      customer_id: customer.id,
      email: customer.email,
    });
  });
});

describe.each(databaseKinds())('rejected changes of the customer (%s)', (kind) => {
  let shop: TestShop;
  let token: string;
  beforeAll(async () => {
    shop = await openTestShop(kind, { change: stopClock });
    token = await signUp(shop, '+61412345678');
  });
  afterAll(() => shop.close());
  const change = (customer: Record<string, unknown>) => changeMe(shop, token, customer);

  it('rejects a name with a line break or a control character', async () => {
    const refused = (fieldName: string) => ({
      status: 400,
      body: { code: 'invalid_value', parameters: { fieldName } },
    });
    expect(await change({ firstname: 'Wren\nBanks' })).toMatchObject(refused('firstname'));
    expect(await change({ lastname: 'B\u0007anks' })).toMatchObject(refused('lastname'));
    expect(await change({ firstname: 'Mia', lastname: 'B\u0007anks' })).toMatchObject(refused('lastname'));
  });

  it('rejects a name with a link, an @ sign or a phone number, also in an address', async () => {
    const refused = { status: 400, body: { code: 'name_with_link' } };
    for (const firstname of ['https://evil.example/x Win', 'evil.travel', '@evil', '0491 570 156'])
      expect(await change({ firstname })).toMatchObject(refused);
    expect(await change({ firstname: 'evil', lastname: '.com' })).toMatchObject(refused);
    expect(await change({ addresses: [{ ...homeAddress, lastname: 'evil.com' }] })).toMatchObject(refused);
  });

  it.each([
    ['street', { street: ['12 Smith St', 'see evil.com'] }],
    ['city', { city: 'evil.com' }],
    ['city', { city: 'call 0491 570 156' }],
  ])('rejects a %s with a link or, except in streets, a phone number', async (fieldName, words) => {
    expect(await change({ addresses: [{ ...homeAddress, ...words }] })).toMatchObject({
      status: 400,
      body: { code: 'invalid_value', parameters: { fieldName } },
    });
  });

  it.each([
    ['VA-19', { country_id: 'US' }, 400, 'We deliver to Australian addresses only.'],
    [
      'VA-20',
      { region: { region: 'Alabama', region_code: 'AL', region_id: 1 }, region_id: 1 },
      400,
      'Invalid value of',
    ],
    ['VA-12', { street: ['  '] }, 400, '"%fieldName" is required'],
    ['VA-08', { telephone: 'none' }, 400, 'Invalid value of'],
    ['VA-16', { postcode: ' ' }, 400, 'Invalid value of'],
  ])('enforces %s by rejecting an address with %j, and changes nothing', async (_, wrong, status, message) => {
    const before = await readMe(shop, token);
    const answer = await change({ firstname: 'Eve', addresses: [{ ...homeAddress, ...wrong }] });
    expect(answer).toMatchObject({ status, body: { message: expect.stringContaining(message) } });
    expect(await readMe(shop, token)).toEqual(before);
  });
});
