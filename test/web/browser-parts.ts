import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { speakEnglish } from './english.ts';

/**
 * What jsdom leaves out and screens ask for: it lays nothing out, so nothing has a size, everything is in view and every
 * animation is over at once. What needs more than that is a browser journey (e2e/).
 */
class Observer {
  readonly #tell: (entries: object[]) => void;
  readonly #targets = new Set<Element>();
  constructor(tell: (entries: object[]) => void) {
    this.#tell = tell;
  }
  observe(target: Element) {
    this.#targets.add(target);
    observers.add(this);
    queueMicrotask(() => this.look([target]));
  }
  look(targets: Iterable<Element> = this.#targets, before: object[] = []) {
    const entries = this.entries(targets);
    if (entries.length > 0) this.#tell([...before, ...entries]);
  }
  entries(targets: Iterable<Element> = this.#targets) {
    const seen = [...targets].filter((target) => this.#targets.has(target));
    return seen.map((target) => ({
      target,
      isIntersecting: inView?.includes(target) ?? true,
      contentRect: target.getBoundingClientRect(),
    }));
  }
  unobserve(target: Element) {
    this.#targets.delete(target);
  }
  disconnect() {
    this.#targets.clear();
    observers.delete(this);
  }
}
const observers = new Set<Observer>();
/** Undefined while everything is. */
let inView: Element[] | undefined;

/**
 * Simulates scrolling: until the test ends, only the elements with these ids intersect the viewport. Without ids, none
 * do.
 */
export function scrollToParts(...ids: string[]): void {
  inView = ids.map((id) => {
    const part = document.getElementById(id);
    if (!part) throw new Error(`Nothing on the page has the id ${id}.`);
    return part;
  });
  for (const observer of observers) observer.look();
}

/**
 * Everything that is watched is in view again, as at the start of each test. Observers hear of it as from a browser that
 * was busy meanwhile: with what was in view before, in one call.
 */
export function scrollToEverything(): void {
  const before = [...observers].map((observer) => [observer, observer.entries()] as const);
  inView = undefined;
  for (const [observer, entries] of before) observer.look(undefined, entries);
}

/** Media queries that hold; a test that sets one finds it reset afterwards. */
export const media = { wide: false, dark: false };

vi.stubGlobal('IntersectionObserver', Observer);
vi.stubGlobal('ResizeObserver', Observer);
// What a page reports, as browsers do, instead of showing it, fails the test.
vi.stubGlobal('reportError', (error: unknown) => {
  queueMicrotask(() => {
    throw error;
  });
});
vi.stubGlobal('scrollTo', () => undefined);
vi.stubGlobal('matchMedia', (query: string) => ({
  media: query,
  matches: query.includes('min-width') ? media.wide : query.includes('dark') ? media.dark : query.includes('reduce'),
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));
/** What browsers draw none of, besides what has `hidden`. */
const NEVER_DRAWN = new Set(['HEAD', 'SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE']);
const [notDrawn, plain] = ['display: none', ''].map((css) =>
  Object.assign(document.createElement('i').style, { cssText: css }),
);
/**
 * What an element's own attributes say. Tests load no style sheets, and jsdom works out the browser's own for every
 * element that a role is looked for in: a fifth of a component test.
 */
vi.stubGlobal('getComputedStyle', (element: HTMLElement, pseudo?: string | null) => {
  if (pseudo) return plain;
  const isClosed = element.tagName === 'DIALOG' && !element.hasAttribute('open');
  return isClosed || element.hidden || NEVER_DRAWN.has(element.tagName) ? notDrawn : element.style;
});
Object.defineProperty(document, 'fonts', {
  value: Object.assign(new EventTarget(), { ready: Promise.resolve(), load: async () => [] }),
});
Object.assign(Element.prototype, {
  scrollIntoView: () => undefined,
  scrollTo: () => undefined,
  animate: () => ({ finished: Promise.resolve(), cancel: () => undefined, finish: () => undefined }),
  getAnimations: () => [],
});
HTMLCanvasElement.prototype.getContext = () => null;

/** Modal dialogs, the last one on top: focus goes in, Escape asks to close, and focus goes back where it was. */
const modals: { dialog: HTMLDialogElement; before: Element | null }[] = [];
const FOCUSABLE = 'a[href], button:not([disabled]), input:not([disabled]), select, textarea, [tabindex]';
const focus = HTMLElement.prototype.focus;
HTMLElement.prototype.focus = function (this: HTMLElement, options) {
  // React focuses before the dialog is open: browsers do nothing then.
  if (!this.closest('dialog:not([open])')) focus.call(this, options);
};
HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
  modals.push({ dialog: this, before: document.activeElement });
  this.open = true;
  this.querySelector<HTMLElement>(FOCUSABLE)?.focus();
};
HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
  const index = modals.findIndex(({ dialog }) => dialog === this);
  const [closed] = index === -1 ? [] : modals.splice(index, 1);
  this.open = false;
  if (closed?.before instanceof HTMLElement) closed.before.focus();
  this.dispatchEvent(new Event('close'));
};
document.addEventListener('keydown', ({ key, defaultPrevented }) => {
  const top = modals.at(-1)?.dialog;
  if (key !== 'Escape' || defaultPrevented || !top) return;
  if (top.dispatchEvent(new Event('cancel', { cancelable: true }))) top.close();
});

configure({
  // Screens work in a React root of their own, outside of act().
  reactStrictMode: false,
  // A busy machine takes many times as long as an idle one.
  asyncUtilTimeout: 20_000,
  // Finding elements by role is slow where each must be proved visible, and jsdom lays nothing out.
  defaultHidden: true,
});
speakEnglish();
afterEach(() => {
  cleanup();
  media.wide = false;
  media.dark = false;
  inView = undefined;
});
