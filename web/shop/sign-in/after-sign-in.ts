/** The action that sign-in interrupted, kept outside the popup to survive /register. */
let next: (() => void) | null = null;

export function deferUntilSignIn(action: (() => void) | undefined): void {
  next = action ?? null;
}

/** Runs the interrupted action and returns whether there was one. Call after signIn(), with the popup closed. */
export function continueAfterSignIn(): boolean {
  const action = next;
  next = null;
  action?.();
  return action !== null;
}
