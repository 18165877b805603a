import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openShop } from '#test/web/open-shop.ts';
import { setMenu } from '../state/popups.ts';
import { showToast } from '../state/toasts.ts';

describe('page shell', () => {
  it('announces a toast, and closes it when its link is followed', async () => {
    const { page, user } = await openShop({ url: '/browse' });
    showToast('Added to your cart', { to: '/privacy', label: 'Checkout' });
    const text = await page.findByText('Added to your cart');
    expect(text.closest('[role=status]')).toBeTruthy();
    await user.click(page.getByText('Checkout'));
    await waitFor(() => expect(page.queryByText('Added to your cart')).toBeNull());
    expect(await page.findByText('Print or save')).toBeTruthy();
  });

  it('drops a toast with a link when the page changes, but keeps a toast without one', async () => {
    const { page, user } = await openShop({ url: '/browse' });
    showToast('Added to your cart', { to: '/checkout', label: 'Checkout' });
    await page.findByText('Added to your cart');
    await user.click(page.getByText('Privacy Policy'));
    await page.findByText('Print or save');
    await waitFor(() => expect(page.queryByText('Added to your cart')).toBeNull());
    showToast('Your cart is updated');
    await page.findByText('Your cart is updated');
    await user.click(page.getByText('Terms & Conditions'));
    await page.findByText('Print or save');
    expect(page.getByText('Your cart is updated')).toBeTruthy();
  });

  it('moves focus from a removed control to its container, the page or its popup', async () => {
    const { page } = await openShop({ url: '/browse' });
    const place = (ground: Element | null) => {
      const control = document.createElement('button');
      ground?.append(control);
      control.focus();
      return control;
    };
    place(document.getElementById('main')).remove();
    await waitFor(() => expect(document.activeElement?.id).toBe('main'));
    const part = Object.assign(document.createElement('div'), { tabIndex: -1 });
    document.getElementById('main')?.append(part);
    place(part).remove();
    await waitFor(() => expect(document.activeElement).toBe(part));
    setMenu(true);
    const dialog = await page.findByRole('dialog');
    place(dialog.firstElementChild).remove();
    await waitFor(() => expect(document.activeElement).toBe(dialog.querySelector('h2')));
    setMenu(false);
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
  });

  it('replaces the current toast with a new one', async () => {
    const { page } = await openShop({ url: '/browse' });
    showToast('One');
    await page.findByText('One');
    showToast('Two');
    await page.findByText('Two');
    expect(page.queryByText('One')).toBeNull();
  });

  it('focuses the content and announces the page title after a page change', async () => {
    const { page, user } = await openShop({ url: '/browse' });
    await user.click(page.getByText('Privacy Policy'));
    await page.findByText('Print or save');
    await waitFor(() => expect(document.activeElement?.id).toBe('main'));
    await waitFor(() =>
      expect(page.getAllByText(document.title).some((it) => it.getAttribute('role') === 'status')).toBe(true),
    );
  });
});
