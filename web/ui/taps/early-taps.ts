import { answerEarlyInput } from './early-input.ts';

declare global {
  interface Window {
    /** undefined once the page handles taps. */
    earlyTap?: HTMLElement | null | undefined;
    earlyPulse?: Animation | undefined;
  }
}

const BUTTONS = 'button[type=button],[method=post] button';

/**
 * Remembers a button that was tapped before hydration, and makes it pulse (docs/decisions/046). The pulse is an
 * animation, because an attribute would break hydration. Links and searches work without code; forms that post wait for
 * validation.
 */
export const keepEarlyTap = `window.earlyTap=null;addEventListener('click',event=>{
if(window.earlyTap===undefined)return;
const button=window.earlyTap=event.target.closest('${BUTTONS}');
window.earlyPulse?.cancel();
window.earlyPulse=button?.animate({opacity:[1,.4,1]},{duration:1200,iterations:Infinity});
if(button?.type==='submit')event.preventDefault()
},true)`;

/** The button of the last tap that React has not handled, and the event of a tap during hydration. */
let tapped: HTMLElement | null = null;
let tapEvent: Event | null = null;
let isStoredStateRendered = false;

/** Call when hydration starts. */
export function captureEarlyTap(): void {
  tapped = globalThis.window.earlyTap ?? null;
  globalThis.window.earlyTap = undefined;
  addEventListener('click', recordUnhandledTap, { capture: true });
  addEventListener('click', forgetHandledTap);
}

/**
 * React stops a click on an element that it cannot hydrate yet, and drops it: the whole page while React Router decodes
 * its data, or a component whose code is loading (web/shop/popups/late-component.tsx).
 */
function recordUnhandledTap(event: MouseEvent): void {
  const button = (event.target as Element).closest<HTMLButtonElement>(BUTTONS);
  tapEvent = event;
  rememberTap(button && !isHydrated(button) ? button : null);
  if (tapped && button?.type === 'submit') event.preventDefault();
}

/** A click that arrives here was handled: React has hydrated its button for it. */
function forgetHandledTap(): void {
  if (tapped && isHydrated(tapped)) rememberTap(null);
}

/** Makes the button pulse; null ends the pulse. */
function rememberTap(button: HTMLElement | null): void {
  tapped = button;
  globalThis.window.earlyPulse?.cancel();
  globalThis.window.earlyPulse = button?.animate?.(
    { opacity: [1, 0.4, 1] },
    { duration: 1_200, iterations: Number.POSITIVE_INFINITY },
  );
}

/** React stores event handlers on elements that it has hydrated. */
const isHydrated = (element: HTMLElement): boolean => Object.keys(element).join().includes('__reactProps');

/** Replays a tap once its button has been hydrated. Does nothing while the tap itself is being handled. */
export function answerTap(): void {
  const button = tapped;
  const isBeingHandled = tapEvent !== null && tapEvent.eventPhase !== Event.NONE;
  if (!button || !isStoredStateRendered || isBeingHandled) return;
  if (button.isConnected && !isHydrated(button)) return;
  rememberTap(null);
  button.click();
}

/** Replays early input and taps after hydration, once the stored state has been rendered. */
export function answerEarlyTap(): void {
  requestAnimationFrame(async () => {
    await answerEarlyInput();
    isStoredStateRendered = true;
    answerTap();
  });
}
