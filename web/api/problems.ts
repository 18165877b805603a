import { hideLoaders } from '../state/loader.ts';
import { openPopup, setOffline } from '../state/popups.ts';
import { isApiError } from './api-error.ts';

export const UNEXPECTED_SENTENCE = 'An Unexpected Error has occured. Please try again later.';

/**
 * The one answer to a failed call (section 8, OQ-143): loaders off; no answer -> offline popup; an error answer -> message
 * popup with the server's words; given up -> silence; a 401 -> silence, the page is leaving for /signin already.
 * Anything that is no ApiError is a fault of ours: the unexpected-error popup.
 */
export function showProblem(error: unknown): void {
  hideLoaders();
  if (!isApiError(error)) {
    reportError(error);
    openPopup({ kind: 'unexpected' });
    return;
  }
  if (error.kind === 'offline') setOffline(true);
  if (error.kind === 'http' && error.status !== 401) {
    openPopup({ kind: 'message', message: error.message || UNEXPECTED_SENTENCE });
  }
}

/** ER-14, ER-15, OQ-146: what the shop says when a product cannot be added. */
export function showAddProblem(error: unknown): void {
  if (!isApiError(error) || error.status !== 400) {
    showProblem(error);
    return;
  }
  hideLoaders();
  const { message } = error;
  if (message === 'Product that you are trying to add is not available.') openPopup({ kind: 'out-of-stock' });
  else if (message.startsWith('The requested qty is not available')) {
    openPopup({ kind: 'message', header: 'Qty not Available', message });
  } else openPopup({ kind: 'message', message: message || UNEXPECTED_SENTENCE });
}
