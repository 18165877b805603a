import { expect, test } from 'vitest';
import type { Product } from '#contract/catalogue.ts';
import { addressProblems, NO_STATE } from '#contract/rules/address.ts';
import { missingParts } from '#contract/rules/completeness.ts';
import { codeProblem, mobileProblem } from '#contract/rules/mobile.ts';
import { recipientProblems } from '#contract/rules/recipient.ts';
import { EMAIL_TAKEN, registrationProblems } from '#contract/rules/registration.ts';
import { NO_CARD } from './payment/card-error.tsx';
import { choiceProblems } from './product/choices.ts';

const noAddress = { fullname: '', mobile: '', street: '', suburb: '', state: NO_STATE, country: '', postcode: '' };
const noRecipient = {
  recipient_firstname: '',
  recipient_lastname: '',
  recipient_mobile: '',
  recipient_message: '',
  text_content: '',
};
const tooLong = {
  ...noRecipient,
  recipient_firstname: 'x'.repeat(25),
  recipient_lastname: 'x'.repeat(25),
  recipient_mobile: '0491570156',
  recipient_message: 'x'.repeat(51),
  text_content: 'x'.repeat(201),
};
const options = { color: {}, size: {}, gift_card_price: {} };
const unchosen = { configurable_options: options, configurable_products: [] } as unknown as Product;
const words = (problems: object): string[] => Object.values(problems);

/** Section 5, form by form, to the letter; the limit of the text message says 200 (decisions). */
test.each([
  ['sign-in', [mobileProblem('x'), codeProblem(' ')], ['Please enter a valid mobile', 'Please enter a valid code']],
  [
    'address',
    words(addressProblems(noAddress)),
    [
      'Please enter your full name',
      'Please enter a valid mobile',
      'Missing street address',
      'Missing suburb',
      'Missing state',
      'Missing country',
      'Missing postcode',
    ],
  ],
  [
    'registration',
    [...words(registrationProblems({ ...noAddress, email: '', terms: false })).slice(-2), EMAIL_TAKEN],
    ['Please enter a valid email', 'Please accept the terms and conditions', 'The email you entered already exists'],
  ],
  ['card', [NO_CARD], ['Please enter a Card for Payment']],
  [
    'configurable product',
    words(choiceProblems(unchosen, {})),
    ['You must select a color', 'You must select a size', 'You must select a Gift Card price'],
  ],
  [
    'recipient',
    words(recipientProblems(noRecipient)),
    [
      'Please enter a firstname',
      'Please enter a lastname',
      'Please enter a mobile',
      'Please enter a message',
      'Please enter text content',
    ],
  ],
  [
    'recipient who writes too much',
    words(recipientProblems(tooLong)),
    [
      'Firstname must be shorter than 25 characters',
      'Lastname must be shorter than 25 characters',
      'Message must be shorter than 50 characters',
      'Text content must be shorter than 200 characters',
    ],
  ],
  [
    'incomplete card',
    missingParts({}),
    [
      "Please enter recipient's name",
      "Please enter recipient's mobile",
      'Please select a template',
      "Please enter recipient's message",
      'Please select scheduled delivery date',
    ],
  ],
])('the messages of the form %s are those of section 5 [ER-25]', (_form, said, written) => {
  expect(said).toEqual(written);
});
