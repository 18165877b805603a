import type { RequestOf } from '#contract/calls.ts';
import type { TestShop } from './shop.ts';
import type { TestBrowser } from './test-browser.ts';

type From = { address?: string; browser?: TestBrowser };
type Calls = Pick<TestShop, 'send' | 'codes'>;
type Registration = RequestOf<'POST mobiledigital/createAccount'>['body'];

export function readNewestCode({ codes }: Pick<TestShop, 'codes'>, mobile: string): string {
  const text = codes.findLast(({ to }) => to === mobile)?.text ?? '';
  const code = /#(\d{6})$/.exec(text)?.[1];
  if (!code) throw new Error(`No code was sent to ${mobile}.`);
  return code;
}

/** Requests and confirms a code. Returns the JWT for sign-in. Throws if the next code cannot be sent yet. */
export async function proveMobile(shop: Calls, mobile: string, from: From = {}): Promise<string> {
  const answer = await shop.send('POST mobiledigital/sendmobilecode', { body: { mobile }, ...from });
  if (!answer.body.status) throw new Error(`No code was sent: ${JSON.stringify(answer.body)}`);
  const body = { mobile, code: readNewestCode(shop, mobile) };
  const confirmed = await shop.send('POST mobiledigital/confirmmobilecode', { body, ...from });
  return confirmed.body.jwt as string;
}

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

export function buildRegistration(mobile: string, customer: Record<string, unknown> = {}): Registration {
  const email = `u${mobile.slice(1)}@shop.example`;
  const whole = { email, firstname: 'Ann', lastname: 'van Dam', store_id: 19, website_id: 1, addresses: [homeAddress] };
  return { customer: { ...whole, ...customer }, mobile, r_token: '', campaign_id: '' };
}

export async function signUp(shop: Calls, mobile: string, customer: Record<string, unknown> = {}): Promise<string> {
  const jwt = await proveMobile(shop, mobile);
  const answer = await shop.send('POST mobiledigital/createAccount', { body: buildRegistration(mobile, customer) });
  if (answer.body.status !== true) throw new Error(`Not registered: ${JSON.stringify(answer.body)}`);
  const { body } = await shop.send('POST mobiledigital/auth', { body: { jwt } });
  return body.token as string;
}
