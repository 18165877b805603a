/**
 * When the focused element is removed, focuses its nearest remaining ancestor with `tabIndex={-1}`, otherwise the
 * page's content or the popup's title. Without this, keyboards and screen readers restart at the top. Returns a
 * function that stops this.
 */
export function preserveFocus(): () => void {
  let last: Element | null = document.activeElement;
  let around: HTMLElement[] = [];
  const note = ({ target }: FocusEvent) => {
    last = target as Element;
    around = listFocusableAncestors(last);
  };
  // If the element that lost focus still exists, the customer clicked elsewhere, so nothing is restored.
  const drop = ({ target }: FocusEvent) => {
    queueMicrotask(() => {
      if (last === target && last?.isConnected && !last.matches(':disabled')) last = null;
    });
  };
  const watcher = new MutationObserver(() => {
    if (last === null || last.isConnected || !isNowhere()) return;
    last = null;
    // Wait a frame, because a replacement may take the focus or a closing popup may return it.
    requestAnimationFrame(() => isNowhere() && moveFocus(findNextPlace(around)));
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

function listFocusableAncestors(element: Element): HTMLElement[] {
  const parts: HTMLElement[] = [];
  for (let part = element.parentElement; part; part = part.parentElement)
    if (part.tabIndex === -1 && part.hasAttribute('tabindex')) parts.push(part);
  return parts;
}

function findNextPlace(around: readonly HTMLElement[]): HTMLElement | null {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const nextPart = around.find((part) => part.isConnected && (!dialog || dialog.contains(part)));
  return nextPart ?? (dialog ? dialog.querySelector('h2') : document.getElementById('main'));
}

function moveFocus(place: HTMLElement | null): void {
  if (place?.id !== 'main') place?.scrollIntoView({ block: 'nearest' });
  place?.focus({ preventScroll: true });
}
