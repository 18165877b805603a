import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { sellers } from '#gallery/fixtures/sellers.ts';
import { drawPart } from '#test/web/draw-part.tsx';
import { openShop } from '#test/web/open-shop.ts';
import { hideLoader, showLoader } from '../state/loaders.ts';
import { openPopup, setOffline, usePopups } from '../state/popups.ts';
import { lazyComponent } from './lazy-component.tsx';

const Greeting = ({ name }: { name: string }) => <p>{`Hello ${name}`}</p>;

test('the loader says what is waited for, or that it loads', async () => {
  const { page } = await openShop({ at: '/browse' });
  showLoader('global', 'Verifying Token...');
  expect((await page.findByText('Verifying Token...')).closest('[role=status]')).toBeTruthy();
  showLoader('global');
  await waitFor(() => expect(page.queryByText('Verifying Token...')).toBeNull());
  expect(page.getByText('Loading')).toBeTruthy();
  hideLoader();
  await waitFor(() => expect(page.queryByText('Loading')).toBeNull());
});

describe('popups', () => {
  test.each([
    ['a message', { kind: 'message', message: 'Sold out since' }, 'Sold out since', 'Something Went Wrong'],
    ['a message with a header', { kind: 'message', header: 'Oh', message: 'Sold out since' }, 'Sold out since', 'Oh'],
    [
      'unexpected',
      { kind: 'unexpected' },
      'An Unexpected Error has occured. Please try again later.',
      'Unexpected Error',
    ],
    ['out of stock', { kind: 'out-of-stock' }, 'Product is out of stock.', 'Out of Stock'],
  ] as const)('%s is named by its title, begins on OK, and OK closes it', async (_what, popup, words, title) => {
    const { page, user } = await openShop({ at: '/privacy', popup, shows: words });
    expect(page.getByRole('dialog', { name: title })).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('OK');
    await user.keyboard('{Enter}');
    expect(page.queryByRole('dialog')).toBeNull();
  });

  test('a tap anywhere closes the unexpected error, a tap on the words of a message does not close it', async () => {
    const { page, user } = await openShop({ at: '/privacy', popup: { kind: 'unexpected' }, shows: 'Unexpected Error' });
    await user.click(page.getByText(/An Unexpected Error has occured/));
    expect(page.queryByRole('dialog')).toBeNull();
    openPopup({ kind: 'message', message: 'Stay' });
    await user.click(await page.findByText('Stay'));
    expect(page.getByRole('dialog')).toBeTruthy();
    await user.click(page.getByRole('dialog'));
    expect(page.queryByRole('dialog')).toBeNull();
  });

  test('offline lies over another popup, begins on Refresh, and leaves it there', async () => {
    const { page, user } = await openShop({ at: '/privacy', popup: { kind: 'sign-in' }, shows: 'Send Mobile Code' });
    setOffline(true);
    await page.findByText('No connection');
    expect(page.getAllByRole('dialog')).toHaveLength(2);
    expect(document.activeElement?.textContent).toBe('Refresh');
    await user.keyboard('{Escape}');
    expect(page.queryByText('No connection')).toBeNull();
    expect(page.getByText('Send Mobile Code')).toBeTruthy();
  });

  test('a message and offline never lie on each other: the message comes when offline is closed', async () => {
    const { page, user } = await openShop({ at: '/privacy', popup: { kind: 'message', message: 'Oh' }, shows: 'Oh' });
    setOffline(true);
    await page.findByText('No connection');
    expect(page.getAllByRole('dialog')).toHaveLength(1);
    await user.keyboard('{Escape}');
    expect(page.getByText('Oh')).toBeTruthy();
    expect(page.getAllByRole('dialog')).toHaveLength(1);
  });

  test('supplied by leads to the seller and closes', async () => {
    const { page, user } = await openShop({
      at: '/privacy',
      popup: { kind: 'supplied-by', seller: sellers.tide },
      shows: sellers.tide.popup_description || sellers.tide.description,
    });
    await user.click(page.getByText('See what they sell'));
    expect(await page.findByRole('heading', { level: 1, name: sellers.tide.name })).toBeTruthy();
    expect(page.queryByRole('dialog')).toBeNull();
  });

  test('the back button closes what is open and stays on the page', async () => {
    const { page } = await openShop({
      at: '/privacy',
      popup: { kind: 'secure-mobile' },
      shows: 'Your mobile keeps you safe',
    });
    history.back();
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    expect(page.getByText('Print or save')).toBeTruthy();
  });
});

describe('a popup whose code comes later', () => {
  test('waits with a busy shape, then is there; drawn again it is there at once', async () => {
    const load = vi.fn(async () => Greeting);
    const Later = lazyComponent(load);
    const { container, unmount } = drawPart(<Later name="Ann" />);
    expect(container.querySelector('[aria-busy=true]')).toBeTruthy();
    expect(await screen.findByText('Hello Ann')).toBeTruthy();
    unmount();
    drawPart(<Later name="Bo" />);
    expect(screen.getByText('Hello Bo')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('and does not come is the offline popup', async () => {
    usePopups.setState(usePopups.getInitialState(), true);
    const Later = lazyComponent<{ name: string }>(async () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    drawPart(<Later name="Ann" />);
    await waitFor(() => expect(usePopups.getState().offline).toBe(true));
    expect(screen.queryByText('Hello Ann')).toBeNull();
  });
});
