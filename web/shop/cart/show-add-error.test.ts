import { beforeEach, expect, it } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { speakEnglish } from '#test/web/english.ts';
import { apiError } from '#web/shared/api/api-error.ts';
import { errorText } from '../errors/error-text.ts';
import { usePopups } from '../state/popups.ts';
import { showAddError } from './show-add-error.ts';

speakEnglish();
beforeEach(() => usePopups.setState(usePopups.getInitialState(), true));
function readPopup() {
  const shownPopup = usePopups.getState().popup;
  if (shownPopup?.kind !== 'message' || typeof shownPopup.message === 'string') return shownPopup;
  return { ...shownPopup, message: errorText(shownPopup.message) };
}

it('names the stock, quantity or option error when a product cannot be added [ER-14, ER-15]', () => {
  const refused = (code: ErrorCode) =>
    showAddError(apiError({ kind: 'http', status: 400, code, message: 'Not today' }));
  refused('not_available');
  expect(readPopup()).toEqual({ kind: 'out-of-stock' });
  refused('qty_not_available');
  expect(readPopup()).toEqual({
    kind: 'message',
    header: 'Qty not Available',
    message: 'The requested qty is not available',
  });
  refused('options_needed');
  expect(readPopup()).toEqual({ kind: 'message', message: 'You need to choose options for your item.' });
});

it("shows the server's message verbatim when a product cannot be added [ER-26]", () => {
  for (const message of ['Closed for stocktaking until 3 pm.', '<b>No</b> & never "again"', 'Nein.']) {
    showAddError(apiError({ kind: 'http', status: 422, message }));
    expect(readPopup()).toEqual({ kind: 'message', message });
  }
});
