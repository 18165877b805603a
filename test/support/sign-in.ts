import type { RequestOf } from '#contract/calls.ts';
import type { TestShop } from './shop.ts';
import type { TestBrowser } from './test-browser.ts';

/** Where a call comes from; left out, a client that keeps no cookie. */
type From = { address?: string; browser?: TestBrowser };
type Calls = Pick<TestShop, 'send' | 'codes'>;
type Registration = RequestOf<'POST mobiledigital/createAccount'>['body'];

/** Returns the code of the newest text to a mobile; throws if none was sent. */
export function newestCode({ codes }: Pick<TestShop, 'codes'>, mobile: string): string {
  const text = codes.findLast(({ to }) => to === mobile)?.text ?? '';
  const code = /#(\d{6})$/.exec(text)?.[1];
  if (!code) throw new Error(`No code was sent to ${mobile}.`);
  return code;
}

/** Sends a code to a mobile and confirms it; returns the sign-in jwt. Throws if the mobile has to wait for its next code. */
export async function proveMobile(shop: Calls, mobile: string, from: From = {}): Promise<string> {
  const answer = await shop.send('POST mobiledigital/sendmobilecode', { body: { mobile }, ...from });
  if (!answer.body.status) throw new Error(`No code was sent: ${JSON.stringify(answer.body)}`);
  const body = { mobile, code: newestCode(shop, mobile) };
  const confirmed = await shop.send('POST mobiledigital/confirmmobilecode', { body, ...from });
  return confirmed.body.jwt as string;
}

/** The address that `registrationOf` gives. */
export const homeAddress = {
  firstname: 'Ann',
  lastname: 'van Dam',
  telephone: '+61412345678',
  street: ['12 Smith St'],
  city: 'Fitzroy',
  postcode: '3065',
  country_id: 'AU',
  region: { region: 'Victoria', region_code: 'VIC', region_id: 571 },
  region_id: 571,
};

/** The registration payload of the specification, for Ann van Dam; `customer` replaces fields, also by wrong values. */
export function registrationOf(mobile: string, customer: Record<string, unknown> = {}): Registration {
  const email = `u${mobile.slice(1)}@shop.example`;
  const whole = { email, firstname: 'Ann', lastname: 'van Dam', store_id: 19, website_id: 1, addresses: [homeAddress] };
  return { customer: { ...whole, ...customer }, mobile, r_token: '', campaign_id: '' };
}

/** Registers a mobile by `registrationOf` and signs it in by a code; returns the bearer. */
export async function signUp(shop: Calls, mobile: string, customer: Record<string, unknown> = {}): Promise<string> {
  const jwt = await proveMobile(shop, mobile);
  const answer = await shop.send('POST mobiledigital/createAccount', { body: registrationOf(mobile, customer) });
  if (answer.body.status !== true) throw new Error(`Not registered: ${JSON.stringify(answer.body)}`);
  const { body } = await shop.send('POST mobiledigital/auth', { body: { jwt } });
  return body.token as string;
}
