/**
 * Lets the back button close a sheet. Opening a sheet pushes a history entry with the same URL and router state; going
 * back from it is hidden from the router. The entry of a sheet that was closed in another way is skipped by the next
 * 'back', because removing it immediately would race with a following navigation.
 */
type RouterState = { key?: string; idx?: number; sheet?: boolean } | null;

const open: (() => void)[] = [];
let currentState: RouterState = null;

/** Adds a history entry, so that 'back' closes the sheet. Call the returned function after the sheet has closed. */
export function enterSheet(close: () => void): () => void {
  open.push(close);
  addEntry();
  return () => {
    const index = open.indexOf(close);
    if (index !== -1) open.splice(index, 1);
  };
}

function addEntry(): void {
  const state = history.state as RouterState;
  if (!state?.sheet) history.pushState({ ...state, sheet: true }, '');
  currentState = history.state as RouterState;
}

function onPop(event: PopStateEvent): void {
  const before = currentState;
  const arrived = event.state as RouterState;
  currentState = arrived;
  const samePage =
    before?.sheet === true && !arrived?.sheet && arrived?.key === before.key && arrived?.idx === before.idx;
  if (!samePage) return;
  event.stopImmediatePropagation();
  const close = open.at(-1);
  if (close) close();
  else history.back();
  if (open.length > 1) addEntry();
}

/** Call on every route change, including the first, because a reloaded page may be on the history entry of a sheet. */
export function recordRouteChange(): void {
  currentState = history.state as RouterState;
}

// Window listeners run in order of registration, whatever `capture` says, so this one must be registered before the
// router's.
if (typeof window !== 'undefined') window.addEventListener('popstate', onPop, { capture: true });
