import { answerEarlyInput } from './early-input.ts';

declare global {
  interface Window {
    /** The button tapped last, undefined once the page's code answers taps itself. */
    earlyTap?: HTMLElement | null | undefined;
    /** It pulses until it is answered. */
    earlyPulse?: Animation | undefined;
  }
}

/**
 * Pages can be seen and tapped before their code is there (docs/decisions/046). This script comes with the page and keeps
 * the button that was tapped, which pulses meanwhile: an attribute would be a surprise to React. Links lead on without code, and a search is sent; a form that posts waits for its checks.
 */
export const keepEarlyTap = `window.earlyTap=null;addEventListener('click',event=>{
if(window.earlyTap===undefined)return;
const button=window.earlyTap=event.target.closest('button[type=button],[method=post] button');
window.earlyPulse?.cancel();
window.earlyPulse=button?.animate({opacity:[1,.4,1]},{duration:1200,iterations:Infinity});
if(button?.type==='submit')event.preventDefault()
},true)`;

let tapped: HTMLElement | null = null;

/** Called when the page begins to answer taps. */
export function takeEarlyTap(): void {
  tapped = globalThis.window.earlyTap ?? null;
  globalThis.window.earlyTap = undefined;
  addEventListener('click', keepTapOfLatePart, { capture: true });
}

/**
 * Of a part whose code comes after the page's (web/shop/popups/late-component.tsx), the button that was tapped before.
 */
let tappedInLatePart: HTMLElement | null = null;

function keepTapOfLatePart({ target }: MouseEvent): void {
  const button = target instanceof Element ? target.closest<HTMLElement>('button[type=button]') : null;
  tappedInLatePart = button && !isAnswered(button) ? button : null;
  pulse(tappedInLatePart);
}

/** Shows that a tap is being answered; null ends it. */
function pulse(button: HTMLElement | null): void {
  globalThis.window.earlyPulse?.cancel();
  globalThis.window.earlyPulse = button?.animate?.(
    { opacity: [1, 0.4, 1] },
    { duration: 1_200, iterations: Number.POSITIVE_INFINITY },
  );
}

/** React notes on an element what answers its events. */
const isAnswered = (element: HTMLElement): boolean =>
  Object.keys(element).some((key) => key.startsWith('__reactProps'));

/** Called when a late part is there: does what was tapped in it before. */
export function answerTapOfLatePart(): void {
  const button = tappedInLatePart;
  if (!button?.isConnected || !isAnswered(button)) return;
  tappedInLatePart = null;
  pulse(null);
  button.click();
}

/** Called when the page is there: does what was typed and tapped before, once what the browser keeps is on screen too. */
export function answerEarlyTap(): void {
  requestAnimationFrame(async () => {
    await answerEarlyInput();
    if (tapped) pulse(null);
    if (tapped?.isConnected) tapped.click();
    tapped = null;
  });
}
