let waiting: (() => void)[] = [];

/** The shell calls it when a change of route is on screen and what lay over the page before is closed. */
export function noteRouteShown(): void {
  const listeners = waiting;
  waiting = [];
  for (const tell of listeners) tell();
}

/** Resolves with the next change of route. Ask before navigating, await after it, then open a popup: it stays open. */
export function nextRouteShown(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
  });
}
