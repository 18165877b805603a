/**
 * What the customer was about to do when sign-in came between; kept outside the popup so that it survives /register.
 */
let next: (() => void) | null = null;

export function continueLaterWith(wanted: (() => void) | undefined): void {
  next = wanted ?? null;
}

/**
 * Runs it once, if there is any; returns whether there was. Call it when signIn() has been done and the popup is
 * closed.
 */
export function continueAfterSignIn(): boolean {
  const wanted = next;
  next = null;
  wanted?.();
  return wanted !== null;
}
