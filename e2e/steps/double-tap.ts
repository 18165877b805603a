import { setTimeout } from 'node:timers/promises';
import type { Locator } from 'playwright-core';

type Tap = { hit: boolean | null; stop: () => void };
type Watched = { doubleTap?: Tap };
const TRIES = 5;

/** Between the taps: time for what the first one does to appear under the finger. */
const BETWEEN_MS = 80;

/**
 * Taps twice on one spot, like an accidental double tap: the second tap hits whatever is there by then. It says that it
 * is the second one, as browsers do by the time of the finger: pages whose clock is set read a tap's time when they come
 * to it, on a busy machine much later. Hides a first tap that misses from the page and tries again, since the target may
 * move after it is measured.
 */
export async function doubleTap(target: Locator): Promise<void> {
  const page = target.page();
  const session = await page.context().newCDPSession(page);
  for (let tries = 0; tries < TRIES; tries += 1) {
    await target.click({ trial: true });
    const { x, y } = await target.evaluate(watchFirstTap);
    const tap = (clickCount: number) =>
      Promise.all(
        (['mousePressed', 'mouseReleased'] as const).map((type) =>
          session.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount }),
        ),
      );
    await Promise.all([tap(1), setTimeout(BETWEEN_MS).then(() => tap(2))]);
    // If the tap left the page, it hit the target.
    if (await page.evaluate(wasHit).catch(() => true)) return session.detach();
  }
  throw new Error(`${target} moves away from every tap.`);
}

/** Blocks both taps if the first one misses the element. Returns the element's centre. */
function watchFirstTap(element: Element): { x: number; y: number } {
  const events = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick'] as const;
  const control = element.closest('button, a, label') ?? element;
  const tap: Tap = { hit: null, stop };
  function look(event: Event) {
    tap.hit ??= event.composedPath().includes(control);
    if (tap.hit) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  function stop() {
    for (const name of events) removeEventListener(name, look, { capture: true });
  }
  for (const name of events) addEventListener(name, look, { capture: true });
  (globalThis as Watched).doubleTap = tap;
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

function wasHit(): boolean {
  const { doubleTap: tap } = globalThis as Watched;
  tap?.stop();
  return tap?.hit !== false;
}
