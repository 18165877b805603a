import { waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { MOBILE, shippingMethods } from '#gallery/fixtures/customer.ts';
import { sellers } from '#gallery/fixtures/sellers.ts';
import { errorAnswer, offline } from '#gallery/story/answers.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import type { Story } from '#gallery/story/story.ts';
import {
  addressField,
  addressForm,
  addressMistakes,
  expectMistake,
  messagesOf,
  savedAs,
  typeAddress,
  wholeAddress,
} from '#test/web/address-forms.ts';
import { BROWSE, errorAt, leadsTo, openShop } from '#test/web/open-shop.ts';
import { expectSentOnce } from '#test/web/sent-once.ts';
import { useSession } from '../session/session.ts';
import { formDraft } from '../state/form-drafts.ts';
import { useSellers } from '../state/sellers.ts';

const FREE = 'POST customers/isEmailAvailable';
const CREATE = 'POST mobiledigital/createAccount';
const AUTH = 'POST mobiledigital/auth';
/** What a customer who has just signed in is given: an empty cart that goes to their address. */
const emptyCartAnswers: Story['answers'] = {
  'POST mobiledigital/clearcart': { status: true },
  'POST carts/mine/estimate-shipping-methods-by-address-id': shippingMethods,
  'POST carts/mine/shipping-information': {} as never,
};
const session = { jwt: 'verified', mobile: MOBILE, new_user: true, campaign_id: 'c1' };
const whole = { ...wholeAddress, mobile: MOBILE, email: 'ann@example.com', terms: 'true' };

async function open(story: Partial<Story>) {
  const shop = await openShop({
    ...{ at: '/register', session, shows: 'Confirmed' },
    act: ({ press }) => press('Got it'),
    ...story,
    answers: { [FREE]: true, ...story.answers },
  });
  const { page } = shop;
  const email = () => page.getByLabelText<HTMLInputElement>('Email');
  const terms = () => page.getByRole<HTMLInputElement>('checkbox');
  return { ...shop, email, terms };
}
const { openForm, openTyped } = addressForm({ open, button: 'Register', draft: 'register', whole });

describe('what the form of the registration says', () => {
  test.each(addressMistakes)('%s %s [VA-07]', async (...mistake) => {
    await expectMistake(await openTyped(mistake[2]), mistake);
  });

  test.each([
    ['VA-25', 'no email', ''],
    ['VA-25', 'an email of spaces', '  '],
    ['VA-26', 'no @', 'abc'],
    ['VA-26', 'a host without a dot', 'ann@example'],
    ['VA-26', 'two @', 'ann@b@example.com'],
  ])('%s %s', async (_id, _what, email) => {
    const shop = await openTyped({ email });
    await shop.submit();
    expect(errorAt(shop.email())).toBe('Please enter a valid email');
    await waitFor(() => expect(document.activeElement).toBe(shop.email()));
    expect(shop.sent).toEqual([]);
    await shop.user.type(shop.email(), 'x');
    expect(errorAt(shop.email())).toBe('');
  });

  test('VA-27 terms that are not accepted; the message goes with the tick', async () => {
    const shop = await openTyped({ terms: 'false' });
    await shop.submit();
    expect(errorAt(shop.terms())).toBe('Please accept the terms and conditions');
    expect(shop.sent).toEqual([]);
    await shop.user.click(shop.terms());
    expect(errorAt(shop.terms())).toBe('');
  });

  test('nothing filled in: everything missing is said at once', async () => {
    const shop = await openForm();
    await shop.submit();
    expect(Object.keys(messagesOf(shop))).toEqual(['fullname', 'street', 'suburb', 'state', 'postcode']);
    expect(errorAt(shop.email())).toBe('Please enter a valid email');
    expect(errorAt(shop.terms())).toBe('Please accept the terms and conditions');
    await waitFor(() => expect(document.activeElement).toBe(addressField(shop, 'fullname')));
  });

  test('the verified mobile cannot be changed', async () => {
    const shop = await openForm();
    const mobile = addressField(shop, 'mobile') as HTMLInputElement;
    await shop.user.type(mobile, '9');
    expect([mobile.readOnly, mobile.value]).toEqual([true, '0412 345 678']);
  });
});

describe('registering', () => {
  const account = {
    ...{ email: 'ann@example.com', firstname: 'Ann', lastname: 'van Dam', store_id: 19, website_id: 1 },
    addresses: [{ ...savedAs, default_shipping: true, default_billing: true }],
  };

  test('the account is made for the verified mobile, then its token signs in', async () => {
    const customer = { status: true, existing_user: true, mobile: MOBILE, token: 'bearer' };
    const shop = await openForm({
      answers: { [CREATE]: { status: true }, [AUTH]: customer, ...emptyCartAnswers },
    });
    await typeAddress(shop);
    await shop.user.type(shop.email(), ' ann@example.com ');
    await shop.user.click(shop.terms());
    await shop.submit();
    await waitFor(() => expect(useSession.getState()).toMatchObject({ is_signed_in: true, token: 'bearer' }));
    expect(shop.bodies(FREE)).toEqual([{ customerEmail: 'ann@example.com', websiteId: 1 }]);
    expect(shop.bodies(CREATE)).toEqual([
      { customer: account, mobile: MOBILE, r_token: '', campaign_id: 'c1', jwt: 'verified' },
    ]);
    expect(shop.bodies(AUTH)).toEqual([{ jwt: 'verified', autologin: true }]);
    expect(formDraft('register')).toBeNull();
    await waitFor(() => expect(document.querySelector('h1')?.textContent).toBe('Browse Gift Cards'));
  });

  test('VA-28 an email that is taken is said at its field, and no account is made', async () => {
    const shop = await openTyped({}, { answers: { [FREE]: false } });
    await shop.submit();
    expect(await shop.page.findByText('The email you entered already exists')).toBeTruthy();
    expect(errorAt(shop.email())).toBe('The email you entered already exists');
    await waitFor(() => expect(document.activeElement).toBe(shop.email()));
    expect(shop.bodies(CREATE)).toEqual([]);
  });

  test.each([
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
    ['something_else', 'Mobile'],
  ])('VA-29 what the server says of %s stands at %s', async (key, label) => {
    const answer = { status: false, input_validation: { [key]: 'Words of the server' } };
    const shop = await openTyped({}, { answers: { [CREATE]: answer as never } });
    await shop.submit();
    await shop.page.findByText('Words of the server');
    const field = shop.page.getByLabelText(label);
    expect(errorAt(field)).toBe('Words of the server');
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  test('what the server says of the terms stands at the box', async () => {
    const answer = { status: false, input_validation: { terms: 'Read them' } };
    const shop = await openTyped({}, { answers: { [CREATE]: answer as never } });
    await shop.submit();
    await shop.page.findByText('Read them');
    expect(errorAt(shop.terms())).toBe('Read them');
  });

  test('two taps and Enter make one account', async () => {
    const shop = await openTyped({}, { session: { ...session, jwt: '' } });
    const answer = { status: true };
    await expectSentOnce(shop, CREATE, { answer, taps: shop.submitTwiceAndEnter, shows: BROWSE });
    expect(shop.count(FREE)).toBe(1);
  });

  test('a lost answer is asked for again without asking whether the email is free: the account may be there', async () => {
    // The shop itself sends such a call twice.
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

  test.each([
    ['asking for the email fails', { [FREE]: errorAnswer(500, 'Down') }],
    ['making the account fails', { [CREATE]: errorAnswer(429, 'Down') }],
  ])('%s: it is said, and what was typed stays', async (_when, answers) => {
    const shop = await openTyped({}, { answers });
    await shop.submit();
    await shop.page.findByText('Down');
    expect(shop.email().value).toBe('ann@example.com');
    expect(formDraft('register')).toMatchObject({ email: 'ann@example.com', street: wholeAddress.street });
    expect(shop.page.getByText('Register').closest('button')?.getAttribute('aria-busy')).toBeNull();
  });
});

describe('who may register', () => {
  test('typed texts of another mobile are not shown', async () => {
    const shop = await openTyped({ mobile: '+61499000111' });
    expect(addressField(shop, 'fullname')?.value).toBe('');
    expect(shop.email().value).toBe('');
  });

  test('a visitor without a verified mobile goes to the shop and is asked to sign in', async () => {
    expect(await leadsTo({ at: '/register', shows: 'Send Mobile Code' })).toBe('/browse');
  });

  test('a signed-in customer goes to the shop', async () => {
    expect(await leadsTo({ at: '/register', shows: BROWSE, session: signedInCustomer() })).toBe('/browse');
  });

  test('the partner popup names the last seller, begins on Got it and leaves for good', async () => {
    const shop = await openShop({
      ...{ at: '/register', session, shows: 'Tide & Kiln sells with' },
      before: () => useSellers.setState({ last: sellers.tide }),
    });
    expect(document.activeElement?.textContent).toBe('Got it');
    await shop.user.keyboard('{Enter}');
    expect(shop.page.queryByText('Register once, shop everywhere')).toBeNull();
    expect(shop.page.getByText('Confirmed')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.id).toBe('main'));
  });
});
