import { setTimeout } from 'node:timers/promises';
import type { Locator } from 'playwright-core';

type Tap = { hit: boolean | null; stop: () => void };
type Watched = { doubleTap?: Tap };
const TRIES = 5;

/** Milliseconds for the first tap to take effect. */
const BETWEEN_MS = 80;

/**
 * Taps twice, like an accidental double tap. Marks the second tap explicitly, because under a fake clock pages read tap
 * times late. If the first tap misses because the target moved, hides both taps from the page and retries.
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
    // If the evaluation fails because the page was left, the tap hit a link.
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
