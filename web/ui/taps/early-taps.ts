import { answerEarlyInput } from './early-input.ts';

declare global {
  interface Window {
    /** The button tapped last, undefined once the page's code answers taps itself. */
    earlyTap?: HTMLElement | null | undefined;
  }
}

/**
 * Pages can be seen and tapped before their code is there (docs/decisions/046). This script comes with the page and keeps
 * the button that was tapped. Links lead on without code, and a search is sent; a form that posts waits for its checks.
 */
export const keepEarlyTap = `window.earlyTap=null;addEventListener('click',event=>{
if(window.earlyTap===undefined)return;
const button=window.earlyTap=event.target.closest('button[type=button],[method=post] button');
if(button?.type==='submit')event.preventDefault()
},true)`;

let tapped: HTMLElement | null = null;

/** Called when the page begins to answer taps. */
export function takeEarlyTap(): void {
  tapped = globalThis.window.earlyTap ?? null;
  globalThis.window.earlyTap = undefined;
}

/** Called when the page is there: does what was typed and tapped before, once what the browser keeps is on screen too. */
export function answerEarlyTap(): void {
  requestAnimationFrame(async () => {
    await answerEarlyInput();
    if (tapped?.isConnected) tapped.click();
    tapped = null;
  });
}
