import type { RegistrationForm } from '#contract/rules/customer/registration.ts';
import { STORE_ID, WEBSITE_ID } from '#contract/rules/limits.ts';
import { toNewAddress } from '../address/address-values.ts';

export function registrationPayload(
  form: RegistrationForm,
  { r_token, campaign_id }: { r_token: string; campaign_id: string },
) {
  const address = toNewAddress(form);
  if (!address) return null;
  const { firstname, lastname } = address;
  return {
    customer: {
      email: form.email.trim(),
      firstname,
      lastname,
      store_id: STORE_ID,
      website_id: WEBSITE_ID,
      addresses: [{ ...address, default_shipping: true, default_billing: true }],
    },
    mobile: form.mobile,
    r_token,
    campaign_id,
  };
}
