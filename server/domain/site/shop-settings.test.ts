import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '#test/support/database.ts';
import { openSignInShop, type SignInShop } from '#test/support/sign-in-shop.ts';

describe.each(databaseKinds().slice(0, 1))('what a browser asks of the shop', (kind) => {
  let shop: SignInShop;
  beforeEach(async () => {
    shop = await openSignInShop(kind, {
      settings: { STRIPE_SECRET_KEY: 'sk_test_secret', OPERATOR_NAME: 'Shop Pty Ltd' },
    });
  });
  afterEach(() => shop.close());

  test('its settings, and no secret among them', async () => {
    expect(await shop.get('mobiledigital/shopsettings')).toEqual({
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

  test('CA-57 the address search returns status and at most eight places', async () => {
    const { body } = await shop.get('mobiledigital/places?q=12%20Smith%20St%20Fitzroy');
    expect(body).toMatchObject({ status: true, data: [{ suburb: 'Fitzroy', street: '12 Smith St' }, {}] });
    expect((await shop.get('mobiledigital/places')).body).toEqual({ status: true, data: [], attribution: '' });
  });
});
