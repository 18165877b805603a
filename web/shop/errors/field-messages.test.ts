import { expect, it } from 'vitest';
import { speakEnglish } from '#test/web/english.ts';
import { fieldMessages } from './field-messages.ts';

const UNEXPECTED = 'An Unexpected Error has occured. Please try again later.';
speakEnglish();
const signIn = { code: ['code', 'mobile_code'], mobile: ['mobile'] };

it.each([
  [{ mobile: 'No such number' }, { mobile: 'No such number' }],
  [{ code: 'Wrong' }, { code: 'Wrong' }],
  [{ mobile_code: ['Wrong.', 'Two tries left.'] }, { code: 'Wrong. Two tries left.' }],
  [{ r_token: 'Not a person' }, { code: 'Not a person' }],
  [{ code: '', mobile: 7 }, { code: UNEXPECTED }],
  [undefined, { code: UNEXPECTED }],
])('maps the messages %j to the fields %j [VA-05]', (validation, expected) => {
  expect(fieldMessages({ input_validation: validation }, signIn)).toEqual(expected);
});

it('translates an error code and fills in its parameters', () => {
  const answer = {
    input_validation: { mobile_code: 'whatever' },
    codes: { mobile_code: 'code_wrong' as const },
    parameters: { mobile_code: { tries: 1 } },
  };
  expect(fieldMessages(answer, signIn)).toEqual({ code: 'That code is not right. You have 1 try left.' });
});
