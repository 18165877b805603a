/**
 * A control that had the focus and is gone leaves it to nothing, and a keyboard or a reader begins at the top of the
 * page. Here it goes on at the title of the popup it stood in, or at the page's content, unless the screen has put it
 * somewhere itself. Returns how to stop.
 */
export function keepFocus(): () => void {
  let last: Element | null = document.activeElement;
  const note = ({ target }: FocusEvent) => {
    last = target as Element;
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
    requestAnimationFrame(() => isNowhere() && nextPlace()?.focus({ preventScroll: true }));
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

function nextPlace(): HTMLElement | null {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  return dialog ? dialog.querySelector('h2') : document.getElementById('main');
}
