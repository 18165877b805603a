/** The action that sign-in interrupted. Kept outside the popup to survive /register. */
let next: (() => void) | null = null;

export function continueLaterWith(wanted: (() => void) | undefined): void {
  next = wanted ?? null;
}

/** Runs the interrupted action and returns whether there was one. Call after signIn(), with the popup closed. */
export function continueAfterSignIn(): boolean {
  const wanted = next;
  next = null;
  wanted?.();
  return wanted !== null;
}
