import { expect, it } from 'vitest';
import { NO_STATE } from '#contract/rules/customer/address.ts';
import { registrationPayload } from './registration-payload.ts';

const form = {
  fullname: ' Ann  van Dam ',
  mobile: '+61412345678',
  email: ' ann@example.com ',
  street: '12 Smith St',
  suburb: 'Fitzroy',
  state: 'Victoria',
  country: 'AU',
  postcode: '3065',
  terms: true,
};

it('sends the names, region, country AU and both default addresses [EN-58, EN-59, BC-12]', () => {
  expect(registrationPayload(form, { r_token: 'token', campaign_id: '7' })).toEqual({
    customer: {
      email: 'ann@example.com',
      firstname: 'Ann',
      lastname: 'van Dam',
      store_id: 19,
      website_id: 1,
      addresses: [
        {
          firstname: 'Ann',
          lastname: 'van Dam',
          telephone: '+61412345678',
          street: ['12 Smith St'],
          city: 'Fitzroy',
          region: { region_id: 571, region: 'Victoria', region_code: 'VIC' },
          region_id: 571,
          country_id: 'AU',
          postcode: '3065',
          default_shipping: true,
          default_billing: true,
        },
      ],
    },
    mobile: '+61412345678',
    r_token: 'token',
    campaign_id: '7',
  });
});

it('returns no payload without a state [VA-17]', () => {
  expect(registrationPayload({ ...form, state: NO_STATE }, { r_token: '', campaign_id: '' })).toBeNull();
});
