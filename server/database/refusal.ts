/** A failure an operator can mend: its message is one plain sentence that says what to do, shown without a stack. */
export type Refusal = Error & { readonly refusal: string };

/**
 * Makes a refusal.
 * @param options.code stable name for tests and logs, such as 'data-folder-in-use'
 * @param options.sentence what is wrong and what to do about it, for the operator
 */
export function refusal(options: { code: string; sentence: string; cause?: unknown }): Refusal {
  const error = new Error(options.sentence, options.cause === undefined ? {} : { cause: options.cause });
  return Object.assign(error, { refusal: options.code });
}

/** True for an error made by refusal(): print its message alone. */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && 'refusal' in error;
}
