/**
 * Lets the back button close a sheet. Opening one adds a history entry with the same address and the router's own
 * state; going back from it is kept from the router and closes the sheet instead. The entry stays when a sheet is
 * closed in another way, and is stepped over by the next 'back': removing it at once would race with a navigation that
 * follows.
 */
type RouterState = { key?: string; idx?: number; sheet?: boolean } | null;

const open: (() => void)[] = [];
let here: RouterState = null;

/** Called when a sheet opens; returns what to call when it has closed. */
export function enterSheet(close: () => void): () => void {
  open.push(close);
  addEntry();
  return () => {
    const at = open.indexOf(close);
    if (at !== -1) open.splice(at, 1);
  };
}

function addEntry(): void {
  const state = history.state as RouterState;
  if (!state?.sheet) history.pushState({ ...state, sheet: true }, '');
  here = history.state as RouterState;
}

function onPop(event: PopStateEvent): void {
  const before = here;
  const arrived = event.state as RouterState;
  here = arrived;
  const samePage =
    before?.sheet === true && !arrived?.sheet && arrived?.key === before.key && arrived?.idx === before.idx;
  if (!samePage) return;
  event.stopImmediatePropagation();
  const close = open.at(-1);
  if (close) close();
  else history.back();
  if (open.length > 1) addEntry();
}

/** Called on every route change, the first included: a page that is loaded again may stand on the entry of a sheet. */
export function noteRouteChange(): void {
  here = history.state as RouterState;
}

// With the code and not with the page: browsers call the listeners of a window in the order they were added, whatever
// `capture` says, and the router adds its own when it begins.
if (typeof window !== 'undefined') window.addEventListener('popstate', onPop, { capture: true });
