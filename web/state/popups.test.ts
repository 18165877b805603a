import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeForRouteChange, openPopup, setMenu, setOffline, usePopups } from './popups.ts';

beforeEach(() => usePopups.setState(usePopups.getInitialState(), true));
afterEach(() => vi.unstubAllGlobals());

test('one popup at a time, the latest wins, and offline is kept beside it', () => {
  openPopup({ kind: 'secure-mobile' });
  setOffline(true);
  openPopup({ kind: 'out-of-stock' });
  expect(usePopups.getState()).toMatchObject({ popup: { kind: 'out-of-stock' }, offline: true });
});

test('a route change closes the menu and the cart, but not what explains the change', () => {
  setMenu(true);
  openPopup({ kind: 'cart' });
  closeForRouteChange('next');
  expect(usePopups.getState()).toMatchObject({ popup: null, menu: false });
  openPopup({ kind: 'message', message: 'No such order' });
  closeForRouteChange('after');
  expect(usePopups.getState().popup).not.toBeNull();
});

test('a menu that was opened since the address changed stays when the new page is drawn', () => {
  vi.stubGlobal('history', { state: { key: 'next' } });
  setMenu(true);
  closeForRouteChange('next');
  expect(usePopups.getState().menu).toBe(true);
  closeForRouteChange('after');
  expect(usePopups.getState().menu).toBe(false);
});
