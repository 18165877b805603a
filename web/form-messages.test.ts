import { expect, it } from 'vitest';
import type { Product } from '#contract/catalogue.ts';
import { addressErrors, NO_STATE } from '#contract/rules/customer/address.ts';
import { codeError, mobileError } from '#contract/rules/customer/mobile.ts';
import { registrationErrors } from '#contract/rules/customer/registration.ts';
import { listMissingParts } from '#contract/rules/gift-card/completeness.ts';
import { recipientErrors } from '#contract/rules/gift-card/recipient.ts';
import { speakEnglish } from '#test/web/english.ts';
import { errorText, errorTexts } from './shop/errors/error-text.ts';
import { choiceErrors } from './shop/product/choose/choices.ts';

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
const listMessages = (errors: object): string[] => Object.values(errors);
speakEnglish();

/**
 * The expected messages are verbatim from section 5 of the specification, which limits the text message to 200
 * characters.
 */
it.each([
  [
    'sign-in',
    [mobileError('x'), codeError(' ')].map((code) => code && errorText(code)),
    ['Please enter a valid mobile', 'Please enter a valid code'],
  ],
  [
    'address',
    listMessages(errorTexts(addressErrors(noAddress))),
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
    [
      ...listMessages(errorTexts(registrationErrors({ ...noAddress, email: '', terms: false }))).slice(-2),
      errorText('email_taken'),
    ],
    ['Please enter a valid email', 'Please accept the terms and conditions', 'The email you entered already exists'],
  ],
  ['card', [errorText('card_required')], ['Please enter a Card for Payment']],
  [
    'configurable product',
    listMessages(choiceErrors(unchosen, {})),
    ['You must select a color', 'You must select a size', 'You must select a Gift Card price'],
  ],
  [
    'recipient',
    listMessages(errorTexts(recipientErrors(noRecipient))),
    [
      'Please enter a firstname',
      'Please enter a lastname',
      'Please enter a mobile',
      'Please enter a message',
      'Please enter text content',
    ],
  ],
  [
    'recipient (text too long)',
    listMessages(errorTexts(recipientErrors(tooLong))),
    [
      'Firstname must be shorter than 25 characters',
      'Lastname must be shorter than 25 characters',
      'Message must be shorter than 50 characters',
      'Text content must be shorter than 200 characters',
    ],
  ],
  [
    'incomplete gift card',
    listMissingParts({}).map((code) => errorText(code)),
    [
      "Please enter recipient's name",
      "Please enter recipient's mobile",
      'Please select a template',
      "Please enter recipient's message",
      'Please select scheduled delivery date',
    ],
  ],
])('shows the messages of specification section 5 in the %s form [ER-25]', (_form, messages, written) => {
  expect(messages).toEqual(written);
});
