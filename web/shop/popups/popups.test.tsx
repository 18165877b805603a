import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { novel } from '#gallery/fixtures/products.ts';
import { sellers } from '#gallery/fixtures/sellers.ts';
import { openPage } from '#test/web/customer-page.ts';
import { drawPart } from '#test/web/draw-part.tsx';
import { openShop } from '#test/web/open-shop.ts';
import { holdAnswer, refuse, throwOffline } from '#test/web/watch-calls.ts';
import { brand } from '#web/shared/brand/brand.ts';
import { onCodeUnreachable } from '#web/shared/offline/code-missing.ts';
import { hideLoader, showLoader } from '../state/loaders.ts';
import { closePopup, openPopup, setMenu, setOffline, usePopups } from '../state/popups.ts';
import { lazyComponent } from './lazy-component.tsx';

const Greeting = ({ name }: { name: string }) => <p>{`Hello ${name}`}</p>;

describe('loader overlay', () => {
  it('shows the given message or Loading until the loader is hidden', async () => {
    const { page } = await openShop({ url: '/browse' });
    showLoader('global', 'Verifying Token...');
    expect((await page.findByText('Verifying Token...')).closest('[role=status]')).toBeTruthy();
    showLoader('global');
    await waitFor(() => expect(page.queryByText('Verifying Token...')).toBeNull());
    expect(page.getByText('Loading')).toBeTruthy();
    hideLoader();
    await waitFor(() => expect(page.queryByText('Loading')).toBeNull());
  });

  it.each([
    ['an error', refuse(500, { message: 'No room in the cart.' }), 'Something Went Wrong', 'No room in the cart.'],
    ['a lost response', throwOffline, 'No connection', "You're offline."],
  ])(
    'covers the page with a loader during a call and hides the loader after %s [PO-14, ER-02]',
    async (_what, failure, title, words) => {
      const answer = holdAnswer(undefined);
      const { page, tap, text } = await openPage({
        url: `/product/${novel().id}`,
        shows: 'Add to Cart',
        answers: { 'POST carts/mine/items': () => answer.answer().then(failure) },
      });
      await tap('Add to Cart');
      const message = await page.findByText('Adding to your cart...');
      expect(message.closest('[role=status] .fixed.inset-0')).toBeTruthy();
      answer.release();
      expect((await page.findByRole('dialog', { name: title })).textContent).toContain(words);
      expect(text()).not.toContain('Adding to your cart...');
    },
  );
});

describe('popups', () => {
  it.each([
    ['message', { kind: 'message', message: 'Sold out since' }, 'Sold out since', 'Something Went Wrong'],
    ['message with a header', { kind: 'message', header: 'Oh', message: 'Sold out since' }, 'Sold out since', 'Oh'],
    [
      'unexpected',
      { kind: 'unexpected' },
      'An Unexpected Error has occured. Please try again later.',
      'Unexpected Error',
    ],
    ['out of stock', { kind: 'out-of-stock' }, 'Product is out of stock.', 'Out of Stock'],
  ] as const)(
    'shows the popup %s with title and text, focuses OK and closes on OK [PO-04, PO-05, PO-06, PO-07, PO-09, PO-10]',
    async (...row) => {
      const [, popup, words, title] = row;
      const { page, user } = await openShop({ url: '/privacy', popup, shows: words });
      const dialog = page.getByRole('dialog', { name: title });
      const [header, message] = [page.getByRole('heading', { name: title }), page.getByText(words)];
      expect(header.textContent).toBe(title);
      expect(dialog.contains(message)).toBe(true);
      expect(header.compareDocumentPosition(message)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
      expect(document.activeElement?.textContent).toBe('OK');
      await user.keyboard('{Enter}');
      expect(page.queryByRole('dialog')).toBeNull();
    },
  );

  it('closes the unexpected-error popup on a click anywhere, but not a message when its text is clicked [PO-08]', async () => {
    const { page, user } = await openShop({
      url: '/privacy',
      popup: { kind: 'unexpected' },
      shows: 'Unexpected Error',
    });
    await user.click(page.getByText(/An Unexpected Error has occured/));
    expect(page.queryByRole('dialog')).toBeNull();
    openPopup({ kind: 'message', message: 'Stay' });
    await user.click(await page.findByText('Stay'));
    expect(page.getByRole('dialog')).toBeTruthy();
    await user.click(page.getByRole('dialog'));
    expect(page.queryByRole('dialog')).toBeNull();
  });

  it('shows the offline popup over an open popup, whose input it keeps [PO-01, PO-02, ST-120]', async () => {
    const { page, user, button } = await openPage({
      url: '/privacy',
      popup: { kind: 'sign-in' },
      shows: 'Send Mobile Code',
      session: {},
      answers: { 'POST mobiledigital/sendmobilecode': throwOffline },
    });
    await user.type(page.getByLabelText('Your mobile'), '0491570159');
    await user.click(page.getByText('Send Code'));
    const popup = await page.findByRole('dialog', { name: 'No connection' });
    expect(popup.textContent).toContain("You're offline. Click the button below to refresh.");
    expect(page.getAllByRole('dialog')).toHaveLength(2);
    expect(document.activeElement).toBe(button('Refresh'));
    await user.keyboard('{Escape}');
    expect(page.queryByText('No connection')).toBeNull();
    expect(page.getByLabelText<HTMLInputElement>('Your mobile').value).toMatch(/^0491 ?570 ?159$/);
  });

  it('opens and closes the offline popup, errors, messages, sign-in, cart and menu one at a time [ST-120]', async () => {
    const { page } = await openPage({ url: '/privacy', shows: 'Print or save' });
    const states: [string, () => void, () => void][] = [
      ['No connection', () => setOffline(true), () => setOffline(false)],
      ['Unexpected Error', () => openPopup({ kind: 'unexpected' }), closePopup],
      ['Something Went Wrong', () => openPopup({ kind: 'message', message: 'Sold out since' }), closePopup],
      ['Send Mobile Code', () => openPopup({ kind: 'sign-in' }), closePopup],
      ['Your Cart', () => openPopup({ kind: 'cart' }), closePopup],
      [brand.title, () => setMenu(true), () => setMenu(false)],
    ];
    for (const [title, open, close] of states) {
      open();
      await page.findByRole('dialog', { name: title });
      expect([title, page.getAllByRole('dialog').length]).toEqual([title, 1]);
      close();
      await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    }
  });

  it('shows a message popup only after the offline popup is closed', async () => {
    const { page, user } = await openShop({ url: '/privacy', popup: { kind: 'message', message: 'Oh' }, shows: 'Oh' });
    setOffline(true);
    await page.findByText('No connection');
    expect(page.getAllByRole('dialog')).toHaveLength(1);
    await user.keyboard('{Escape}');
    expect(page.getByText('Oh')).toBeTruthy();
    expect(page.getAllByRole('dialog')).toHaveLength(1);
  });

  it("opens the seller's profile from the Supplied by popup and closes the popup", async () => {
    const { page, user } = await openShop({
      url: '/privacy',
      popup: { kind: 'supplied-by', seller: sellers.tide },
      shows: sellers.tide.popup_description || sellers.tide.description,
    });
    await user.click(page.getByText('See what they sell'));
    expect(await page.findByRole('heading', { level: 1, name: sellers.tide.name })).toBeTruthy();
    expect(page.queryByRole('dialog')).toBeNull();
  });
});

describe('lazyComponent', () => {
  it("shows a skeleton until the component's code is loaded, and renders immediately the next time", async () => {
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

  it("opens the offline popup when the component's code cannot be fetched", async () => {
    usePopups.setState(usePopups.getInitialState(), true);
    onCodeUnreachable(() => setOffline(true));
    const Later = lazyComponent<{ name: string }>(async () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    drawPart(<Later name="Ann" />);
    await waitFor(() => expect(usePopups.getState().offline).toBe(true));
    expect(screen.queryByText('Hello Ann')).toBeNull();
  });
});
