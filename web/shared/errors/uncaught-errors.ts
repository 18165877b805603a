import { isApiError } from '../api/api-error.ts';
import type { UncaughtEvent } from './early-errors.ts';

/** What an app shows of errors that nobody caught. */
export type UncaughtErrors = {
  /** A call that failed */
  onFailedCall: (error: unknown) => void;
  onUnexpected: () => void;
  /** It was shown where it came up. */
  isShown?: (error: unknown) => boolean;
};

/**
 * An error that a tap threw, or a promise that failed without anybody to handle it: in place of a button that does
 * nothing. `early`: what failed before. Returns how to stop.
 */
export function listenForUncaught(app: UncaughtErrors, early: readonly UncaughtEvent[] = []): () => void {
  const { isShown = () => false, onFailedCall, onUnexpected } = app;
  const show = (event: UncaughtEvent): void => {
    if (!('reason' in event)) {
      const { error, message, filename } = event;
      // What is reported of a call, or was shown, is for the log: it was dealt with where it came up.
      if (isApiError(error) || isShown(error) || isNoise(error, message) || isForeign(filename)) return;
      // Scripts of other origins say no more than 'Script error.'
      if (error !== null && error !== undefined) onUnexpected();
      return;
    }
    const { reason } = event;
    if (isApiError(reason)) {
      if (!isShown(reason)) onFailedCall(reason);
    } else if (!isNoise(reason, textOf(reason))) onUnexpected();
  };
  addEventListener('error', show);
  addEventListener('unhandledrejection', show);
  for (const event of early) show(event);
  return () => {
    removeEventListener('error', show);
    removeEventListener('unhandledrejection', show);
  };
}

const RESIZE_OBSERVER = /^(Uncaught )?ResizeObserver loop/;
/** In the words of Chromium, Firefox and Safari; ../offline/code-missing.ts deals with these. */
const CODE_MISSING = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;

function isNoise(error: unknown, words: string): boolean {
  const name = (error as { name?: unknown } | null | undefined)?.name;
  // A picture, a call or a page change that was given up; sharing or choosing a contact that the customer closed.
  if (name === 'AbortError') return true;
  return RESIZE_OBSERVER.test(words) || CODE_MISSING.test(words) || isForeign(firstAddress(error));
}

function textOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}

/** Where it was thrown: the topmost address of its stack, '' when there is none. */
function firstAddress(error: unknown): string {
  const stack = error instanceof Error ? error.stack : '';
  return /[a-z-]+:\/\/[^\s)]+/i.exec(stackLines(stack))?.[0] ?? '';
}

/** Without the message, which may name any address. */
function stackLines(stack = ''): string {
  return stack
    .split('\n')
    .filter((line) => /^\s*at |@/.test(line))
    .join('\n');
}

/** Another origin's: a browser extension, the payment provider's script. */
function isForeign(address: string): boolean {
  return address !== '' && !address.startsWith(`${location.origin}/`) && /^[a-z-]+:\/\//i.test(address);
}
