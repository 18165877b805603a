/** How long after a tap something may come under the finger, and how long it then takes no taps. */
const WATCHED_MS = 1_000;
const IGNORED_MS = 400;
/** A tap farther away than this, in pixels of the page, is no second one. */
const FINGER = 24;
const PRESSABLE = 'a, button, label, input, select, summary, [role="option"]';

/**
 * The second tap of a double tap was meant for what stood there at the first: what comes under the finger after a tap
 * takes none at first, be it a popup's button, what lay below a closed sheet, or the next row where one was removed. Nor
 * does it take a tap that the browser counts as a second one, however late the page comes to it.
 */
export function ignoreSecondTaps(): void {
  let first: Element | null = null;
  const onClick = (click: MouseEvent): void => {
    const { detail, target } = click;
    // By keyboard or by script.
    if (detail === 0) return;
    const control = controlOf(pressable(target));
    if (detail === 1) first = control;
    if (control === first) {
      watch(click, control);
    } else {
      click.preventDefault();
      click.stopImmediatePropagation();
    }
  };
  addEventListener('click', onClick, { capture: true });
}

function watch({ clientX, clientY }: MouseEvent, control: Element | null): void {
  const known = new Set([control]);
  const until = performance.now() + WATCHED_MS;
  const over = new AbortController();
  const { signal } = over;
  const end = () => over.abort();
  const endElsewhere = (next: PointerEvent) => {
    if (Math.hypot(next.clientX - clientX, next.clientY - clientY) > FINGER) end();
  };
  // What a customer scrolls under that place did not come there by itself.
  addEventListener('touchmove', end, { capture: true, passive: true, signal });
  addEventListener('wheel', end, { capture: true, passive: true, signal });
  addEventListener('pointerdown', endElsewhere, { capture: true, signal });
  function look() {
    if (performance.now() > until) end();
    if (signal.aborted) return;
    const found = pressable(document.elementFromPoint(clientX, clientY));
    if (found && !known.has(controlOf(found))) {
      known.add(controlOf(found));
      found.animate([{ pointerEvents: 'none' }, { pointerEvents: 'none' }], IGNORED_MS);
      // What lies below it comes next.
      look();
    } else requestAnimationFrame(look);
  }
  look();
}

function pressable(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(PRESSABLE) : null;
}

/** A tap on a label is one on its control. */
function controlOf(element: Element | null): Element | null {
  return element instanceof HTMLLabelElement ? (element.control ?? element) : element;
}
