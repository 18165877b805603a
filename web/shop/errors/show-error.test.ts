import { beforeEach, expect, it, vi } from 'vitest';
import { speakEnglish } from '#test/web/english.ts';
import { apiError } from '#web/shared/api/api-error.ts';
import { showLoader, useLoaders } from '../state/loaders.ts';
import { usePopups } from '../state/popups.ts';
import { errorText } from './error-text.ts';
import { showError } from './show-error.ts';

speakEnglish();
beforeEach(() => usePopups.setState(usePopups.getInitialState(), true));
const popup = () => usePopups.getState().popup;
/** What the popup will say. */
function words(): string {
  const shown = popup();
  if (shown?.kind !== 'message') throw new Error('There is no message.');
  return typeof shown.message === 'string' ? shown.message : errorText(shown.message);
}

it('ER-02 every error turns the loaders off', () => {
  showLoader('checkout', 'Updating Billing...');
  showError(apiError({ kind: 'aborted' }));
  expect(useLoaders.getState()).toEqual({ global: null, checkout: null });
  expect(popup()).toBeNull();
});

it("ER-03 ER-04 an error answer shows the server's message, or the sentence where it has none", () => {
  showError(apiError({ kind: 'http', status: 500, message: 'The till is shut.' }));
  expect(words()).toBe('The till is shut.');
  showError(apiError({ kind: 'http', status: 500 }));
  expect(words()).toBe('An Unexpected Error has occured. Please try again later.');
});

it('whatever words the server chooses stand there as they came [ER-26]', () => {
  for (const message of ['Closed for stocktaking until 3 pm.', '<b>No</b> & never "again"', 'Nein.']) {
    showError(apiError({ kind: 'http', status: 422, message }));
    expect(words()).toBe(message);
  }
});

it('ER-07 no answer shows the offline popup', () => {
  showError(apiError({ kind: 'offline' }));
  expect(usePopups.getState().offline).toBe(true);
});

it('an error of ours shows the unexpected-error popup and is reported', () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  showError(new TypeError('x is undefined'));
  expect(popup()).toEqual({ kind: 'unexpected' });
  expect(reported).toHaveBeenCalledOnce();
});
