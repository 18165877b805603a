/** An error an operator can mend: its message is one plain sentence that says what to do, shown without a stack. */
export type OperatorError = Error & { readonly operatorCode: string };

/**
 * Makes an operator error.
 * @param options.code stable name for tests and logs, such as 'data-folder-in-use'
 * @param options.sentence what is wrong and what to do about it, for the operator
 */
export function operatorError(options: { code: string; sentence: string; cause?: unknown }): OperatorError {
  const error = new Error(options.sentence, options.cause === undefined ? {} : { cause: options.cause });
  return Object.assign(error, { operatorCode: options.code });
}

/** True for an error made by operatorError(): print its message alone. */
export function isOperatorError(error: unknown): error is OperatorError {
  return error instanceof Error && 'operatorCode' in error;
}

/** What an error says, without its stack. Several addresses tried in vain come as one error without words of its own. */
export function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return String((first as Error)?.message || first).replace(/\.$/, '');
}
