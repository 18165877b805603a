import type { ErrorCode } from '#contract/errors.ts';

/**
 * 'http': the server responded with an error; 'offline': no response within 30 seconds; 'aborted': the caller
 * cancelled.
 */
type ApiErrorKind = 'http' | 'offline' | 'aborted';

export type ApiError = Error & {
  name: 'ApiError';
  kind: ApiErrorKind;
  status: number;
  code: ErrorCode | '';
  parameters: unknown;
  /** Seconds until the call may be retried; 0 if unknown. */
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

export const isOffline = (error: unknown): boolean => isApiError(error) && error.kind === 'offline';

/** Magento sends placeholders such as '%1' or '%fieldName', and their values separately. */
function fillMessage(message: string, parameters: unknown): string {
  if (typeof parameters !== 'object' || parameters === null) return message;
  const values = Array.isArray(parameters)
    ? parameters.map((value, index) => [String(index + 1), value])
    : Object.entries(parameters);
  const byName = new Map(values.map(([name, value]) => [String(name), String(value)]));
  return message.replace(/%(\w+)/g, (mark, name: string) => byName.get(name) ?? mark);
}

export function toApiError(status: number, body: unknown, retryAfter: string | null = null): ApiError {
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
