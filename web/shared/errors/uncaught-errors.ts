import { isApiError } from '../api/api-error.ts';
import type { UncaughtEvent } from './early-errors.ts';

export type UncaughtErrors = {
  onFailedCall: (error: unknown) => void;
  onUnexpected: () => void;
  isShown?: (error: unknown) => boolean;
};

/**
 * Shows errors of taps and unhandled rejections, so that no button fails silently. `early`: errors from before this
 * call.
 */
export function listenForUncaught(app: UncaughtErrors, early: readonly UncaughtEvent[] = []): () => void {
  const { isShown = () => false, onFailedCall, onUnexpected } = app;
  const show = (event: UncaughtEvent): void => {
    if (!('reason' in event)) {
      const { error, message, filename } = event;
      // Failed calls, and errors that are already shown, were handled where they occurred.
      if (isApiError(error) || isShown(error) || isNoise(error, message) || isForeign(filename)) return;
      // For errors in scripts of other origins, the browser reports only 'Script error.' and no error object, so these
      // are ignored.
      if (error !== null && error !== undefined) onUnexpected();
      return;
    }
    const { reason } = event;
    if (isApiError(reason)) {
      if (!isShown(reason)) onFailedCall(reason);
    } else if (!isNoise(reason, toReasonText(reason))) onUnexpected();
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
/** Error messages of Chromium, Firefox and Safari for code that cannot be loaded; see ../offline/code-missing.ts. */
const CODE_MISSING = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;

function isNoise(error: unknown, words: string): boolean {
  const name = (error as { name?: unknown } | null | undefined)?.name;
  // The browser cancelled a load, or the customer closed a share dialog or contact picker.
  if (name === 'AbortError') return true;
  return RESIZE_OBSERVER.test(words) || CODE_MISSING.test(words) || isForeign(findFirstAddress(error));
}

function toReasonText(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}

function findFirstAddress(error: unknown): string {
  const stack = error instanceof Error ? error.stack : '';
  return /[a-z-]+:\/\/[^\s)]+/i.exec(stackLines(stack))?.[0] ?? '';
}

/** Returns the stack frames without the message, which may contain any URL. */
function stackLines(stack = ''): string {
  return stack
    .split('\n')
    .filter((line) => /^\s*at |@/.test(line))
    .join('\n');
}

function isForeign(address: string): boolean {
  return address !== '' && !address.startsWith(`${location.origin}/`) && /^[a-z-]+:\/\//i.test(address);
}
