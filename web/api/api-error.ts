/**
 * Why a call gave no answer. 'http': the server said no, with `status` and its `message` ('' when it gave none);
 * 'offline': no answer came, also after 30 seconds (OQ-144); 'aborted': nobody waits for it any more.
 */
export type ApiErrorKind = 'http' | 'offline' | 'aborted';

export type ApiError = Error & {
  name: 'ApiError';
  kind: ApiErrorKind;
  status: number;
  /** The raw `parameters` of the answer; `message` has them filled in already. */
  parameters: unknown;
};

export type ApiErrorParts = { kind: ApiErrorKind; status?: number; message?: string; parameters?: unknown };

export function apiError({ kind, status = 0, message = '', parameters = null }: ApiErrorParts): ApiError {
  return Object.assign(new Error(message), { name: 'ApiError' as const, kind, status, parameters });
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError';
}

/** Magento leaves '%1' and '%fieldName' in messages and sends the values beside them. */
export function fillMessage(message: string, parameters: unknown): string {
  if (typeof parameters !== 'object' || parameters === null) return message;
  const values = Array.isArray(parameters)
    ? parameters.map((value, at) => [String(at + 1), value])
    : Object.entries(parameters);
  const byName = new Map(values.map(([name, value]) => [String(name), String(value)]));
  return message.replace(/%(\w+)/g, (mark, name: string) => byName.get(name) ?? mark);
}
