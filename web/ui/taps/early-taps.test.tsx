import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as EarlyTaps from './early-taps.ts';

let taps: typeof EarlyTaps;
let handled: string[];

/** Adds a button as server-rendered HTML, before React hydrates it. */
function addButton(type: 'button' | 'submit'): HTMLButtonElement {
  document.body.innerHTML = `<form method="post"><button type="${type}">Pay</button></form>`;
  return document.querySelector('button') as HTMLButtonElement;
}

const hydrate = (button: HTMLButtonElement) => {
  Object.assign(button, { __reactPropsTest: {} });
  button.addEventListener('click', () => handled.push('click'));
};

const settle = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

beforeEach(async () => {
  vi.resetModules();
  taps = await import('./early-taps.ts');
  handled = [];
  globalThis.window.earlyTap = null;
  taps.captureEarlyTap();
});
afterEach(() => {
  document.body.innerHTML = '';
});

it('replays a tap that React dropped because the page could not be hydrated yet', async () => {
  const button = addButton('button');
  // React stops a click on a page whose data is still being decoded.
  document.addEventListener('click', (event) => event.stopPropagation(), { capture: true, once: true });
  button.click();
  hydrate(button);
  expect(handled).toEqual([]);
  taps.answerEarlyTap();
  await settle();
  expect(handled).toEqual(['click']);
});

it('does not repeat a tap that React handled by hydrating its button', async () => {
  const button = addButton('button');
  document.addEventListener('click', () => hydrate(button), { capture: true, once: true });
  button.click();
  taps.answerEarlyTap();
  await settle();
  expect(handled).toEqual(['click']);
});

it('posts no form before its button is hydrated', async () => {
  const button = addButton('submit');
  const posted = vi.fn((event: Event) => event.preventDefault());
  document.querySelector('form')?.addEventListener('submit', posted);
  button.click();
  expect(posted).not.toHaveBeenCalled();
  hydrate(button);
  taps.answerEarlyTap();
  await settle();
  expect([handled, posted.mock.calls.length]).toEqual([['click'], 1]);
});

it('waits for a component whose code is still loading', async () => {
  const button = addButton('button');
  taps.answerEarlyTap();
  await settle();
  button.click();
  taps.answerTap();
  expect(handled).toEqual([]);
  hydrate(button);
  taps.answerTap();
  expect(handled).toEqual(['click']);
});
