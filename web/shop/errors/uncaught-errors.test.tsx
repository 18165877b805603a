import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiError } from '#web/shared/api/api-error.ts';
import { keepEarlyErrors } from '#web/shared/errors/early-errors.ts';
import { showLoader, useLoaders } from '../state/loaders.ts';
import { usePopups } from '../state/popups.ts';
import { showError } from './show-error.ts';
import { showUncaughtErrors } from './uncaught-errors.ts';

beforeAll(() => showUncaughtErrors());
beforeEach(() => usePopups.setState(usePopups.getInitialState(), true));

const OURS = `${location.origin}/assets/product.js`;
const STRIPE = 'https://js.stripe.com/basil/stripe.js';

function thrownAt(address: string, message = 'x is undefined', name = 'TypeError'): Error {
  const stack = `${name}: ${message}\n    at tap (${address}:7:12)\n    at button (${OURS}:1:1)`;
  return Object.assign(new Error(message), { name, stack });
}
function afterError(error: unknown, { message = 'Uncaught', filename = OURS } = {}) {
  dispatchEvent(new ErrorEvent('error', { error, message, filename }));
  return usePopups.getState().popup?.kind ?? null;
}
function afterRejection(reason: unknown) {
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  const { popup, offline } = usePopups.getState();
  return offline ? 'offline' : (popup?.kind ?? null);
}

describe('an uncaught error', () => {
  it.each([
    ['thrown by a tap', thrownAt(OURS)],
    ['without a stack', Object.assign(new Error('x'), { stack: undefined })],
    ['with a Firefox stack trace', Object.assign(new Error('x'), { stack: `tap@${OURS}:7:12\n` })],
    ['whose message contains another URL', thrownAt(OURS, 'Could not read https://elsewhere.example/')],
    ['that is a string', 'x'],
  ])('shows the unexpected-error popup for an error %s, also when a promise rejects with it', (_what, error) => {
    expect(afterError(error)).toBe('unexpected');
    usePopups.setState({ popup: null });
    expect(afterRejection(error)).toBe('unexpected');
  });

  it.each([
    ['an error', () => new ErrorEvent('error', { error: thrownAt(OURS), message: 'x', filename: OURS })],
    ['a promise rejection', () => Object.assign(new Event('unhandledrejection'), { reason: thrownAt(OURS) })],
  ])('shows %s from before the listeners were ready, and shows it only once', (_what, event) => {
    const takeEarlyErrors = keepEarlyErrors();
    dispatchEvent(event());
    usePopups.setState({ popup: null });
    const early = takeEarlyErrors();
    dispatchEvent(event());
    usePopups.setState({ popup: null });
    expect(early).toHaveLength(1);
    showUncaughtErrors(early);
    expect(usePopups.getState().popup?.kind).toBe('unexpected');
  });

  it('does not show an early error again that was already shown and dismissed', () => {
    const error = thrownAt(OURS);
    const takeEarlyErrors = keepEarlyErrors();
    vi.spyOn(globalThis, 'reportError').mockImplementation((thrown) => {
      dispatchEvent(new ErrorEvent('error', { error: thrown, message: 'x', filename: OURS }));
    });
    showError(error);
    expect(usePopups.getState().popup?.kind).toBe('unexpected');
    usePopups.setState({ popup: null });
    showUncaughtErrors(takeEarlyErrors());
    expect(usePopups.getState().popup).toBeNull();
  });

  it('hides the loader after an uncaught error', () => {
    showLoader('global', 'Adding to your cart...');
    afterError(thrownAt(OURS));
    expect(useLoaders.getState().global).toBeNull();
  });

  it.each([
    ['an aborted request', thrownAt(OURS, 'The user aborted a request.', 'AbortError')],
    ['an error from a browser extension', thrownAt('chrome-extension://abcdef/content.js')],
    [
      'an error from a Firefox extension',
      Object.assign(new Error('x'), { stack: 'f@moz-extension://abcdef/content.js:1:2' }),
    ],
    ["an error from the payment provider's script", thrownAt(STRIPE)],
    ['a script that did not load', thrownAt(OURS, `Failed to fetch dynamically imported module: ${OURS}`)],
    ['a script that did not load in Firefox', thrownAt(OURS, 'error loading dynamically imported module')],
    ['a script that did not load in Safari', thrownAt(OURS, 'Importing a module script failed.')],
    ['a stylesheet that did not load', thrownAt(OURS, 'Unable to preload CSS for /assets/card.css')],
  ])("shows no popup for an error outside the shop's control: %s", (_what, error) => {
    const { message } = error;
    expect([afterError(error, { message: `Uncaught ${message}` }), afterRejection(error)]).toEqual([null, null]);
  });

  it('shows nothing for an error from a script of another origin', () => {
    expect(afterError(null, { message: 'Script error.', filename: '' })).toBeNull();
    expect(afterError('x', { filename: STRIPE })).toBeNull();
  });

  it('shows no popup for a ResizeObserver loop error', () => {
    const message = 'ResizeObserver loop completed with undelivered notifications.';
    expect(afterError(null, { message })).toBeNull();
    expect(afterError(new Error(message), { message: `Uncaught ${message}` })).toBeNull();
  });
});

describe('an unhandled failed call', () => {
  it('shows the error of an unhandled failed call once, as if it were handled', () => {
    const refused = apiError({ kind: 'http', status: 500, message: 'The till is shut.' });
    expect(afterRejection(refused)).toBe('message');
    usePopups.setState({ popup: null });
    expect(afterRejection(refused)).toBeNull();
    expect(afterRejection(apiError({ kind: 'offline' }))).toBe('offline');
  });

  it('shows nothing for errors already shown or reported, aborted calls and ended sessions', () => {
    const seen = apiError({ kind: 'http', status: 500 });
    showError(seen);
    usePopups.setState({ popup: null });
    expect(afterRejection(seen)).toBeNull();
    expect(afterRejection(apiError({ kind: 'aborted' }))).toBeNull();
    expect(afterRejection(apiError({ kind: 'http', status: 401 }))).toBeNull();
    expect(afterError(apiError({ kind: 'http', status: 500 }))).toBeNull();
  });
});
