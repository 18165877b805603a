import { i18n } from '@lingui/core';
import { beforeEach, expect, it } from 'vitest';
import { speakEnglish } from '#test/web/english.ts';
import { activateLanguage } from '#web/shared/languages/languages.ts';
import { messages as german } from '#web/shop/catalogues/de.po';
import { saveErrorsText, toSaveErrors } from './save-errors.ts';

const UNEXPECTED = 'An Unexpected Error has occured. Please try again later.';

beforeEach(speakEnglish);

it('returns null for an accepted save, and otherwise the reasons that the server gave', () => {
  expect(toSaveErrors({ status: true, input_validation: { a: 'b' } })).toBeNull();
  expect(toSaveErrors({ status: false })).toEqual({});
  expect(toSaveErrors({ status: false, input_validation: { a: 'b' } })).toEqual({ a: 'b' });
});

it('translates codes with their parameters, and keeps messages without a code verbatim', () => {
  const answer = {
    status: false,
    input_validation: { mobile: 'Please wait 2 minutes before you send it again', other: 'Bank says {no}' },
    codes: { mobile: 'wait_before_resend' as const },
    parameters: { mobile: { minutes: 2 } },
  };
  expect(toSaveErrors(answer)).toEqual(answer.input_validation);
  activateLanguage(i18n, 'de', german);
  expect(toSaveErrors(answer)).toEqual({
    mobile: 'Bitte warte 2 Minuten, bevor du sie erneut verschickst',
    other: 'Bank says {no}',
  });
});

it('puts each reason on a line of its own and never returns an empty text', () => {
  expect(saveErrorsText({ a: 'Not these words', b: '', c: 'Another' })).toBe('Not these words\nAnother');
  expect(saveErrorsText({})).toBe(UNEXPECTED);
  expect(saveErrorsText({ a: '' }, 'Another one, please')).toBe('Another one, please');
});
