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
