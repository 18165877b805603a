import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { speakEnglish } from './english.ts';

/**
 * jsdom has no layout: nothing has a size, everything is in view, and animations end immediately. Anything else needs a
 * browser journey (e2e/).
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
let inView: Element[] | undefined;

/** Simulates scrolling: until the test ends, only these elements intersect the viewport. */
export function scrollToParts(...ids: string[]): void {
  inView = ids.map((id) => {
    const part = document.getElementById(id);
    if (!part) throw new Error(`Nothing on the page has the id ${id}.`);
    return part;
  });
  for (const observer of observers) observer.look();
}

/**
 * Brings everything into view. Calls each observer once with its entries from before and after, as a busy browser
 * would.
 */
export function scrollToEverything(): void {
  const before = [...observers].map((observer) => [observer, observer.entries()] as const);
  inView = undefined;
  for (const [observer, entries] of before) observer.look(undefined, entries);
}

export const media = { wide: false, dark: false };

vi.stubGlobal('IntersectionObserver', Observer);
vi.stubGlobal('ResizeObserver', Observer);
// Fails the test on errors that browsers only report.
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
const NEVER_DRAWN = new Set(['HEAD', 'SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE']);
const [notDrawn, plain] = ['display: none', ''].map((css) =>
  Object.assign(document.createElement('i').style, { cssText: css }),
);
/**
 * Reads only the element's own attributes: tests load no style sheets, and jsdom's computed styles take a fifth of a
 * component test.
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

/** The open modal dialogs, the topmost last. Like in a browser, they take focus, close on Escape and restore focus. */
const modals: { dialog: HTMLDialogElement; before: Element | null }[] = [];
const FOCUSABLE = 'a[href], button:not([disabled]), input:not([disabled]), select, textarea, [tabindex]';
const focus = HTMLElement.prototype.focus;
HTMLElement.prototype.focus = function (this: HTMLElement, options) {
  // React focuses elements before their dialog opens; browsers ignore that.
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
  reactStrictMode: false,
  // Busy machines take many times longer than the default timeout allows.
  asyncUtilTimeout: 20_000,
  // Checking visibility in role queries is slow and useless without layout.
  defaultHidden: true,
});
speakEnglish();
afterEach(() => {
  cleanup();
  media.wide = false;
  media.dark = false;
  inView = undefined;
});
