import { expect, test } from 'vitest';
import { addressProblems } from '#contract/rules/address.ts';
import { missingParts } from '#contract/rules/completeness.ts';
import { leadProblems } from '#contract/rules/lead.ts';
import { CODE_MESSAGE } from '#contract/rules/mobile.ts';
import { recipientProblems } from '#contract/rules/recipient.ts';
import { EMAIL_TAKEN, registrationProblems } from '#contract/rules/registration.ts';
import { knownMessages } from './known-messages.ts';

const LONG = 'x'.repeat(300);
const NO_ADDRESS = { fullname: '', mobile: '', street: '', suburb: '', state: '', country: '', postcode: '' };
const recipient = (text: string) => ({
  recipient_firstname: text,
  recipient_lastname: text,
  recipient_mobile: text,
  recipient_message: text,
  text_content: text,
});
const lead = (text: string) => ({
  first_name: text,
  last_name: text,
  company: text,
  email: text,
  phone: text,
  country: text,
});

test('every message of a rule is known to the catalogues', () => {
  const said = [
    ...Object.values(addressProblems(NO_ADDRESS)),
    ...Object.values(registrationProblems({ ...NO_ADDRESS, email: '', terms: false })),
    ...Object.values(recipientProblems(recipient(''))),
    ...Object.values(recipientProblems(recipient(LONG))),
    ...Object.values(leadProblems(lead(''))),
    ...Object.values(leadProblems(lead(LONG))),
    ...missingParts({}),
    CODE_MESSAGE,
    EMAIL_TAKEN,
  ];
  const known = new Set(knownMessages.map(({ id }) => id));
  expect(said.length).toBeGreaterThan(30);
  expect(said.filter((text) => !known.has(text))).toEqual([]);
});
