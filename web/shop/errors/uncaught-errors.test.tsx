import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiError } from '#web/shared/api/api-error.ts';
import { collectEarlyErrors } from '#web/shared/errors/early-errors.ts';
import { showLoader, useLoaders } from '../state/loaders.ts';
import { usePopups } from '../state/popups.ts';
import { showError } from './show-error.ts';
import { showUncaughtErrors } from './uncaught-errors.ts';

beforeAll(() => showUncaughtErrors());
beforeEach(() => usePopups.setState(usePopups.getInitialState(), true));

const OURS = `${location.origin}/assets/product.js`;
const STRIPE = 'https://js.stripe.com/basil/stripe.js';

function createErrorAt(address: string, message = 'x is undefined', name = 'TypeError'): Error {
  const stack = `${name}: ${message}\n    at tap (${address}:7:12)\n    at button (${OURS}:1:1)`;
  return Object.assign(new Error(message), { name, stack });
}
function dispatchUncaughtError(error: unknown, { message = 'Uncaught', filename = OURS } = {}) {
  dispatchEvent(new ErrorEvent('error', { error, message, filename }));
  return usePopups.getState().popup?.kind ?? null;
}
function dispatchRejection(reason: unknown) {
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  const { popup, offline } = usePopups.getState();
  return offline ? 'offline' : (popup?.kind ?? null);
}

describe('an uncaught error', () => {
  it.each([
    ['thrown by a tap', createErrorAt(OURS)],
    ['without a stack', Object.assign(new Error('x'), { stack: undefined })],
    ['with a Firefox stack trace', Object.assign(new Error('x'), { stack: `tap@${OURS}:7:12\n` })],
    ['whose message contains another URL', createErrorAt(OURS, 'Could not read https://elsewhere.example/')],
    ['that is a string', 'x'],
  ])('shows the unexpected-error popup for an error %s, also when a promise rejects with it', (_what, error) => {
    expect(dispatchUncaughtError(error)).toBe('unexpected');
    usePopups.setState({ popup: null });
    expect(dispatchRejection(error)).toBe('unexpected');
  });

  it.each([
    ['an error', () => new ErrorEvent('error', { error: createErrorAt(OURS), message: 'x', filename: OURS })],
    ['a promise rejection', () => Object.assign(new Event('unhandledrejection'), { reason: createErrorAt(OURS) })],
  ])('shows %s from before the listeners were ready, and shows it only once', (_what, event) => {
    const takeEarlyErrors = collectEarlyErrors();
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
    const error = createErrorAt(OURS);
    const takeEarlyErrors = collectEarlyErrors();
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
    dispatchUncaughtError(createErrorAt(OURS));
    expect(useLoaders.getState().global).toBeNull();
  });

  it.each([
    ['an aborted request', createErrorAt(OURS, 'The user aborted a request.', 'AbortError')],
    ['an error from a browser extension', createErrorAt('chrome-extension://abcdef/content.js')],
    [
      'an error from a Firefox extension',
      Object.assign(new Error('x'), { stack: 'f@moz-extension://abcdef/content.js:1:2' }),
    ],
    ["an error from the payment provider's script", createErrorAt(STRIPE)],
    ['a script that did not load', createErrorAt(OURS, `Failed to fetch dynamically imported module: ${OURS}`)],
    ['a script that did not load in Firefox', createErrorAt(OURS, 'error loading dynamically imported module')],
    ['a script that did not load in Safari', createErrorAt(OURS, 'Importing a module script failed.')],
    ['a stylesheet that did not load', createErrorAt(OURS, 'Unable to preload CSS for /assets/card.css')],
  ])("shows no popup for an error outside the shop's control: %s", (_what, error) => {
    const { message } = error;
    expect([dispatchUncaughtError(error, { message: `Uncaught ${message}` }), dispatchRejection(error)]).toEqual([
      null,
      null,
    ]);
  });

  it('shows nothing for an error from a script of another origin', () => {
    expect(dispatchUncaughtError(null, { message: 'Script error.', filename: '' })).toBeNull();
    expect(dispatchUncaughtError('x', { filename: STRIPE })).toBeNull();
  });

  it('shows no popup for a ResizeObserver loop error', () => {
    const message = 'ResizeObserver loop completed with undelivered notifications.';
    expect(dispatchUncaughtError(null, { message })).toBeNull();
    expect(dispatchUncaughtError(new Error(message), { message: `Uncaught ${message}` })).toBeNull();
  });
});

describe('an unhandled failed call', () => {
  it('shows the error of an unhandled failed call once, as if it were handled', () => {
    const refused = apiError({ kind: 'http', status: 500, message: 'The till is shut.' });
    expect(dispatchRejection(refused)).toBe('message');
    usePopups.setState({ popup: null });
    expect(dispatchRejection(refused)).toBeNull();
    expect(dispatchRejection(apiError({ kind: 'offline' }))).toBe('offline');
  });

  it('shows nothing for errors already shown or reported, aborted calls and ended sessions', () => {
    const seen = apiError({ kind: 'http', status: 500 });
    showError(seen);
    usePopups.setState({ popup: null });
    expect(dispatchRejection(seen)).toBeNull();
    expect(dispatchRejection(apiError({ kind: 'aborted' }))).toBeNull();
    expect(dispatchRejection(apiError({ kind: 'http', status: 401 }))).toBeNull();
    expect(dispatchUncaughtError(apiError({ kind: 'http', status: 500 }))).toBeNull();
  });
});
