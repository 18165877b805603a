import { beforeEach, expect, it, vi } from 'vitest';
import { speakEnglish } from '#test/web/english.ts';
import { apiError } from '#web/shared/api/api-error.ts';
import { showLoader, useLoaders } from '../state/loaders.ts';
import { usePopups } from '../state/popups.ts';
import { errorText } from './error-text.ts';
import { showError } from './show-error.ts';

speakEnglish();
beforeEach(() => usePopups.setState(usePopups.getInitialState(), true));
const readPopup = () => usePopups.getState().popup;
function readPopupText(): string {
  const shownPopup = readPopup();
  if (shownPopup?.kind !== 'message') throw new Error('There is no message.');
  return typeof shownPopup.message === 'string' ? shownPopup.message : errorText(shownPopup.message);
}

it('hides all loaders on any error [ER-02]', () => {
  showLoader('checkout', 'Updating Billing...');
  showError(apiError({ kind: 'aborted' }));
  expect(useLoaders.getState()).toEqual({ global: null, checkout: null });
  expect(readPopup()).toBeNull();
});

it("shows the server's message of an error response, or the default text if there is none [ER-03, ER-04]", () => {
  showError(apiError({ kind: 'http', status: 500, message: 'The till is shut.' }));
  expect(readPopupText()).toBe('The till is shut.');
  showError(apiError({ kind: 'http', status: 500 }));
  expect(readPopupText()).toBe('An Unexpected Error has occured. Please try again later.');
});

it("shows the server's message verbatim [ER-26]", () => {
  for (const message of ['Closed for stocktaking until 3 pm.', '<b>No</b> & never "again"', 'Nein.']) {
    showError(apiError({ kind: 'http', status: 422, message }));
    expect(readPopupText()).toBe(message);
  }
});

it('shows the offline popup when there is no response [ER-07]', () => {
  showError(apiError({ kind: 'offline' }));
  expect(usePopups.getState().offline).toBe(true);
});

it('reports a programming error and shows the unexpected-error popup', () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  showError(new TypeError('x is undefined'));
  expect(readPopup()).toEqual({ kind: 'unexpected' });
  expect(reported).toHaveBeenCalledOnce();
});
