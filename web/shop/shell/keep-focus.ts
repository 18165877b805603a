/**
 * A control that had the focus and is gone leaves it to nothing, and a keyboard or a reader begins at the top of the
 * page. Here it goes on at the nearest part around it that can take the focus (`tabIndex={-1}`) and is still there: a
 * card of a list, the page's content; in a popup at its title. Unless the screen has put it somewhere itself. Returns
 * how to stop.
 */
export function keepFocus(): () => void {
  let last: Element | null = document.activeElement;
  let around: HTMLElement[] = [];
  const note = ({ target }: FocusEvent) => {
    last = target as Element;
    around = partsAround(last);
  };
  // A tap beside everything takes the focus away on purpose: what had it is still there.
  const drop = ({ target }: FocusEvent) => {
    queueMicrotask(() => {
      if (last === target && last?.isConnected && !last.matches(':disabled')) last = null;
    });
  };
  const watcher = new MutationObserver(() => {
    if (last === null || last.isConnected || !isNowhere()) return;
    last = null;
    // A frame later: what comes in its place may take the focus, and a popup that closes gives it back.
    requestAnimationFrame(() => isNowhere() && goOn(nextPlace(around)));
  });
  addEventListener('focusin', note);
  addEventListener('focusout', drop);
  watcher.observe(document.body, { childList: true, subtree: true });
  return () => {
    removeEventListener('focusin', note);
    removeEventListener('focusout', drop);
    watcher.disconnect();
  };
}

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

function partsAround(element: Element): HTMLElement[] {
  const parts: HTMLElement[] = [];
  for (let part = element.parentElement; part; part = part.parentElement)
    if (part.tabIndex === -1 && part.hasAttribute('tabindex')) parts.push(part);
  return parts;
}

function nextPlace(around: readonly HTMLElement[]): HTMLElement | null {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const there = around.find((part) => part.isConnected && (!dialog || dialog.contains(part)));
  return there ?? (dialog ? dialog.querySelector('h2') : document.getElementById('main'));
}

function goOn(place: HTMLElement | null): void {
  if (place?.id !== 'main') place?.scrollIntoView({ block: 'nearest' });
  place?.focus({ preventScroll: true });
}
