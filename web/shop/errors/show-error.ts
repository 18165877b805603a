import { isApiError } from '#web/shared/api/api-error.ts';
import { hideLoaders } from '../state/loaders.ts';
import { openPopup, setOffline } from '../state/popups.ts';

/**
 * The one answer to a failed call: loaders off; no answer -> offline popup; an error answer -> message popup with the
 * words for its code, else the server's; given up -> silence; a 401 -> silence, the page is leaving for /signin
 * already. Anything that is no ApiError is an error of ours: the unexpected-error popup.
 */
export function showError(error: unknown): void {
  hideLoaders();
  if (typeof error === 'object' && error !== null) shown.add(error);
  if (!isApiError(error)) {
    reportError(error);
    openPopup({ kind: 'unexpected' });
    return;
  }
  if (error.kind === 'offline') setOffline(true);
  if (error.kind === 'http' && error.status !== 401) {
    openPopup({ kind: 'message', message: error });
  }
}

const shown = new WeakSet<object>();

/** Whether the customer has seen this very error. */
export const isShown = (error: unknown): boolean => shown.has(error as object);
