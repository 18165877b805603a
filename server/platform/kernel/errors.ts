import { type ErrorCode, errors } from '#contract/errors.ts';
import type { FieldError, FieldErrors } from '#contract/rules/field-errors.ts';
import { answerText, type ErrorParameters, fieldErrorText } from './error-texts.ts';

const MARK: unique symbol = Symbol('error');

export type AppError = {
  readonly [MARK]: true;
  code: ErrorCode;
  parameters?: ErrorParameters;
  errors?: { code: ErrorCode; parameters?: ErrorParameters }[];
  /** Wrong fields of a form, which the shop's own calls answer with status 200. */
  fields?: FieldErrors;
  /** What stands beside `{status: false}`, which some of Magento's calls answer with status 200 and without a code. */
  besideStatus?: Readonly<Record<string, true>>;
  /** Seconds, for the header Retry-After, or for `retry_after` beside wrong fields. */
  retryAfter?: number;
};

/** What a use case gives back: its value, or the error that was expected to be possible. */
export type Result<Value> = Value | AppError;

/**
 * An expected error, which a use case returns instead of throwing: of a call, or of one field that a call of Magento's
 * returns as a whole. define-route.ts turns it into the body {code, message, parameters}.
 */
export function appError(code: ErrorCode, parameters?: ErrorParameters): AppError {
  return parameters === undefined ? { [MARK]: true, code } : { [MARK]: true, code, parameters };
}

/** Several wrong inputs at once, in Magento's aggregate form. */
export function inputErrors(errors: NonNullable<AppError['errors']>): AppError {
  return { [MARK]: true, code: 'input_exceptions', errors };
}

/** Wrong fields of a form; `retryAfter`: seconds until it may be sent again. */
export function fieldErrors(fields: FieldErrors, { retryAfter }: { retryAfter?: number } = {}): AppError {
  const wait = retryAfter === undefined ? {} : { retryAfter };
  return { [MARK]: true, code: 'input_exceptions', fields, ...wait };
}

/** `{status: false}` with status 200: nothing is there, or the reason stays secret. */
export function statusFalse(besideStatus: Readonly<Record<string, true>> = {}): AppError {
  return { [MARK]: true, code: 'no_such_entity', besideStatus };
}

/** Too many calls of one sender, with the seconds until it may call again. */
export function tooMany(retryAfter: number): AppError {
  return { ...appError('too_many_requests'), retryAfter };
}

/** Too many declined payments, with the seconds until the customer may pay again. */
export function tooManyDeclines(retryAfter: number): AppError {
  return { ...appError('too_many_declines'), retryAfter };
}

export function isAppError(value: unknown): value is AppError {
  return typeof value === 'object' && value !== null && MARK in value;
}

/** Status and body of the answer. */
export function errorAnswer(error: AppError): { status: number; body: Record<string, unknown> } {
  if (error.fields) return { status: 200, body: fieldErrorsBody(error.fields, error.retryAfter) };
  if (error.besideStatus) return { status: 200, body: { status: false, ...error.besideStatus } };
  const each = error.errors?.map(bodyOf);
  return { status: errors[error.code].status, body: { ...bodyOf(error), ...(each ? { errors: each } : {}) } };
}

function bodyOf({ code, parameters }: Pick<AppError, 'code' | 'parameters'>) {
  return { code, message: answerText(errors[code], parameters), ...(parameters ? { parameters } : {}) };
}

function fieldErrorsBody(fields: FieldErrors, retryAfter: number | undefined): Record<string, unknown> {
  const wrong = Object.entries(fields).filter((entry): entry is [string, FieldError] => entry[1] !== undefined);
  const each = <Value>(value: (error: FieldError) => Value) =>
    Object.fromEntries(wrong.map(([field, error]) => [field, value(error)]));
  const withParameters = wrong.flatMap(([field, error]) =>
    typeof error === 'string' ? [] : [[field, error.parameters]],
  );
  return {
    status: false,
    input_validation: each(fieldErrorText),
    codes: each((error) => (typeof error === 'string' ? error : error.code)),
    ...(withParameters.length > 0 ? { parameters: Object.fromEntries(withParameters) } : {}),
    ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
  };
}
