import { waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { MOBILE, settings, shippingMethods } from '#gallery/fixtures/customer.ts';
import { errorAnswer, offline } from '#gallery/story/answers.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import type { Story } from '#gallery/story/story.ts';
import {
  addressForm,
  addressMistakes,
  expectMistake,
  findAddressField,
  readFieldMessages,
  savedAs,
  typeAddress,
  wholeAddress,
} from '#test/web/address-forms.ts';
import { BROWSE, followRedirect, openShop, readFieldError } from '#test/web/open-shop.ts';
import { expectSentOnce } from '#test/web/sent-once.ts';
import { holdAnswer } from '#test/web/watch-calls.ts';
import { useSession } from '../session/session.ts';
import { readFormDraft } from '../state/form-drafts.ts';

vi.mock('../human-check/solve-human-check.ts', () => ({ solveHumanCheck: async () => 'solved' }));

const FREE = 'POST customers/isEmailAvailable';
const CREATE = 'POST mobiledigital/createAccount';
const AUTH = 'POST mobiledigital/auth';
const emptyCartAnswers: Story['answers'] = {
  'POST mobiledigital/clearcart': { status: true },
  'POST carts/mine/estimate-shipping-methods-by-address-id': shippingMethods,
  'POST carts/mine/shipping-information': {} as never,
};
const session = { jwt: 'verified', mobile: MOBILE, new_user: true, campaign_id: 'c1' };
const whole = { ...wholeAddress, mobile: MOBILE, email: 'ann@example.com', terms: 'true' };

async function open(story: Partial<Story>) {
  const shop = await openShop({
    url: '/register',
    session,
    shows: 'Confirmed',
    act: ({ press }) => press('Got it'),
    ...story,
    answers: { [FREE]: true, ...story.answers },
  });
  const { page } = shop;
  const email = () => page.getByLabelText<HTMLInputElement>('Email');
  const terms = () => page.getByRole<HTMLInputElement>('checkbox');
  return { ...shop, email, terms };
}
const details = ['street', 'suburb', 'state', 'country', 'postcode'] as const;
const { openForm, openTyped } = addressForm({ open, button: 'Register', draft: 'register', whole });

describe('registration form errors', () => {
  it.each(addressMistakes)('[%s] rejects %s [VA-07]', async (...mistake) => {
    await expectMistake(await openTyped(mistake[2]), mistake);
  });

  it.each([
    ['an empty email', 'VA-25', ''],
    ['an email of only spaces', 'VA-25', '  '],
    ['an email without @', 'VA-26', 'abc'],
    ['an email whose domain has no dot', 'VA-26', 'ann@example'],
    ['an email with two @', 'VA-26', 'ann@b@example.com'],
  ])('shows the error for %s under the email field [%s]', async (_what, _id, email) => {
    const shop = await openTyped({ email });
    await shop.submit();
    expect(readFieldError(shop.email())).toBe('Please enter a valid email');
    await waitFor(() => expect(document.activeElement).toBe(shop.email()));
    expect(shop.sent).toEqual([]);
    await shop.user.type(shop.email(), 'x');
    expect(readFieldError(shop.email())).toBe('');
  });

  it('requires the customer to accept the terms, and clears the error once accepted [RG-06, VA-27]', async () => {
    const shop = await openTyped({ terms: 'false' });
    await shop.submit();
    expect(readFieldError(shop.terms())).toBe('Please accept the terms and conditions');
    expect(shop.sent).toEqual([]);
    await shop.user.click(shop.terms());
    expect(readFieldError(shop.terms())).toBe('');
  });

  it('shows the address fields, and an error at every field, when an empty form is submitted [VA-18]', async () => {
    const shop = await openForm();
    for (const name of details) expect(findAddressField(shop, name)).toBeNull();
    await shop.submit();
    expect(Object.keys(readFieldMessages(shop))).toEqual(['fullname', 'street', 'suburb', 'state', 'postcode']);
    expect(readFieldError(shop.email())).toBe('Please enter a valid email');
    expect(readFieldError(shop.terms())).toBe('Please accept the terms and conditions');
    await waitFor(() => expect(document.activeElement).toBe(findAddressField(shop, 'fullname')));
    for (const name of details) expect(findAddressField(shop, name)).not.toBeNull();
  });
});

describe('registration form', () => {
  it('shows the verified mobile number as read-only [RT-37, RG-01]', async () => {
    const shop = await openForm();
    const mobile = findAddressField(shop, 'mobile') as HTMLInputElement;
    await shop.user.type(mobile, '9');
    expect([mobile.readOnly, mobile.value]).toEqual([true, '0412 345 678']);
  });

  it('asks for full name, email, address and acceptance of the terms [RG-02, RG-03, RG-04, RG-06, RG-07]', async () => {
    const { page, user, terms } = await openForm();
    for (const [role, name] of [
      ['textbox', 'Fullname'],
      ['textbox', 'Email'],
      ['combobox', 'Address'],
    ] as const) {
      const field = page.getByRole<HTMLInputElement>(role, { name });
      await user.type(field, 'typed');
      expect([name, field.value]).toEqual([name, 'typed']);
    }
    expect(terms().closest('label')?.textContent).toBe('I accept the Terms & Conditions');
    await user.click(terms());
    expect(terms().checked).toBe(true);
    const register = page.getByRole<HTMLButtonElement>('button', { name: 'Register' });
    expect([register.type, register.disabled]).toEqual(['submit', false]);
  });

  it('reveals the five address fields once the address search has filled them [RG-04, RG-05]', async () => {
    const place = { street: '5 Smith St', suburb: 'Fitzroy', state: 'VIC', postcode: '3065', country: 'AU' };
    const data = [{ label: '5 Smith St, Fitzroy VIC 3065', ...place }];
    const shop = await openForm({ answers: { 'GET mobiledigital/places': { status: true, data, attribution: '' } } });
    for (const name of details) expect(findAddressField(shop, name)).toBeNull();
    await shop.user.type(shop.page.getByRole('combobox', { name: 'Address' }), '5 smith');
    await shop.user.click(await shop.page.findByText('5 Smith St'));
    await waitFor(() => expect(findAddressField(shop, 'street')?.value).toBe('5 Smith St'));
    const values = details.map((name) => findAddressField(shop, name)?.value);
    expect(values).toEqual(['5 Smith St', 'Fitzroy', 'Victoria', 'AU', '3065']);
  });
});

describe('submitting the registration', () => {
  const account = {
    email: 'ann@example.com',
    firstname: 'Ann',
    lastname: 'van Dam',
    store_id: 19,
    website_id: 1,
    addresses: [{ ...savedAs, default_shipping: true, default_billing: true }],
  };

  it('creates the account for the verified mobile number, then signs in through autologin [ST-117]', async () => {
    const verified = holdAnswer({ status: true, existing_user: true, mobile: MOBILE, token: 'bearer' });
    const shop = await openForm({ answers: { [CREATE]: { status: true }, ...emptyCartAnswers } });
    shop.answers[AUTH] = verified.answer;
    await typeAddress(shop);
    await shop.user.type(shop.email(), ' ann@example.com ');
    await shop.user.click(shop.terms());
    await shop.submit();
    expect(await shop.page.findByRole('heading', { name: 'Signing you in' })).toBeTruthy();
    expect(useSession.getState().is_signed_in).toBe(false);
    verified.release();
    await waitFor(() => expect(useSession.getState()).toMatchObject({ is_signed_in: true, token: 'bearer' }));
    expect(shop.bodies(FREE)).toEqual([{ customerEmail: 'ann@example.com', websiteId: 1 }]);
    expect(shop.bodies(CREATE)).toEqual([
      { customer: account, mobile: MOBILE, r_token: '', campaign_id: 'c1', jwt: 'verified' },
    ]);
    expect(shop.bodies(AUTH)).toEqual([{ jwt: 'verified', autologin: true }]);
    expect(readFormDraft('register')).toBeNull();
    await waitFor(() => expect(document.querySelector('h1')?.textContent).toBe('Browse Gift Cards'));
  });

  it('opens the shop without signing in when the session has no JWT [ST-118]', async () => {
    const shop = await openTyped({}, { session: { ...session, jwt: '' }, answers: { [CREATE]: { status: true } } });
    await shop.submit();
    expect(await shop.page.findByText(BROWSE, { exact: false })).toBeTruthy();
    expect(shop.count(CREATE)).toBe(1);
    expect(shop.bodies(CREATE)[0]).not.toHaveProperty('jwt');
    expect(shop.count(AUTH)).toBe(0);
    expect(useSession.getState()).toMatchObject({ is_signed_in: false, token: '' });
    expect(shop.page.queryByRole('dialog')).toBeNull();
  });

  it('checks the email of a valid form only, and creates no account if it is taken [VA-28, ST-115]', async () => {
    const shop = await openTyped({ postcode: '' }, { answers: { [FREE]: false } });
    await shop.submit();
    expect(readFieldMessages(shop)).toEqual({ postcode: 'Missing postcode' });
    expect(shop.sent).toEqual([]);
    await shop.user.type(findAddressField(shop, 'postcode') as HTMLElement, '3065');
    await shop.submit();
    expect(await shop.page.findByText('The email you entered already exists')).toBeTruthy();
    expect(readFieldError(shop.email())).toBe('The email you entered already exists');
    await waitFor(() => expect(document.activeElement).toBe(shop.email()));
    expect(shop.bodies(FREE)).toEqual([{ customerEmail: 'ann@example.com', websiteId: 1 }]);
    expect(shop.bodies(CREATE)).toEqual([]);
  });

  it('gets a CAPTCHA token for the action `login` before creating the account [CA-52, ST-116]', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    let challengeCount = 0;
    const answers = {
      'GET mobiledigital/shopsettings': { ...settings, human_check: 'altcha' as const },
      'GET /altcha/challenge': ({ query }: { query: URLSearchParams }) => ({
        nonce: ++challengeCount,
        action: query.get('action'),
      }),
      [CREATE]: { status: false, input_validation: { email: 'Not this one' } },
    };
    const shop = await openTyped({}, { session: { ...session, jwt: '' }, answers });
    await shop.submit();
    await shop.page.findByText('Not this one');
    await waitFor(() => expect(challengeCount).toBe(2));
    const tokens = (shop.bodies(CREATE) as { r_token: string }[]).map(({ r_token }) => JSON.parse(atob(r_token)));
    expect(tokens).toEqual([{ challenge: { nonce: 1, action: 'login' }, solution: 'solved' }]);
  });

  it.each([
    ['email', 'Email'],
    ['firstname', 'Fullname'],
    ['lastname', 'Fullname'],
    ['fullname', 'Fullname'],
    ['telephone', 'Mobile'],
    ['mobile', 'Mobile'],
    ['street', 'Street address'],
    ['city', 'Suburb'],
    ['region_id', 'State'],
    ['postcode', 'Postcode'],
    ['country_id', 'Country'],
    ['terms', 'I accept the Terms & Conditions'],
    ['something_else', 'Mobile'],
  ])('shows the server error for %s at the field %s [VA-29, ER-22]', async (key, label) => {
    const answer = { status: false, input_validation: { [key]: 'Words of the server' } };
    const shop = await openTyped({}, { answers: { [CREATE]: answer as never } });
    await shop.submit();
    await shop.page.findByText('Words of the server');
    const field = shop.page.getByLabelText(label);
    expect(readFieldError(field)).toBe('Words of the server');
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  it('creates only one account on two taps and Enter', async () => {
    const shop = await openTyped({}, { session: { ...session, jwt: '' } });
    const answer = { status: true };
    await expectSentOnce(shop, CREATE, { answer, taps: shop.submitTwiceAndEnter, shows: BROWSE });
    expect(shop.count(FREE)).toBe(1);
  });

  it('retries registering after a lost response without checking the email again, because the account may already exist', async () => {
    const create = vi.fn().mockReturnValueOnce(offline).mockReturnValueOnce(offline).mockReturnValue({ status: true });
    const free = vi.fn().mockReturnValueOnce(true).mockReturnValue(false);
    const shop = await openTyped({}, { session: { ...session, jwt: '' }, answers: { [CREATE]: create, [FREE]: free } });
    await shop.submit();
    await shop.page.findByText('No connection');
    await shop.user.keyboard('{Escape}');
    await shop.submit();
    expect(await shop.page.findByText(BROWSE, { exact: false })).toBeTruthy();
    expect(shop.bodies(FREE)).toHaveLength(1);
    expect(shop.bodies(CREATE)).toHaveLength(3);
  });

  it.each([
    ['the email check fails', { [FREE]: errorAnswer(500, 'Down') }],
    ['creating the account fails', { [CREATE]: errorAnswer(429, 'Down') }],
  ])('shows the error and keeps the typed registration when %s', async (_when, answers) => {
    const shop = await openTyped({}, { answers });
    await shop.submit();
    await shop.page.findByText('Down');
    expect(shop.email().value).toBe('ann@example.com');
    expect(readFormDraft('register')).toMatchObject({ email: 'ann@example.com', street: wholeAddress.street });
    expect(shop.page.getByText('Register').closest('button')?.getAttribute('aria-busy')).toBeNull();
  });
});

describe('registration access', () => {
  it('does not restore form values typed for another mobile number', async () => {
    const shop = await openTyped({ mobile: '+61499000111' });
    expect(findAddressField(shop, 'fullname')?.value).toBe('');
    expect(shop.email().value).toBe('');
  });

  it('sends a visitor without a verified mobile number to the shop and asks for sign-in', async () => {
    expect(await followRedirect({ url: '/register', shows: 'Send Mobile Code' })).toBe('/browse');
  });

  it('sends a signed-in customer from registration to the shop', async () => {
    expect(await followRedirect({ url: '/register', shows: BROWSE, session: signedInCustomer() })).toBe('/browse');
  });
});
