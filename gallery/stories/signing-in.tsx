import { rememberReturnPage } from '#web/shop/session/return-to.ts';
import { useSellers } from '#web/shop/state/sellers.ts';
import { MOBILE, passkeys, settings } from '../fixtures/customer.ts';
import { sellers } from '../fixtures/sellers.ts';
import { type Answers, errorAnswer, slow } from '../story/answers.ts';
import type { Interactions } from '../story/interactions.ts';
import { signedInCustomer } from '../story/shop-state.ts';
import { defineStories } from '../story/story.ts';

const atMobile = { kind: 'sign-in' } as const;
const atCode = { kind: 'sign-in', step: 'code', mobile: '0412345678' } as const;
const verified = { jwt: 'story', mobile: MOBILE, new_user: true };
const register = { url: '/register', session: verified, popup: { kind: 'partner' } as const };

const otherAccount = { url: '/browse', popup: { kind: 'other-account' } } as const;
const proving: Answers = {
  'POST mobiledigital/sendmobilecode': { status: true },
  'POST mobiledigital/confirmmobilecode': { status: true, jwt: 'story' },
  'POST mobiledigital/sendrecoverycode': { status: true },
};
const proveNumber = async ({ type, press }: Interactions) => {
  await type('New mobile', '0491570156');
  await press('Send Code');
  await type('Enter Code', '123456');
};
const proveBoth = async (customer: Interactions) => {
  await proveNumber(customer);
  await customer.type('Email', 'wren@example.com');
  await customer.press('Mail me a code');
  await customer.see('No code?');
  await customer.type('Enter Code', '123456');
};

export const signingIn = defineStories('Sign-in', {}, [
  { id: 'sign-in-mobile', title: 'Step 1', url: '/browse', popup: atMobile, shows: 'Send Mobile Code' },
  {
    id: 'sign-in-mobile-error',
    title: 'Step 1, no mobile',
    url: '/browse',
    popup: atMobile,
    shows: 'Please enter a valid mobile',
    act: async ({ type, press }) => {
      await type('Your mobile', 'call me');
      await press('Send Code');
    },
  },
  {
    id: 'sign-in-mobile-many',
    title: 'Step 1, too many codes',
    url: '/browse',
    popup: atMobile,
    shows: 'Too many codes',
    answers: {
      'POST mobiledigital/sendmobilecode': {
        status: false,
        input_validation: { mobile: 'Too many codes for this number. Try again in 10 minutes.' },
        retry_after: 600,
      },
    },
    act: async ({ type, press }) => {
      await type('Your mobile', '0412345678');
      await press('Send Code');
    },
  },
  {
    id: 'sign-in-mobile-busy',
    title: 'Step 1, sending',
    url: '/browse',
    popup: atMobile,
    shows: 'Send Mobile Code',
    answers: { 'POST mobiledigital/sendmobilecode': slow },
    act: async ({ type, press }) => {
      await type('Your mobile', '0412345678');
      await press('Send Code');
    },
  },
  { id: 'sign-in-code', title: 'Step 2, with the wait', url: '/browse', popup: atCode, shows: 'Send again in' },
  {
    id: 'sign-in-code-error',
    title: 'Step 2, wrong code',
    url: '/browse',
    popup: atCode,
    shows: 'That code is not right',
    answers: {
      'POST mobiledigital/confirmmobilecode': {
        status: false,
        input_validation: { code: 'That code is not right. Please check the message.' },
      },
    },
    act: ({ type }) => type('Enter Code', '123456'),
  },
  {
    id: 'sign-in-code-busy',
    title: 'Step 2, confirming',
    url: '/browse',
    popup: atCode,
    shows: 'Confirm Mobile Code',
    answers: { 'POST mobiledigital/confirmmobilecode': slow },
    act: ({ type }) => type('Enter Code', '123456'),
  },
  {
    id: 'sign-in-success',
    title: 'Step 3',
    url: '/browse',
    popup: atCode,
    shows: 'Mobile code confirmed',
    answers: {
      'POST mobiledigital/confirmmobilecode': { status: true, jwt: 'story' },
      'POST mobiledigital/auth': slow,
    },
    act: ({ type }) => type('Enter Code', '123456'),
  },
  {
    id: 'sign-in-again',
    title: 'A sign-in that has run out',
    url: '/signin',
    shows: 'Sign in again',
    before: () => rememberReturnPage({ mobile: MOBILE, place: '' }),
  },
  {
    id: 'sign-in-again-kept',
    title: 'A sign-in that has run out, things kept',
    url: '/signin',
    shows: 'We’ve kept your place.',
    before: () => rememberReturnPage({ mobile: MOBILE, place: '/checkout' }),
  },
  { id: 'register', title: 'Registration', ...register, shows: 'Got it' },
  {
    id: 'register-form',
    title: 'Registration, the form',
    ...register,
    shows: 'Confirmed',
    act: ({ press }) => press('Got it'),
  },
  {
    id: 'register-errors',
    title: 'Registration, mistakes',
    ...register,
    shows: 'Please accept the terms and conditions',
    act: async ({ press }) => {
      await press('Got it');
      await press('Register');
    },
  },
  {
    id: 'register-partner',
    title: 'Registration, from a seller',
    ...register,
    popup: { kind: 'partner', seller: sellers.tide },
    shows: 'Tide & Kiln sells with',
    before: () => useSellers.setState({ last: sellers.tide }),
  },
  {
    id: 'prove-mobile',
    title: 'Paying after a link, the code',
    url: '/browse',
    popup: { kind: 'prove-mobile', mobile: MOBILE, to: 'pay', onProved: () => undefined, previous: null },
    shows: 'Is it you?',
    answers: { 'POST mobiledigital/sendmobilecode': { status: true } },
  },
  {
    id: 'expired-link',
    title: 'An expired link',
    url: '/expiredlink',
    session: { jwt: 'story', expired_mobile: MOBILE },
    shows: 'Oops! Expired Link',
  },
  {
    id: 'expired-link-error',
    title: 'An expired link, code rejected',
    url: '/expiredlink',
    session: { jwt: 'story', expired_mobile: MOBILE },
    shows: 'Too many codes',
    answers: {
      'POST mobiledigital/sendmobilecode': {
        status: false,
        input_validation: { mobile: 'Too many codes for this number. Try again in 10 minutes.' },
      },
    },
    act: ({ press }) => press('Reconfirm Identity'),
  },
  {
    id: 'expired-link-code',
    title: 'An expired link, reconfirming',
    url: '/expiredlink',
    session: { jwt: 'story', expired_mobile: MOBILE },
    shows: 'Confirm Mobile Code',
    answers: { 'POST mobiledigital/sendmobilecode': { status: true } },
    act: ({ press }) => press('Reconfirm Identity'),
  },
  {
    id: 'autologin',
    title: 'A personal link, verifying',
    url: '/autologin/story',
    shows: 'Verifying Token...',
    answers: { 'POST mobiledigital/auth': slow },
  },
  {
    id: 'sign-in-trouble',
    title: 'Step 1, server error',
    url: '/browse',
    popup: atMobile,
    shows: 'Something Went Wrong',
    answers: { 'POST mobiledigital/sendmobilecode': errorAnswer(500, 'Something went wrong on our side.') },
    act: async ({ type, press }) => {
      await type('Your mobile', '0412345678');
      await press('Send Code');
    },
  },
  {
    id: 'new-passkeys',
    title: 'Signed in, passkeys of the last day',
    url: '/browse',
    session: signedInCustomer(),
    popup: { kind: 'new-passkeys', passkeys },
    shows: 'Was this you?',
  },
  { id: 'other-account', title: 'Another number, the number', ...otherAccount, shows: 'First we text a code' },
  {
    id: 'other-account-no-mail',
    title: 'Another number, in a shop without mail',
    ...otherAccount,
    answers: { 'GET mobiledigital/shopsettings': { ...settings, mail: false } },
    shows: 'Contact us and we’ll move your account',
  },
  {
    id: 'other-account-code',
    title: 'Another number, the code by text',
    ...otherAccount,
    answers: { ...proving, 'POST mobiledigital/confirmmobilecode': slow },
    shows: 'Confirm Code',
    act: proveNumber,
  },
  {
    id: 'other-account-email',
    title: 'Another number, the email',
    ...otherAccount,
    answers: proving,
    shows: 'Now we mail a code',
    act: proveNumber,
  },
  {
    id: 'other-account-mail-code',
    title: 'Another number, a wrong code by mail',
    ...otherAccount,
    answers: {
      ...proving,
      'POST mobiledigital/recoveraccount': {
        status: false,
        codes: { email_code: 'code_wrong' },
        parameters: { email_code: { tries: 4 } },
      },
    },
    shows: 'You have 4 tries left',
    act: proveBoth,
  },
  {
    id: 'other-account-in-use',
    title: 'Another number, which has an account',
    ...otherAccount,
    answers: {
      ...proving,
      'POST mobiledigital/recoveraccount': { status: false, codes: { mobile: 'mobile_in_use' } },
    },
    shows: 'Use it for my other account',
    act: proveBoth,
  },
]);
