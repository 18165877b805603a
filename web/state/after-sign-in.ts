/** What the shopper was about to do when sign-in came between; kept outside the popup so that it survives /register. */
let next: (() => void) | null = null;

export function rememberForAfterSignIn(then: (() => void) | undefined): void {
  next = then ?? null;
}

/** Runs it once, if there is any; answers whether there was. Call it when signIn() has been done and the popup is closed. */
export function continueAfterSignIn(): boolean {
  const then = next;
  next = null;
  then?.();
  return then !== null;
}
