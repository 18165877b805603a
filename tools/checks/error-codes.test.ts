import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setupI18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';
import { callErrors, type ErrorCode, errorCodes, errors } from '#contract/errors.ts';
import { fieldErrors as fieldErrorTable } from '#contract/field-errors.ts';
import type { FieldError, FieldErrorCode, FieldErrors } from '#contract/rules/field-errors.ts';
import { errorBody } from '#contract/shapes/error.ts';
import {
  appError,
  errorAnswer,
  fieldErrors,
  fieldErrorText,
  statusFalseError,
} from '#server/platform/kernel/errors.ts';
import { activateLanguage } from '#web/shared/languages/languages.ts';
import { messages as german } from '#web/shop/catalogues/de.po';
import { messages as english } from '#web/shop/catalogues/en-AU.po';
import { errorMessages } from '#web/shop/errors/error-messages.ts';
import { errorText } from '#web/shop/errors/error-text.ts';
import { errorMessages as tillMessages } from '#web/till/calls/error-messages.ts';
import { messages as germanOfTill } from '#web/till/catalogues/de.po';
import { sentenceBreaches } from './error-sentence-rules.ts';
import { readSources, root } from './source-files.ts';

const inEnglish = activateLanguage(setupI18n(), 'en-AU', {});
const inGerman = activateLanguage(setupI18n(), 'de', german);
const FIGURES = ['seconds', 'minutes', 'hours', 'tries', 'limit'] as const;
const figures = (count: number) => ({
  ...Object.fromEntries(FIGURES.map((name) => [name, count])),
  signs: '𓀀 𓀁',
});
const named = { resources: 'self', fieldName: 'sku', fieldValue: 7, value: 'x' };

const fieldCodes = Object.keys(fieldErrorTable) as FieldErrorCode[];
const buildError = (code: FieldErrorCode, count: number) =>
  (errors[code].text.includes('{') ? { code, parameters: figures(count) } : code) as FieldError;

/** The exact response and texts of an error code. Clients depend on them. */
type Recorded = { code: ErrorCode; status: number; body: string; shop: string; till: string };
const recorded = readFileSync(join(root, 'tools/checks/error-texts.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line): Recorded => {
    const [code = '', status = '', body = '', shop = '', till = ''] = line.split('\t');
    return { code: code as ErrorCode, status: Number(status), body, shop, till };
  });

function readRecordedError({ code, body }: Recorded) {
  const { status, parameters } = JSON.parse(body);
  if (status === undefined) return { error: appError(code, parameters), parameters };
  const field = parameters ? { code, parameters: parameters.field } : code;
  return { error: fieldErrors({ field } as FieldErrors), parameters: parameters?.field };
}

describe('error table', () => {
  it('defines each error code once, in snake_case', () => {
    expect(errorCodes).toHaveLength(Object.keys(callErrors).length + fieldCodes.length);
    expect(errorCodes.filter((code) => !/^[a-z]+(_[a-z]+)*$/.test(code))).toEqual([]);
  });

  it('still defines every error code that was ever returned', () => {
    expect(recorded.length).toBeGreaterThan(errorCodes.length);
    expect(recorded.filter(({ code }) => !errorCodes.includes(code))).toEqual([]);
  });

  it.each(recorded)('responds to $code with $body, and the apps show the recorded text', (row) => {
    const { error, parameters } = readRecordedError(row);
    const { status, body } = errorAnswer(error);
    expect([status, JSON.stringify(body)]).toEqual([row.status, row.body]);
    const message = String(body.message ?? '');
    expect(errorText({ code: row.code, parameters, message }, inEnglish)).toBe(row.shop);
    const ofTill = Object.entries(tillMessages).find(([code]) => code === row.code)?.[1];
    expect(ofTill === undefined ? '' : inEnglish._({ ...ofTill, values: parameters })).toBe(row.till);
  });

  it.each(errorCodes)("responds to %s with an error status, and a complete message or Magento's template", (code) => {
    const { text, isTemplate, status } = errors[code];
    expect(status).toBeGreaterThanOrEqual(400);
    const parameters = text.includes('{1}') ? ['ups', 'drone'] : { ...named, ...figures(2) };
    const { body } = errorAnswer(appError(code, parameters));
    expect(errorBody.parse(body)).toEqual(body);
    expect(body).toMatchObject({ code, parameters });
    expect(body.message).toMatch(isTemplate ? /%\w+/ : /^[^{}%]+$/);
  });

  it('throws if a parameter of the error text is missing', () => {
    expect(() => errorAnswer(appError('cart_full'))).toThrow('needs the parameter 1');
    expect(() => errorAnswer(appError('text_too_long', { seconds: 1 }))).toThrow('needs the parameter limit');
  });

  it.each(fieldCodes)('fills in the English text of field error %s exactly as the shop does', (code) => {
    for (const count of [1, 2, 40]) {
      const error = buildError(code, count);
      const { status, body } = errorAnswer(fieldErrors({ mobile: error }, { retryAfter: 9 }));
      expect(status).toBe(200);
      expect(body).toEqual({
        status: false,
        input_validation: { mobile: errorText(error, inEnglish) },
        codes: { mobile: code },
        ...(typeof error === 'string' ? {} : { parameters: { mobile: figures(count) } }),
        retry_after: 9,
      });
      expect(fieldErrorText(error)).toBe(errorText(error, inEnglish));
    }
  });

  it.each(Object.entries(errorMessages))('has a shop text for %s in English and German', (code, { id }) => {
    expect(english[id]).toBeTruthy();
    expect(german[id]).toBeTruthy();
    for (const count of [1, 2]) {
      const parameters = { ...figures(count), ...named, 1: 'ups', 2: 'drone' };
      expect(errorText({ code: code as ErrorCode, parameters }, inGerman)).toMatch(/^[^{}%]+$/);
    }
  });

  it.each(Object.entries(tillMessages))('has a German till text for %s', (_code, { id }) => {
    expect(germanOfTill[id]).toBeTruthy();
  });

  it('responds to statusFalseError() with only the status and the given fields', () => {
    expect(errorAnswer(statusFalseError())).toEqual({ status: 200, body: { status: false } });
    const { body } = errorAnswer(statusFalseError({ not_exists: true }));
    expect(JSON.stringify(body)).toBe('{"status":false,"not_exists":true}');
  });

  it("responds with status 400 and the field's text if a field error applies to the whole call", () => {
    expect(errorAnswer(appError('template_missing'))).toEqual({
      status: 400,
      body: { code: 'template_missing', message: 'Please select a template' },
    });
  });

  it("shows the server's message for an unknown error code, or else a default text", () => {
    expect(errorText({ code: '', message: 'Closed for {stocktaking}' }, inGerman)).toBe('Closed for {stocktaking}');
    expect(errorText({ code: 'of_tomorrow' as ErrorCode, message: 'New' }, inGerman)).toBe('New');
    expect(errorText({ code: 'constructor' as ErrorCode, message: 'New' }, inGerman)).toBe('New');
    expect(errorText({ code: '' }, inEnglish)).toBe(errors.unexpected.text);
  });
});

describe('no control flow on error texts', () => {
  const texts = Object.values(errors)
    .map(({ text }) => text.split('{')[0] ?? '')
    .filter((text) => text.length > 8);
  const breaches = (text: string, path = 'web/shop/cart/add.ts') =>
    sentenceBreaches([{ path, text, imports: [] }], texts);

  it('forbids comparing error messages and putting server error texts into browser code', () => {
    expect(sentenceBreaches(readSources(), texts)).toEqual([]);
  });

  it.each([
    `if (message === 'Nope') open();`,
    `if (error.message !== SOLD_OUT) open();`,
    `if (SOLD_OUT === error.message) open();`,
    `return message.startsWith('Authentication');`,
    `if (/sold/.test(error.message)) open();`,
    `switch (error.message) {`,
    `const soldOut = 'The requested qty is not available';`,
    'const bank = `Authentication Required: `;',
    `if (answer.input_validation.mobile === 'x') open();`,
  ])('rejects the code %s', (text) => {
    expect(breaches(text)).toEqual(['web/shop/cart/add.ts:1']);
  });

  it.each([
    `if (error.code === 'not_available') open();`,
    `const silent = error.message === '';`,
    `const message = 'hello';`,
    `const text = typeof message === 'string' ? message : '';`,
    'const title = msg`The requested qty is not available`;',
    `// if (message === 'Nope')`,
  ])('accepts the code %s', (text) => {
    expect(breaches(text)).toEqual([]);
  });

  it('allows server error texts in web/shop/errors/error-messages.ts', () => {
    expect(breaches(`'The requested qty is not available'`, 'web/shop/errors/error-messages.ts')).toEqual([]);
  });
});
