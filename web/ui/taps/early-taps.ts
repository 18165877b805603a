import { answerEarlyInput } from './early-input.ts';

declare global {
  interface Window {
    /** undefined once the page handles taps. */
    earlyTap?: HTMLElement | null | undefined;
    earlyPulse?: Animation | undefined;
  }
}

/**
 * Remembers a button that was tapped before hydration, and makes it pulse (docs/decisions/046). The pulse is an
 * animation, because an attribute would break hydration. Links and searches work without code; forms that post wait for
 * validation.
 */
export const keepEarlyTap = `window.earlyTap=null;addEventListener('click',event=>{
if(window.earlyTap===undefined)return;
const button=window.earlyTap=event.target.closest('button[type=button],[method=post] button');
window.earlyPulse?.cancel();
window.earlyPulse=button?.animate({opacity:[1,.4,1]},{duration:1200,iterations:Infinity});
if(button?.type==='submit')event.preventDefault()
},true)`;

let tapped: HTMLElement | null = null;

/** Call when the page starts to handle taps. */
export function captureEarlyTap(): void {
  tapped = globalThis.window.earlyTap ?? null;
  globalThis.window.earlyTap = undefined;
  addEventListener('click', recordLateTap, { capture: true });
}

/** The button that was tapped before its component had loaded (web/shop/popups/late-component.tsx). */
let tappedInLatePart: HTMLElement | null = null;

function recordLateTap({ target }: MouseEvent): void {
  const button = target instanceof Element ? target.closest<HTMLElement>('button[type=button]') : null;
  tappedInLatePart = button && !isAnswered(button) ? button : null;
  pulse(tappedInLatePart);
}

function pulse(button: HTMLElement | null): void {
  globalThis.window.earlyPulse?.cancel();
  globalThis.window.earlyPulse = button?.animate?.(
    { opacity: [1, 0.4, 1] },
    { duration: 1_200, iterations: Number.POSITIVE_INFINITY },
  );
}

/** React stores event handlers on elements that it has hydrated. */
const isAnswered = (element: HTMLElement): boolean =>
  Object.keys(element).some((key) => key.startsWith('__reactProps'));

/** Replays the tap once the component has hydrated. */
export function answerTapOfLatePart(): void {
  const button = tappedInLatePart;
  if (!button?.isConnected || !isAnswered(button)) return;
  tappedInLatePart = null;
  pulse(null);
  button.click();
}

/** Replays early input and taps after hydration, once the stored state has been rendered. */
export function answerEarlyTap(): void {
  requestAnimationFrame(async () => {
    await answerEarlyInput();
    if (tapped) pulse(null);
    if (tapped?.isConnected) tapped.click();
    tapped = null;
  });
}
