import { setupI18n } from '@lingui/core';
import { describe, expect, test } from 'vitest';
import { callErrorCodes, type ErrorCode, errorBody, errorCodes, fieldErrorCodes } from '#contract/errors.ts';
import { type FieldError, fieldErrorText, fieldErrorTexts } from '#contract/rules/field-errors.ts';
import { appError, CATALOGUE, errorAnswer, fieldErrors, statusFalse } from '#server/platform/kernel/errors.ts';
import { errorMessages, errorText } from '#web/shared/languages/error-messages.ts';
import { activateLanguage } from '#web/shared/languages/languages.ts';
import { messages as german } from '#web/shop/catalogues/de.po';
import { messages as english } from '#web/shop/catalogues/en-AU.po';
import { sentenceBreaches } from './error-sentence-rules.ts';
import { readSources } from './source-files.ts';

const inEnglish = activateLanguage(setupI18n(), 'en-AU', {});
const inGerman = activateLanguage(setupI18n(), 'de', german);
/** What a text may be filled with; each of them in the singular and in the plural. */
const FIGURES = ['seconds', 'minutes', 'hours', 'tries', 'limit'] as const;
const figures = (count: number) => ({
  ...Object.fromEntries(FIGURES.map((name) => [name, count])),
  signs: '𓀀 𓀁',
});
const named = { resources: 'self', fieldName: 'sku', fieldValue: 7, value: 'x' };
const isPlain = (code: ErrorCode) => typeof fieldErrorTexts[code as keyof typeof fieldErrorTexts] !== 'function';

describe('the one list of error codes', () => {
  test('names each error once, in snake_case', () => {
    expect(new Set(errorCodes).size).toBe(errorCodes.length);
    expect(errorCodes.filter((code) => !/^[a-z]+(_[a-z]+)*$/.test(code))).toEqual([]);
  });

  test.each(errorCodes)('%s has words in both catalogues', (code) => {
    const { id } = errorMessages[code];
    expect(english[id]).toBeTruthy();
    expect(german[id]).toBeTruthy();
    for (const count of [1, 2]) {
      const parameters = { ...figures(count), ...named, 1: 'ups', 2: 'drone' };
      expect(errorText({ code, parameters }, inGerman)).toMatch(/^[^{}%]+$/);
    }
  });

  test.each(callErrorCodes)('%s has a status and a message, the shop’s English words to the letter', (code) => {
    const { message } = CATALOGUE[code];
    const parameters = message.includes('%1') ? ['ups', 'drone'] : named;
    const { status, body } = errorAnswer(appError(code, parameters));
    expect(status).toBeGreaterThanOrEqual(400);
    expect(errorBody.parse(body)).toEqual(body);
    expect(body).toMatchObject({ code, parameters });
    const filled = message.replace(/%(\w+)/g, (_, name: string) =>
      String(Reflect.get({ ...named, 1: 'ups', 2: 'drone' }, name)),
    );
    expect(errorText({ code, parameters }, inEnglish)).toBe(filled);
  });

  test.each(fieldErrorCodes)('%s has a text, the shop’s English words to the letter', (code) => {
    for (const count of [1, 2, 40]) {
      const error = (isPlain(code) ? code : { code, parameters: figures(count) }) as FieldError;
      const text = fieldErrorText(error);
      expect(errorText(error, inEnglish)).toBe(text);
      const { status, body } = errorAnswer(fieldErrors({ mobile: error }, { retryAfter: 9 }));
      expect(status).toBe(200);
      expect(body).toEqual({
        status: false,
        input_validation: { mobile: text },
        codes: { mobile: code },
        ...(isPlain(code) ? {} : { parameters: { mobile: figures(count) } }),
        retry_after: 9,
      });
    }
  });

  test('an answer that nothing is there carries the status alone', () => {
    expect(errorAnswer(statusFalse())).toEqual({ status: 200, body: { status: false } });
    const { body } = errorAnswer(statusFalse({ not_exists: true }));
    expect(JSON.stringify(body)).toBe('{"status":false,"not_exists":true}');
  });

  test('a field’s error may be a whole call’s: 400 with its own text', () => {
    expect(errorAnswer(appError('template_missing'))).toEqual({
      status: 400,
      body: { code: 'template_missing', message: 'Please select a template' },
    });
  });

  test('without a code we know the words stay as they came; there are always some', () => {
    expect(errorText({ code: '', message: 'Closed for {stocktaking}' }, inGerman)).toBe('Closed for {stocktaking}');
    expect(errorText({ code: 'of_tomorrow' as ErrorCode, message: 'New' }, inGerman)).toBe('New');
    expect(errorText({ code: 'constructor' as ErrorCode, message: 'New' }, inGerman)).toBe('New');
    expect(errorText({ code: '' }, inEnglish)).toBe(CATALOGUE.unexpected.message);
  });
});

describe('no control flow on sentences', () => {
  const texts = [
    ...Object.values(CATALOGUE).map(({ message }) => message.split('%')[0] ?? ''),
    ...Object.values(fieldErrorTexts).filter((text) => typeof text === 'string'),
  ].filter((text) => text.length > 8);
  const breaches = (text: string, path = 'web/shop/cart/add.ts') =>
    sentenceBreaches([{ path, text, imports: [] }], texts);

  test('the browser compares no message and holds no text of the server', () => {
    expect(sentenceBreaches(readSources(), texts)).toEqual([]);
  });

  test.each([
    `if (message === 'Nope') open();`,
    `if (error.message !== SOLD_OUT) open();`,
    `if (SOLD_OUT === error.message) open();`,
    `return message.startsWith('Authentication');`,
    `if (/sold/.test(error.message)) open();`,
    `switch (error.message) {`,
    `const soldOut = 'The requested qty is not available';`,
    'const bank = `Authentication Required: `;',
    `if (answer.input_validation.mobile === 'x') open();`,
  ])('a breach is seen: %s', (text) => {
    expect(breaches(text)).toEqual(['web/shop/cart/add.ts:1']);
  });

  test.each([
    `if (error.code === 'not_available') open();`,
    `const silent = error.message === '';`,
    `const message = 'hello';`,
    `const text = typeof message === 'string' ? message : '';`,
    'const title = msg`The requested qty is not available`;',
    `// if (message === 'Nope')`,
  ])('this is none: %s', (text) => {
    expect(breaches(text)).toEqual([]);
  });

  test('the table of words itself is none', () => {
    expect(breaches(`'The requested qty is not available'`, 'web/shared/languages/error-messages.ts')).toEqual([]);
  });
});
