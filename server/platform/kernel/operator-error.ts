/** An error whose message is one plain sentence, shown without a stack. */
export type OperatorError = Error & { readonly operatorCode: string };

/**
 * @param options.code a stable name, such as 'data-folder-in-use'
 * @param options.sentence what is wrong and how to fix it
 */
export function operatorError(options: { code: string; sentence: string; cause?: unknown }): OperatorError {
  const error = new Error(options.sentence, options.cause === undefined ? {} : { cause: options.cause });
  return Object.assign(error, { operatorCode: options.code });
}

export function isOperatorError(error: unknown): error is OperatorError {
  return error instanceof Error && 'operatorCode' in error;
}

/** Uses the first inner error, because an AggregateError of failed connection attempts has no message. */
export function formatErrorReason(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return String((first as Error)?.message || first).replace(/\.$/, '');
}
