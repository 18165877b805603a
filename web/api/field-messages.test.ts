import { expect, test } from 'vitest';
import { fieldMessages } from './field-messages.ts';
import { UNEXPECTED_SENTENCE } from './problems.ts';

const signIn = { code: ['code', 'mobile_code'], mobile: ['mobile'] };

test.each([
  [{ mobile: 'No such number' }, { mobile: 'No such number' }],
  [{ code: 'Wrong' }, { code: 'Wrong' }],
  [{ mobile_code: ['Wrong.', 'Two tries left.'] }, { code: 'Wrong. Two tries left.' }],
  [{ r_token: 'Not a person' }, { code: 'Not a person' }],
  [{ code: '', mobile: 7 }, { code: UNEXPECTED_SENTENCE }],
  [undefined, { code: UNEXPECTED_SENTENCE }],
])('VA-05 the messages %j stand at %j', (validation, expected) => {
  expect(fieldMessages(validation, signIn)).toEqual(expected);
});
