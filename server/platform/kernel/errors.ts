import { type ErrorCode, type ErrorEntry, errors } from '#contract/errors.ts';
import type { FieldError, FieldErrors } from '#contract/rules/field-errors.ts';

/** Error parameters by name, or a list for {1}, {2} ... */
export type ErrorParameters = readonly (string | number)[] | Readonly<Record<string, string | number>>;

const MARK: unique symbol = Symbol('error');

export type AppError = {
  readonly [MARK]: true;
  code: ErrorCode;
  parameters?: ErrorParameters;
  errors?: { code: ErrorCode; parameters?: ErrorParameters }[];
  fields?: FieldErrors;
  /** Fields added to `{status: false}`, which some Magento calls return with 200. */
  besideStatus?: Readonly<Record<string, true>>;
  /** In seconds. */
  retryAfter?: number;
};

export type Result<Value> = Value | AppError;

/** Creates an error to return, not throw. define-route.ts turns it into {code, message, parameters}. */
export function appError(code: ErrorCode, parameters?: ErrorParameters): AppError {
  return parameters === undefined ? { [MARK]: true, code } : { [MARK]: true, code, parameters };
}

/** Combines several input errors in Magento's aggregate form. */
export function inputErrors(errors: NonNullable<AppError['errors']>): AppError {
  return { [MARK]: true, code: 'input_exceptions', errors };
}

export function fieldErrors(fields: FieldErrors, { retryAfter }: { retryAfter?: number } = {}): AppError {
  const wait = retryAfter === undefined ? {} : { retryAfter };
  return { [MARK]: true, code: 'input_exceptions', fields, ...wait };
}

/** Creates the `{status: false}` response for when nothing was found or the reason is secret. */
export function statusFalseError(besideStatus: Readonly<Record<string, true>> = {}): AppError {
  return { [MARK]: true, code: 'no_such_entity', besideStatus };
}

export function tooManyRequestsError(retryAfter: number): AppError {
  return { ...appError('too_many_requests'), retryAfter };
}

export function tooManyDeclinesError(retryAfter: number): AppError {
  return { ...appError('too_many_declines'), retryAfter };
}

export function isAppError(value: unknown): value is AppError {
  return typeof value === 'object' && value !== null && MARK in value;
}

export function errorAnswer(error: AppError): { status: number; body: Record<string, unknown> } {
  if (error.fields) return { status: 200, body: buildFieldErrorsBody(error.fields, error.retryAfter) };
  if (error.besideStatus) return { status: 200, body: { status: false, ...error.besideStatus } };
  const each = error.errors?.map(buildErrorBody);
  return { status: errors[error.code].status, body: { ...buildErrorBody(error), ...(each ? { errors: each } : {}) } };
}

function buildErrorBody({ code, parameters }: Pick<AppError, 'code' | 'parameters'>) {
  return { code, message: answerText(errors[code], parameters), ...(parameters ? { parameters } : {}) };
}

function buildFieldErrorsBody(fields: FieldErrors, retryAfter: number | undefined): Record<string, unknown> {
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

/** Magento's templates are sent with unfilled placeholders, together with the parameters. */
function answerText({ text, isTemplate }: ErrorEntry, parameters: ErrorParameters = {}): string {
  if (isTemplate) return text.replace(/\{(\w+)\}/g, '%$1');
  return fillPlaceholders(text, toValueMap(parameters));
}

export function fieldErrorText(error: FieldError): string {
  if (typeof error === 'string') return answerText(errors[error]);
  return answerText(errors[error.code], error.parameters);
}

const toValueMap = (parameters: ErrorParameters): Map<string, string | number> =>
  new Map(
    Array.isArray(parameters)
      ? parameters.map((value, index) => [String(index + 1), value])
      : Object.entries(parameters),
  );

const PLURAL = /^\{(\w+), plural, one \{(.+)\} other \{(.+)\}\}$/;

function fillPlaceholders(text: string, values: ReadonlyMap<string, string | number>): string {
  const parameterText = (name: string): string => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`"${text}" needs the parameter ${name}.`);
    return String(value);
  };
  const [, counted = '', singular = '', other = ''] = PLURAL.exec(text) ?? [];
  if (counted === '') return text.replace(/\{(\w+)\}/g, (_, name: string) => parameterText(name));
  const count = parameterText(counted);
  return (count === '1' ? singular : other).replaceAll('#', count);
}
