import { beforeEach, expect, test, vi } from 'vitest';
import { showLoader, useLoaders } from '../state/loader.ts';
import { usePopups } from '../state/popups.ts';
import { apiError } from './api-error.ts';
import { showAddProblem, showProblem } from './problems.ts';

beforeEach(() => usePopups.setState(usePopups.getInitialState(), true));
const popup = () => usePopups.getState().popup;

test('ER-02 every error turns the loaders off', () => {
  showLoader('checkout', 'Updating Billing...');
  showProblem(apiError({ kind: 'aborted' }));
  expect(useLoaders.getState()).toEqual({ global: null, checkout: null, cart: null });
  expect(popup()).toBeNull();
});

test("ER-03 ER-04 an error answer shows the server's message, or the sentence where it has none", () => {
  showProblem(apiError({ kind: 'http', status: 500, message: 'The till is shut.' }));
  expect(popup()).toEqual({ kind: 'message', message: 'The till is shut.' });
  showProblem(apiError({ kind: 'http', status: 500 }));
  expect(popup()).toEqual({ kind: 'message', message: 'An Unexpected Error has occured. Please try again later.' });
});

test('whatever words the server chooses stand there as they came [ER-26]', () => {
  for (const message of ['Closed for stocktaking until 3 pm.', '<b>No</b> & never "again"', 'Nein.']) {
    for (const show of [showProblem, showAddProblem]) {
      show(apiError({ kind: 'http', status: 422, message }));
      expect(popup()).toEqual({ kind: 'message', message });
    }
  }
});

test('ER-07 no answer shows the offline popup', () => {
  showProblem(apiError({ kind: 'offline' }));
  expect(usePopups.getState().offline).toBe(true);
});

test('an error of ours shows the unexpected-error popup and is reported', () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  showProblem(new TypeError('x is undefined'));
  expect(popup()).toEqual({ kind: 'unexpected' });
  expect(reported).toHaveBeenCalledOnce();
});

test('ER-14 ER-15 refusals of an add', () => {
  const refused = (message: string) => showAddProblem(apiError({ kind: 'http', status: 400, message }));
  refused('Product that you are trying to add is not available.');
  expect(popup()).toEqual({ kind: 'out-of-stock' });
  refused('The requested qty is not available');
  expect(popup()).toEqual({
    kind: 'message',
    header: 'Qty not Available',
    message: 'The requested qty is not available',
  });
  refused('You need to choose options for your item.');
  expect(popup()).toEqual({ kind: 'message', message: 'You need to choose options for your item.' });
});
