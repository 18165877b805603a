import { type I18n, i18n } from '@lingui/core';
import type { ErrorCode } from '#contract/errors.ts';
import type { FieldError, FieldErrors } from '#contract/rules/field-errors.ts';
import { formatLongDay } from '#contract/rules/formats.ts';
import { errorMessages } from './error-messages.ts';

type ShownCode = keyof typeof errorMessages;

/** `code` is '' if the server sends only messages. */
type AnyError = FieldError | ShownCode | { code: ErrorCode | ''; parameters?: unknown; message?: string };

/** Returns the text for an error's code. Falls back to the error's own message, then to the unexpected error. */
export function errorText(error: AnyError, translator: I18n = i18n): string {
  const {
    code,
    parameters,
    message = '',
  }: Exclude<AnyError, string> & { message?: string; parameters?: unknown } = typeof error === 'string'
    ? { code: error }
    : error;
  if (isShown(code)) {
    return translator._({ ...errorMessages[code], values: toMessageValues(parameters, translator.locale) });
  }
  return message || translator._(errorMessages.unexpected);
}

const isShown = (code: ErrorCode | ''): code is ShownCode => Object.hasOwn(errorMessages, code);

export function errorTexts<Field extends string>(errors: FieldErrors<Field>): Partial<Record<Field, string>> {
  const entries = Object.entries(errors) as [Field, FieldError][];
  const texts = entries.map(([field, error]) => [field, errorText(error)]);
  return Object.fromEntries(texts) as Partial<Record<Field, string>>;
}

function toMessageValues(parameters: unknown, locale: string): Record<string, unknown> {
  if (typeof parameters !== 'object' || parameters === null) return {};
  const entries = Object.entries(parameters).map(([name, value]) => {
    const place = Array.isArray(parameters) ? String(Number(name) + 1) : name;
    return [place, typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? formatLongDay(value, locale) : value];
  });
  return Object.fromEntries(entries);
}
