import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

describe.each(databaseKinds().slice(0, 1))('settings and address search for browsers', (kind) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop(kind, {
      env: { STRIPE_SECRET_KEY: 'sk_test_secret', OPERATOR_NAME: 'Shop Pty Ltd' },
    });
  });
  afterAll(() => shop.close());

  it('returns the shop settings without any secret', async () => {
    expect(await shop.send('GET mobiledigital/shopsettings')).toEqual({
      status: 200,
      body: {
        payments: 'sandbox',
        stripe_publishable_key: '',
        human_check: 'none',
        recaptcha_site_key: '',
        demo_phone: true,
        mail: false,
        passes: [],
        leads: { action: '/leads', oid: '' },
        shop_name: 'Handsel',
        operator_name: 'Shop Pty Ltd',
        operator_abn: '00 000 000 000',
        operator_contact: 'hello@handsel.example',
      },
    });
  });

  it('returns at most eight places for an address search [CA-57]', async () => {
    const { body } = await shop.send('GET mobiledigital/places', { query: { q: '12 Smith St Fitzroy' } });
    expect(body).toMatchObject({ status: true, data: [{ suburb: 'Fitzroy', street: '12 Smith St' }, {}] });
    expect((await shop.send('GET mobiledigital/places')).body).toEqual({ status: true, data: [], attribution: '' });
  });
});
