import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeForRouteChange, closePopup, openPopup, setMenu, setOffline, usePopups } from './popups.ts';

beforeEach(() => usePopups.setState(usePopups.getInitialState(), true));
afterEach(() => vi.unstubAllGlobals());

it('switches the offline popup, the menu and each other popup independently [ST-120]', () => {
  const allClosed = { popup: null, offline: false, menu: false };
  expect(usePopups.getState()).toMatchObject(allClosed);
  for (const kind of ['unexpected', 'sign-in', 'cart'] as const) {
    openPopup({ kind });
    expect(usePopups.getState()).toMatchObject({ ...allClosed, popup: { kind } });
    closePopup();
    expect(usePopups.getState()).toMatchObject(allClosed);
  }
  openPopup({ kind: 'message', message: 'Sold out since' });
  expect(usePopups.getState()).toMatchObject({ ...allClosed, popup: { kind: 'message', message: 'Sold out since' } });
  closePopup();
  setOffline(true);
  expect(usePopups.getState()).toMatchObject({ ...allClosed, offline: true });
  setOffline(false);
  setMenu(true);
  expect(usePopups.getState()).toMatchObject({ ...allClosed, menu: true });
  setMenu(false);
  expect(usePopups.getState()).toMatchObject(allClosed);
});

it('shows only the latest popup, besides the offline popup', () => {
  openPopup({ kind: 'secure-mobile' });
  setOffline(true);
  openPopup({ kind: 'out-of-stock' });
  expect(usePopups.getState()).toMatchObject({ popup: { kind: 'out-of-stock' }, offline: true });
});

it('closes the menu and cart on a route change, but not messages that explain the change', () => {
  setMenu(true);
  openPopup({ kind: 'cart' });
  closeForRouteChange('next');
  expect(usePopups.getState()).toMatchObject({ popup: null, menu: false });
  openPopup({ kind: 'message', message: 'No such order' });
  closeForRouteChange('after');
  expect(usePopups.getState().popup).not.toBeNull();
});

it('keeps a menu open that was opened before the new page rendered', () => {
  vi.stubGlobal('history', { state: { key: 'next' } });
  setMenu(true);
  closeForRouteChange('next');
  expect(usePopups.getState().menu).toBe(true);
  closeForRouteChange('after');
  expect(usePopups.getState().menu).toBe(false);
});
