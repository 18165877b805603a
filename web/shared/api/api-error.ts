import type { ErrorCode } from '#contract/errors.ts';

/**
 * Why a call gave no answer. 'http': the server said no, with `status` and its `message` ('' when it gave none);
 * 'offline': no answer came, also after 30 seconds; 'aborted': nobody waits for it any more.
 */
type ApiErrorKind = 'http' | 'offline' | 'aborted';

export type ApiError = Error & {
  name: 'ApiError';
  kind: ApiErrorKind;
  status: number;
  /** Which error it is; '' from a server that sends no codes. */
  code: ErrorCode | '';
  /** The raw `parameters` of the answer; `message` has them filled in already. */
  parameters: unknown;
  /** Seconds after which the server wants to be asked again; 0 when it does not say. */
  retryAfter: number;
};

export type ApiErrorParts = {
  kind: ApiErrorKind;
  status?: number;
  code?: ErrorCode | '';
  message?: string;
  parameters?: unknown;
  retryAfter?: number;
};

export function apiError({ kind, message = '', ...rest }: ApiErrorParts): ApiError {
  const nothing = { status: 0, code: '' as const, parameters: null, retryAfter: 0 };
  return Object.assign(new Error(message), { name: 'ApiError' as const, kind, ...nothing, ...rest });
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError';
}

/** No answer came. */
export const isOffline = (error: unknown): boolean => isApiError(error) && error.kind === 'offline';

/** Magento leaves '%1' and '%fieldName' in messages and sends the values beside them. */
function fillMessage(message: string, parameters: unknown): string {
  if (typeof parameters !== 'object' || parameters === null) return message;
  const values = Array.isArray(parameters)
    ? parameters.map((value, at) => [String(at + 1), value])
    : Object.entries(parameters);
  const byName = new Map(values.map(([name, value]) => [String(name), String(value)]));
  return message.replace(/%(\w+)/g, (mark, name: string) => byName.get(name) ?? mark);
}

/** The error that an answer outside 2xx says. */
export function errorOfAnswer(status: number, body: unknown, retryAfter: string | null = null): ApiError {
  const { code, message, parameters } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >;
  return apiError({
    kind: 'http',
    status,
    code: typeof code === 'string' ? (code as ErrorCode) : '',
    message: typeof message === 'string' ? fillMessage(message, parameters) : '',
    parameters,
    retryAfter: Number(retryAfter) || 0,
  });
}
