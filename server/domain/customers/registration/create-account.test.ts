import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { buildRegistration, homeAddress, proveMobile, signUp } from '#test/support/sign-in.ts';
import { stopClock } from '#test/support/stopped-clock.ts';
import type { TestBrowser } from '#test/support/test-browser.ts';
import { signCampaignLink } from '../sign-in/campaign-link.ts';

const CREATE = 'POST mobiledigital/createAccount';
const AVAILABLE = 'POST customers/isEmailAvailable';
const ANN = '+61412345678';

describe.each(databaseKinds())('registering (%s)', (kind) => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await openTestShop(kind, { change: stopClock });
  });
  afterEach(() => shop.close());
  const customersKept = () => shop.stored.all('customers');

  it('creates a customer with a default address and accepted terms from a verified mobile number [CA-29, EN-58, EN-60]', async () => {
    const jwt = await proveMobile(shop, ANN);
    const second = { ...homeAddress, street: ['1 Other St'] };
    const registration = buildRegistration('0412345678', { addresses: [homeAddress, second] });
    const answer = await shop.send(CREATE, { body: { ...registration, campaign_id: 12 } });
    expect(answer).toEqual({ status: 200, body: { status: true } });
    const [customer] = await customersKept();
    expect(customer).toMatchObject({ mobile: ANN, termsVersion: '2020-09-11', campaignId: '12', countryCode: 'AU' });
    expect(customer?.termsAcceptedAt).toEqual(shop.context.clock.now());
    const { body } = await shop.send('POST mobiledigital/auth', { body: { jwt } });
    const me = await shop.send('GET customers/me', { token: body.token as string });
    const [first] = me.body.addresses as Record<string, unknown>[];
    expect(me.body).toMatchObject({
      fullname: 'Ann van Dam',
      mobile: ANN,
      default_billing: String(first?.id),
      default_shipping: String(first?.id),
      store_id: 19,
      website_id: 1,
    });
    expect(first).toMatchObject({ ...homeAddress, default_billing: true, default_shipping: true });
  });

  it('accepts clients without cookies only with the jwt of their verification or from the same IP address', async () => {
    const jwt = await proveMobile(shop, ANN);
    const other = await proveMobile(shop, '+61412345679');
    const stranger = { address: '198.51.100.9' };
    const tries = [
      buildRegistration(ANN),
      { ...buildRegistration(ANN), jwt: other },
      { ...buildRegistration(ANN), jwt: 'x' },
    ];
    for (const body of tries) {
      expect((await shop.send(CREATE, { body, ...stranger })).body).toEqual({
        status: false,
        input_validation: { mobile: 'Please confirm your mobile with a code first.' },
        codes: { mobile: 'mobile_not_proved' },
      });
    }
    expect(await customersKept()).toEqual([]);
    expect((await shop.send(CREATE, { body: { ...buildRegistration(ANN), jwt }, ...stranger })).body).toEqual({
      status: true,
    });
    expect((await shop.send(CREATE, { body: buildRegistration('+61412345679') })).body).toEqual({ status: true });
  });

  it.each([
    ['a code', (browser: TestBrowser) => proveMobile(shop, ANN, { browser })],
    [
      'a link',
      async (browser: TestBrowser) => {
        const jwt = await signCampaignLink(shop.context, { mobile: ANN });
        await shop.send('POST mobiledigital/auth', { body: { jwt, autologin: true }, browser });
        return jwt;
      },
    ],
  ])(
    'registers only in the browser that verified the mobile number by %s, even with the jwt',
    async (_title, prove) => {
      const [hers, his]: [TestBrowser, TestBrowser] = [{}, {}];
      const registration = { ...buildRegistration(ANN), jwt: await prove(hers) };
      await shop.send('POST mobiledigital/sendmobilecode', { body: { mobile: '+61411111114' }, browser: his });
      for (const options of [{ browser: his }, {}])
        expect((await shop.send(CREATE, { body: registration, ...options })).body).toMatchObject({
          codes: { mobile: 'mobile_not_proved' },
        });
      expect(await customersKept()).toEqual([]);
      const elsewhere = { browser: hers, address: '198.51.100.9' };
      expect((await shop.send(CREATE, { body: registration, ...elsewhere })).body).toEqual({ status: true });
    },
  );

  it('strips text-direction marks from names', async () => {
    await signUp(shop, ANN, { firstname: '\u202EWren', lastname: 'שרה\u200F' });
    expect(await customersKept()).toMatchObject([{ firstname: 'Wren', lastname: 'שרה' }]);
  });

  it.each([
    [{ region: 'nsw', region_code: '', region_id: 571 }, 571, 'NSW'],
    [{ region: '', region_code: 'QLD', region_id: 1 }, 1, 'QLD'],
    [undefined, 576, 'NT'],
  ])(
    'reads region %j with id %i as %s, preferring code and name over ids [EN-64, VA-20]',
    async (region, region_id, code) => {
      const token = await signUp(shop, ANN, { addresses: [{ ...homeAddress, region, region_id }] });
      const { body } = await shop.send('GET customers/me', { token });
      expect((body.addresses as { region: { region_code: string } }[])[0]?.region.region_code).toBe(code);
    },
  );

  it('rejects a mobile number that was not verified in the last 15 minutes [SI-02]', async () => {
    const refused = {
      status: false,
      input_validation: { mobile: 'Please confirm your mobile with a code first.' },
      codes: { mobile: 'mobile_not_proved' },
    };
    expect((await shop.send(CREATE, { body: buildRegistration(ANN) })).body).toEqual(refused);
    await proveMobile(shop, ANN);
    expect((await shop.send(CREATE, { body: buildRegistration('+61412345679') })).body).toEqual(refused);
    shop.wait(15 * 60_000);
    expect((await shop.send(CREATE, { body: buildRegistration(ANN) })).body).toEqual(refused);
    expect(await customersKept()).toEqual([]);
  });

  it('rejects a foreign mobile number, even if a link verified it', async () => {
    const jwt = await signCampaignLink(shop.context, { mobile: '+12125550123' });
    expect((await shop.send('POST mobiledigital/auth', { body: { jwt, autologin: true } })).body).toMatchObject({
      new_user: true,
    });
    expect((await shop.send(CREATE, { body: buildRegistration('+12125550123') })).body).toMatchObject({
      input_validation: { mobile: 'Please use an Australian mobile to register.' },
    });
  });

  it('creates only one customer from 20 parallel registrations of the same mobile number [VA-29]', async () => {
    await proveMobile(shop, ANN);
    const jwt = await signCampaignLink(shop.context, { mobile: ANN });
    await shop.send('POST mobiledigital/auth', { body: { jwt, autologin: true } });
    const emails = Array.from({ length: 20 }, (_, index) => `ann${index}@shop.example`);
    const answers = await Promise.all(
      emails.map((email) => shop.send(CREATE, { body: buildRegistration(ANN, { email }) })),
    );
    expect(answers.filter(({ body }) => body.status === true)).toHaveLength(1);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const rejected = answers.filter(({ body }) => body.status === false);
    for (const { body } of rejected) expect(Object.keys(body.input_validation as object)).toEqual(['mobile']);
    expect(await customersKept()).toHaveLength(1);
    expect(await shop.stored.count('addresses')).toBe(1);
  });

  it('rejects a taken email in any letter case, and keeps the verification valid for another email [ER-23, VA-28]', async () => {
    await signUp(shop, ANN, { email: 'ann@shop.example' });
    await proveMobile(shop, '+61412345679');
    const answer = await shop.send(CREATE, { body: buildRegistration('+61412345679', { email: 'Ann@Shop.example ' }) });
    expect(answer.body).toEqual({
      status: false,
      input_validation: { email: 'The email you entered already exists' },
      codes: { email: 'email_taken' },
    });
    const other = await shop.send(CREATE, { body: buildRegistration('+61412345679', { email: 'bob@shop.example' }) });
    expect(other.body).toEqual({ status: true });
  });

  it('creates no customer after a failed CAPTCHA', async () => {
    await proveMobile(shop, ANN);
    shop.context.integrations.humanCheck.verify = async () => false;
    const { body } = await shop.send(CREATE, { body: buildRegistration(ANN) });
    expect(body).toMatchObject({ status: false, input_validation: { mobile: expect.stringContaining('person') } });
    expect(await customersKept()).toEqual([]);
  });

  it('returns a bare boolean from isEmailAvailable, which is false for a taken email [CA-27, CA-28]', async () => {
    await signUp(shop, ANN, { email: 'ann@shop.example' });
    const ask = async (customerEmail: string) =>
      (await shop.send(AVAILABLE, { body: { customerEmail, websiteId: 1 } })).body;
    expect(await ask('ann@shop.example')).toBe(false);
    expect(await ask(' ANN@shop.example')).toBe(false);
    expect(await ask('bob@shop.example')).toBe(true);
  });
});

describe.each(databaseKinds())('a rejected registration (%s)', (kind) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop(kind, { change: stopClock });
    await proveMobile(shop, ANN);
  });
  afterAll(() => shop.close());

  it('returns a message for each wrong field and creates no customer [VA-29]', async () => {
    const address = {
      ...homeAddress,
      region: { region: 'Bavaria', region_code: 'BY', region_id: 0 },
      region_id: 4,
      street: [''],
    };
    const customer = { email: 'ann', lastname: '', addresses: [{ ...address, country_id: 'US' }] };
    const { status, body } = await shop.send(CREATE, { body: buildRegistration(ANN, customer) });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        status: false,
        input_validation: {
          fullname: 'Please enter your full name',
          email: 'Please enter a valid email',
          street: 'Missing street address',
          state: 'Missing state',
          country: 'We deliver to Australian addresses only.',
        },
        codes: {
          fullname: 'fullname_required',
          email: 'email_invalid',
          street: 'street_required',
          state: 'state_required',
          country: 'address_abroad',
        },
      },
    });
    expect(await shop.stored.all('customers')).toEqual([]);
  });

  it('rejects a first name that the picture fonts cannot render', async () => {
    const { body } = await shop.send(CREATE, { body: buildRegistration(ANN, { firstname: 'A𓀀n' }) });
    expect(body).toMatchObject({
      status: false,
      codes: { fullname: 'fullname_not_shown' },
      parameters: { fullname: { signs: '𓀀' } },
    });
    expect(await shop.stored.all('customers')).toEqual([]);
  });

  it.each([
    [{ firstname: '\u200B', lastname: '\u200B' }, 'fullname_required'],
    [{ firstname: 'Ann', lastname: '\u202E\u2066' }, 'fullname_required'],
    [{ firstname: 'https://evil.example/x' }, 'name_with_link'],
    [{ lastname: 'see evil.travel' }, 'name_with_link'],
    [{ firstname: 'call 0491', lastname: '570 156' }, 'name_with_link'],
  ])('rejects an invalid name: %j', async (names, code) => {
    expect((await shop.send(CREATE, { body: buildRegistration(ANN, names) })).body).toMatchObject({
      codes: { fullname: code },
    });
    expect(await shop.stored.all('customers')).toEqual([]);
  });

  it('reports every address part as missing when there is no address [VA-12, VA-14]', async () => {
    const { body } = await shop.send(CREATE, { body: buildRegistration(ANN, { addresses: [] }) });
    const fields = Object.keys(body.input_validation as object).sort();
    expect(fields).toEqual(['postcode', 'state', 'street', 'suburb']);
  });
});
