/**
 * Milliseconds after a tap during which new elements under the finger are noticed, and milliseconds for which these
 * ignore taps.
 */
const WATCHED_MS = 1_000;
const IGNORED_MS = 400;
/** Taps farther apart than this, in page pixels, are separate taps. */
const FINGER = 24;
const PRESSABLE = 'a, button, label, input, select, summary, [role="option"]';

/**
 * Ignores a second tap that was meant for the element of the first. Elements that appear under the finger meanwhile (a
 * popup's button, content below a closed sheet, the next row) ignore taps at first, and any tap that the browser counts
 * as a second one.
 */
export function ignoreSecondTaps(): void {
  let first: Element | null = null;
  const onClick = (click: MouseEvent): void => {
    const { detail, target } = click;
    if (detail === 0) return;
    const control = resolveControl(findPressable(target));
    if (detail === 1) first = control;
    if (control === first) {
      watchForSecondTap(click, control);
    } else {
      click.preventDefault();
      click.stopImmediatePropagation();
    }
  };
  addEventListener('click', onClick, { capture: true });
}

function watchForSecondTap({ clientX, clientY }: MouseEvent, control: Element | null): void {
  const knownControls = new Set([control]);
  const until = performance.now() + WATCHED_MS;
  const controller = new AbortController();
  const { signal } = controller;
  const end = () => controller.abort();
  const endElsewhere = (next: PointerEvent) => {
    if (Math.hypot(next.clientX - clientX, next.clientY - clientY) > FINGER) end();
  };
  // Stop watching when the customer scrolls, because elements then move under the finger on purpose.
  addEventListener('touchmove', end, { capture: true, passive: true, signal });
  addEventListener('wheel', end, { capture: true, passive: true, signal });
  addEventListener('pointerdown', endElsewhere, { capture: true, signal });
  function look() {
    if (performance.now() > until) end();
    if (signal.aborted) return;
    const found = findPressable(document.elementFromPoint(clientX, clientY));
    if (found && !knownControls.has(resolveControl(found))) {
      knownControls.add(resolveControl(found));
      found.animate([{ pointerEvents: 'none' }, { pointerEvents: 'none' }], IGNORED_MS);
      look();
    } else requestAnimationFrame(look);
  }
  look();
}

function findPressable(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(PRESSABLE) : null;
}

function resolveControl(element: Element | null): Element | null {
  return element instanceof HTMLLabelElement ? (element.control ?? element) : element;
}
