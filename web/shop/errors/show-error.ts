import { isApiError } from '#web/shared/api/api-error.ts';
import { hideLoaders } from '../state/loaders.ts';
import { openPopup, setOffline } from '../state/popups.ts';

/**
 * Handles every failed call. Shows nothing for aborted calls and 401s (the page is already leaving for /signin). An
 * error that is not an ApiError is a bug: reports it and shows the unexpected-error popup.
 */
export function showError(error: unknown): void {
  hideLoaders();
  if (typeof error === 'object' && error !== null) shownErrors.add(error);
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

const shownErrors = new WeakSet<object>();

export const isShown = (error: unknown): boolean => shownErrors.has(error as object);
